// Runs the tests of the board in the browser; see `run`, which starts this.
import { games } from "./games.mjs";
import { look, pictures } from "./look.mjs";
import { browse, serve } from "./page.mjs";

const [part, ...names] = process.argv.slice(2);
const parts = { games: ["games"], look: ["look"], pictures: ["pictures"], all: ["games", "look"] }[part];
if (!parts) throw new Error(`${part}: expected types, games, look or pictures`);

const server = await serve();
const browser = await browse();
try {
    if (parts.includes("games")) await games(browser, server.address, names);
    if (parts.includes("look")) await look(browser, server.address);
    if (parts.includes("pictures")) await pictures(browser, server.address);
} finally {
    await browser.close();
    server.end();
}
