// Pieces as positions write them: whose they are, and whether they are promoted.

/** The owner of a piece. @param {string} text */
export const ownerOf = (text) => (text === text.toUpperCase() ? "white" : "black");

/** Returns true if a piece is written as a promoted one: `+E`, `Q~`. @param {string} text */
export const isPromoted = (text) => /[+~]/.test(text);

/** A piece without the mark of a promoted one. @param {string} text */
export const bareOf = (text) => text.replace(/[+~]/, "");
