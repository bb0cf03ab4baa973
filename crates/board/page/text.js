// What words need wherever they are shown.

/** The same with a capital letter at its beginning. @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
