// Runs the tests of the board in the browser; see `run`, which starts this.
import { choices } from "./choices.mjs";
import { ends } from "./ends.mjs";
import { games } from "./games.mjs";
import { guests } from "./guests.mjs";
import { analysis, engine, keep, own, premove, sent, tabs } from "./keep.mjs";
import { hear } from "./hear.mjs";
import { layout } from "./layout.mjs";
import { learn } from "./learn.mjs";
import { load } from "./load.mjs";
import { links } from "./links.mjs";
import { living } from "./living.mjs";
import { look, pictures } from "./look.mjs";
import { match } from "./match.mjs";
import { messages } from "./messages.mjs";
import { more } from "./more.mjs";
import { browse } from "./page.mjs";
import { serve } from "./process.mjs";
import { quiz } from "./quiz.mjs";
import { rules } from "./rules.mjs";
import { share } from "./share.mjs";
import { signs } from "./signs.mjs";
import { sounds } from "./sounds.mjs";
import { strength } from "./strength.mjs";
import { tree } from "./tree.mjs";
import { write } from "./write.mjs";

const [part, ...names] = process.argv.slice(2);
const all = ["messages", "load", "living", "hear", "games", "ends", "keep", "more", "signs", "choices", "tree", "share", "links",
    "learn", "quiz", "match", "guests", "sounds", "strength", "write", "look", "layout"];
const parts = part === "all" ? all : part.split(",");
const unknown = parts.find((name) => ![...all, "pictures"].includes(name));
if (unknown !== undefined) {
    throw new Error(`${unknown}: expected all, types, lint, unit, pictures, or some of ${all.join(", ")}`);
}

const server = await serve();
const browser = await browse();
try {
    const others = async () => {
        if (parts.includes("messages")) await messages();
        if (parts.includes("load")) await load(browser);
        if (parts.includes("living")) await living(browser, server.address);
        if (parts.includes("hear")) await hear(browser, server.address);
        if (parts.includes("keep")) {
            await engine(browser, server.address);
            await analysis(browser, server.address);
            await sent(browser, server.address);
            await premove(browser, server.address);
            const empty = await serve();
            await own(browser, empty.address);
            await empty.end();
            await keep(browser);
            await tabs(browser);
        }
        if (parts.includes("more")) await more(browser);
        if (parts.includes("signs")) await signs(browser, server.address);
        if (parts.includes("choices")) await choices(browser, server.address);
        if (parts.includes("ends")) await ends(browser);
        if (parts.includes("tree")) await tree(browser, server);
        if (parts.includes("learn")) await learn(browser, server.address);
        if (parts.includes("share")) await share(browser, server.address);
        if (parts.includes("links")) {
            await links(browser, server.address);
            await rules(browser, server.address);
        }
        if (parts.includes("quiz")) await quiz(browser, server.address);
        if (parts.includes("match")) await match(browser);
        if (parts.includes("guests")) await guests(browser);
        if (parts.includes("sounds")) await sounds(browser, server.address);
        if (parts.includes("strength")) await strength(browser);
        if (parts.includes("write")) await write(browser, server.address);
    };
    // In parallel, since most of the time is spent waiting.
    const playing = parts.includes("games") ? games(browser, server.address, names) : undefined;
    await Promise.all([playing, others()]);
    if (parts.includes("look")) await look(browser, server.address);
    if (parts.includes("layout")) await layout(browser, parts.length > 1 ? [] : names);
    if (parts.includes("pictures")) await pictures(browser, server.address, names);
} finally {
    await browser.close();
    await server.end();
}
