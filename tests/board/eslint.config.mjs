// The style of the page and of its tests: `tests/board/run lint`.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// The packages are below target/, and not beside this file.
const plugin = createRequire(`${process.env.TOOLS}/`).resolve("@stylistic/eslint-plugin");
const { default: stylistic } = await import(pathToFileURL(plugin).href);

const length = (/** @type {object} */ more) => ["error", { code: 140, ignorePattern: ' d="M|: "M|@import', ...more }];

export default [
    { ignores: ["**/vendor/**"] },
    {
        files: ["**/*.js", "**/*.mjs"],
        plugins: { "@stylistic": stylistic },
        linterOptions: { reportUnusedDisableDirectives: "error" },
        rules: {
            "@stylistic/max-len": length({}),
            curly: ["error", "multi-line"],
            eqeqeq: "error",
            "no-else-return": "error",
            "no-lonely-if": "error",
            "no-nested-ternary": "error",
            "no-unneeded-ternary": "error",
            "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
            "no-var": "error",
            "prefer-const": "error",
        },
    },
    // Sentences are not broken, and paths of pictures are data.
    { files: ["**/texts/*"], rules: { "@stylistic/max-len": length({ ignoreStrings: true, ignoreRegExpLiterals: true }) } },
    { files: ["**/pieces/{icons,more-icons,characters,chess-set}.js"], rules: { "@stylistic/max-len": "off" } },
];
