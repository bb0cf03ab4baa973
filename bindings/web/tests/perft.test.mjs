// Counts of moves of every game by the module, against the tables of the repository, which REPOSITORY names.
import { deepStrictEqual, equal, ok } from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import * as helgi from "helgi/rules";

await helgi.load();
/** No position with more than that; the program's own tests count them all. */
const MOST = 20_000;
const folder = join(process.env.REPOSITORY, "tests", "perft");

/** The blocks of a file of one game: a position, its moves, and counts by depth. */
function* blocks(text) {
    for (const block of text.split(/\n\s*\n/)) {
        const lines = block.split("\n").filter((line) => !line.startsWith("#"));
        const values = (key) => lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
        if (values("fen").length > 0) {
            const counts = values("perft").map((line) => line.split(" ").map(Number));
            yield { variant: values("variant")[0], fen: values("fen")[0], moves: values("moves")[0], counts };
        }
    }
}

for (const file of readdirSync(folder).filter((name) => name.endsWith(".perft"))) {
    test(file, () => {
        let count = 0;
        for (const { variant, fen, moves, counts } of blocks(readFileSync(join(folder, file), "utf8"))) {
            const board = new helgi.Board(variant, fen);
            if (moves !== undefined) {
                deepStrictEqual(board.legalMoves().sort(), moves.split(" ").filter((move) => move !== "").sort());
            }
            for (const [depth, nodes] of counts.filter(([, nodes]) => nodes <= MOST)) {
                equal(board.perft(depth), nodes, `${variant} ${fen} ${depth}`);
                count += 1;
            }
            board.free();
        }
        ok(count >= 20, `${count} counts`);
    });
}

/** Positions of which the program says no, as the table is told to begin with. */
const refused = new Set(readFileSync(join(folder, "chess-refused.txt"), "utf8").split("\n"));
const rows = join(process.env.REPOSITORY, "crates", "variants", "tests", "rows");
const tables = readdirSync(folder).filter((name) => name.endsWith(".tsv")).map((name) => join(folder, name));

for (const file of [...tables, join(rows, "perft.tsv"), join(rows, "chess960-perft.tsv")]) {
    test(basename(file), () => {
        let count = 0;
        for (const line of readFileSync(file, "utf8").trim().split("\n").slice(1)) {
            const [variant, fen, depth, nodes] = line.split("\t");
            if (Number(nodes) <= MOST && !refused.has(fen)) {
                const board = new helgi.Board(variant, fen);
                equal(board.perft(Number(depth)), Number(nodes), line);
                board.free();
                count += 1;
            }
        }
        ok(count >= 20, `${count} counts`);
    });
}
