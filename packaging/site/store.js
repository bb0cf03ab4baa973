// The games that are kept, in the browser's own storage: one text of PGN a game, and when it was played last.

const GAMES = "games";

/** The end of a request. */
const done = (request) =>
    new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });

/** The end of a transaction: only then is everything on disk. */
const whole = (transaction) =>
    new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
    });

export class Store {
    #base;

    constructor(base) {
        this.#base = base;
    }

    /** Opens the games of a name. Fails where the browser keeps nothing. */
    static async open(name) {
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(GAMES);
        return new Store(await done(request));
    }

    /** All games: `{ name, pgn, when }`. */
    async all() {
        const games = this.#base.transaction(GAMES).objectStore(GAMES);
        const [names, values] = await Promise.all([done(games.getAllKeys()), done(games.getAll())]);
        return names.map((name, index) => ({ name, ...values[index] }));
    }

    /** Writes changes as one, `{ name, pgn, when }`; the text of a game that was deleted is null. */
    async write(changes) {
        const transaction = this.#base.transaction(GAMES, "readwrite", { durability: "strict" });
        const games = transaction.objectStore(GAMES);
        for (const { name, pgn, when } of changes) {
            if (pgn === null) games.delete(name);
            else games.put({ pgn, when }, name);
        }
        await whole(transaction);
    }
}
