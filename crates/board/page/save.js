// Files of the user.

/** Hands a file to the user. @param {Blob} blob @param {string} name */
export function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * The text of a file: UTF-8, UTF-16 with a byte order mark, as editors and shells of Windows write it, or else Latin-1. The
 * browser alone would read all of them as UTF-8, and lose letters.
 * @param {Blob} file
 */
export async function textOf(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const [first, second] = bytes;
    if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
    if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        return new TextDecoder("windows-1252").decode(bytes);
    }
}
