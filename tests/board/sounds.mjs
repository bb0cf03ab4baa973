// The sounds, as numbers: each is another one, none is too loud, and soft ones are quieter.
import { Visit } from "./page.mjs";

/** The loudest that any sound may be, of 1. */
const LOUDEST = { soft: 0.15, on: 0.5 };
/** The quietest peak of a sound that is heard. */
const QUIETEST = 0.01;
/** The least share of a sound that differs from another one. */
const DIFFERENCE = 0.2;

/** The samples of all sounds; runs in the page. */
const record = async () => {
    const { NAMES, VOLUMES, schedule } = await import(new URL("sound.js", location.href).href);
    const found = [];
    for (const name of NAMES) {
        for (const loudness of Object.keys(VOLUMES)) {
            const audio = new OfflineAudioContext(1, 2 * 22050, 22050);
            schedule(audio, [name], loudness);
            const samples = (await audio.startRendering()).getChannelData(0);
            found.push({ name, loudness, samples: [...samples] });
        }
    }
    return found;
};

/** The energy of samples. */
const energy = (samples) => samples.reduce((sum, one) => sum + one * one, 0);

export async function sounds(browser, address) {
    const visit = await Visit.begin(browser, address, { bypassCSP: true });
    const found = await visit.page.evaluate(record);
    await visit.end();
    const loud = found.filter(({ loudness }) => loudness === "on");
    if (loud.length < 10) throw new Error(`${loud.length} sounds, expected those of moves, captures, shots, check, the end and others`);
    for (const { name, loudness, samples } of found) {
        const peak = Math.max(...samples.map(Math.abs));
        if (peak > LOUDEST[loudness] || peak < QUIETEST) {
            throw new Error(`${name}, ${loudness}: its peak is ${peak}, expected ${QUIETEST} to ${LOUDEST[loudness]}`);
        }
        // A wave that begins or is cut off with a jump clicks.
        if (Math.abs(samples[0]) > 0.001
            || Math.abs(samples.at(-1)) > 0) throw new Error(`${name}, ${loudness}: it does not begin and end in silence`);
    }
    for (const { name, samples } of loud) {
        const soft = found.find((other) => other.name === name && other.loudness === "soft");
        if (energy(soft.samples) * 4 > energy(samples)) throw new Error(`${name}: soft is hardly quieter`);
        for (const other of loud) {
            if (other.name === name) continue;
            const apart = energy(samples.map((one, index) => one - other.samples[index]));
            const share = apart / (energy(samples) + energy(other.samples));
            if (share < DIFFERENCE) throw new Error(`${name} sounds as ${other.name}: they differ by ${share.toFixed(3)}`);
        }
    }
    console.log(`sounds: ok, ${loud.length} of two volumes`);
}
