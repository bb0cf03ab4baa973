// The signs on buttons: lines in a field of 24 x 24, drawn in the colour of the text.

import { html, svg } from "./vendor/lit-html.js";

const PATHS = {
    undo: "M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3",
    hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.8 10.7c.8.7 1.3 1.5 1.3 2.3h5c0-.8.5-1.6 1.3-2.3A6 6 0 0 0 12 3Z",
    flip: "M7.5 20V4.5M4 8l3.5-3.5L11 8M16.5 4v15.5M13 16l3.5 3.5L20 16",
    analyse: "M4 4v16h16M7.5 15.5l3.5-5 3 3 5.5-7.5",
    review: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20.5 20.5M7.5 10.7l2.2 2.2 4-4.5",
    more: "M5 12h.01M12 12h.01M19 12h.01",
    pause: "M8.5 5v14M15.5 5v14",
    resume: "M7.5 4.5v15l11.5-7.5Z",
    first: "M6 5.5v13M18 5.5 10 12l8 6.5",
    back: "M15 5.5 8 12l7 6.5",
    on: "M9 5.5 16 12l-7 6.5",
    last: "M18 5.5v13M6 5.5 14 12l-8 6.5",
    share: "M12 15V3.5M8 7.5l4-4 4 4M5 12v8h14v-8",
    invite: "M9.5 12a3.7 3.7 0 1 0 0-7.5 3.7 3.7 0 0 0 0 7.5ZM2.8 19.5c.4-3.4 3.2-5 6.7-5s6.3 1.6 6.7 5M18.5 8.5v6M15.5 11.5h6",
    rules: "M12 6.5C10 4.5 7 4.3 3.5 5v14c3.5-.7 6.5-.5 8.5 1.5 2-2 5-2.2 8.5-1.5V5C17 4.3 14 4.5 12 6.5Zm0 0v14",
    pieces: "M12 3.5a3.2 3.2 0 0 1 1.9 5.8h1.6l-1.7 1.7c.2 3 1 4.8 3.2 6.5H7c2.2-1.7 3-3.5 3.2-6.5L8.5 9.3h1.6A3.2 3.2 0 0 1 12 3.5ZM5.5 20.5h13",
    settings: "M4 7.5h8M17 7.5h3M4 16.5h3M12 16.5h8M14.5 5v5M9.5 14v5",
    about: "M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.7h.01",
    match: "M4 20V9M10 20V4M16 20v-8M21 20H3",
    remove: "M5 7h14M10 7V4.5h4V7M7 7l.8 13h8.4L17 7",
    name: "M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3",
};

/** A sign. @param {keyof typeof PATHS} name */
export const glyph = (name) =>
    html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${PATHS[name]}></path>`}</svg>`;

/** @typedef {keyof typeof PATHS} Glyph */
