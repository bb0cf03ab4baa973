// Prints the file `nets.js` of the package: where its nets lie, and which games play with them, as the module says.
//
//   node nets.mjs PACKAGE ENGINE    the folder has module.js, and the nets in `nets`; ENGINE is the engine's module
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const [folder, engine] = process.argv.slice(2).map((name) => resolve(name));
const { Instance } = await import(join(folder, "module.js"));
const module = await WebAssembly.compile(readFileSync(engine));
const instance = await Instance.of(module, { now: () => 0 });
const names = readdirSync(join(folder, "nets")).map((file) => file.replace(/\.net$/, "")).sort();
const games = names.flatMap((name) => {
    const net = readFileSync(join(folder, "nets", `${name}.net`));
    const own = JSON.parse(instance.call("engine_games_of_net", [], [net]));
    if (own.length === 0) {
        throw new Error(`${name}.net fits no game`);
    }
    return own.map((game) => `    "${game}": "${name}",`);
});
// Bundlers find files by addresses that are written out.
const files = names.map((name) => `    "${name}": () => new URL("./nets/${name}.net", import.meta.url),`);
console.log(`// The nets of the package by their names, and the names by the games that play with them.
export const NETS = {
${files.join("\n")}
};

export const GAMES = {
${games.sort().join("\n")}
};`);
