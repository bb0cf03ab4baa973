// The lock by which one of several tabs has the desk, and when a tab asks for it again.

/** The pause before the lock is asked for again after a failure: doubled each time, up to the longest. Unit: milliseconds. */
const FIRST = 1000;
const LONGEST = 60_000;

const sleep = (time) => new Promise((go) => setTimeout(go, time));

export class Leader {
    #locks;
    #name;
    #take;
    #lose;
    #sleep;
    #pause = FIRST;
    #isPaused = false;

    /**
     * `locks` are the browser's; without them, as on pages without encryption, each tab has a desk of its own. `take` takes the desk, as a
     * promise; `lose` hears that it failed, or that another tab has taken the lock away.
     */
    constructor({ locks, name, take, lose, sleep: own = sleep }) {
        this.#locks = locks;
        this.#name = name;
        this.#take = take;
        this.#lose = lose;
        this.#sleep = own;
    }

    /** Takes the desk if no other tab has it; otherwise reports that, and waits for it. */
    begin(busy) {
        return this.#request({ ifAvailable: true }, (lock) => {
            if (lock !== null) return this.#hold();
            busy();
            void this.#request({});
            return undefined;
        });
    }

    /** Takes the desk from the tab that has it; returns false if there is nothing to take, or not yet. */
    steal() {
        if (this.#locks === undefined || this.#isPaused) return false;
        // The request lasts as long as the desk is held.
        void this.#request({ steal: true });
        return true;
    }

    async #request(options, hold = () => this.#hold()) {
        try {
            await (this.#locks === undefined ? hold({}) : this.#locks.request(this.#name, options, hold));
        } catch {
            await this.#fail();
        }
    }

    /** Keeps the desk until the tab is closed, or it is taken away. */
    async #hold() {
        await this.#take();
        this.#pause = FIRST;
        return new Promise(() => {});
    }

    /** After a failure, as of a fetch without a network, the next one would come at once: asks again after a pause. */
    async #fail() {
        this.#lose();
        const pause = this.#pause;
        this.#pause = Math.min(2 * pause, LONGEST);
        this.#isPaused = true;
        await this.#sleep(pause);
        this.#isPaused = false;
        void this.#request({});
    }
}
