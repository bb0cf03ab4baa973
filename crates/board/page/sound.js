// Short sounds for what happens in a game, made by the browser itself: wood on wood for moves, others for captures,
// shots, explosions, pieces that are freed, check, and the end.

/** @import { Cells, Step } from "./types.js" */
import { ownerOf } from "./owners.js";

/** The greatest loudness by the settings, of 1. */
export const VOLUMES = { soft: 0.1, on: 0.35 };

/** @typedef {keyof typeof VOLUMES} Loudness */

/**
 * @typedef {object} Tone  A part of a sound. It swells for some milliseconds, and fades.
 * @property {OscillatorType} [wave]  Noise without it.
 * @property {number} from  The pitch at its beginning, in hertz; of noise, the middle of what is heard of it.
 * @property {number} to  And at its end.
 * @property {number} at  When it begins, in seconds.
 * @property {number} length  In seconds.
 * @property {number} gain  Its share of the volume.
 */

/**
 * A piece that is put on the board: a knock, and the wood that sounds with it.
 * @param {number} pitch
 * @param {number} at
 * @returns {Tone[]}
 */
const knock = (pitch, at) => [
    { from: pitch * 6, to: pitch * 3, at, length: 0.035, gain: 0.55 },
    { wave: "sine", from: pitch, to: pitch * 0.75, at, length: 0.09, gain: 0.45 },
];

/** A bell. @param {number} pitch @param {number} at @param {number} length @param {number} gain @returns {Tone} */
const bell = (pitch, at, length, gain) => ({ wave: "sine", from: pitch, to: pitch * 0.995, at, length, gain });

/** @type {Record<"quiet" | "capture" | "shot" | "burst" | "drop" | "mount" | "pass" | "free" | "check" | "end" | "join", Tone[]>} */
const SOUNDS = {
    quiet: knock(230, 0),
    capture: [...knock(310, 0), ...knock(150, 0.055)],
    shot: [
        { from: 3200, to: 300, at: 0, length: 0.16, gain: 0.7 },
        { wave: "triangle", from: 160, to: 50, at: 0, length: 0.14, gain: 0.3 },
    ],
    burst: [
        { from: 700, to: 60, at: 0, length: 0.5, gain: 0.65 },
        { wave: "sine", from: 75, to: 32, at: 0, length: 0.45, gain: 0.35 },
    ],
    drop: [{ wave: "sine", from: 480, to: 240, at: 0, length: 0.06, gain: 0.25 }, ...knock(190, 0.05)],
    mount: [...knock(290, 0), { wave: "triangle", from: 330, to: 495, at: 0.03, length: 0.14, gain: 0.45 }],
    pass: [{ wave: "sine", from: 210, to: 190, at: 0, length: 0.1, gain: 0.35 }],
    // These follow the sound of the move.
    free: [bell(523, 0.12, 0.25, 0.4), bell(784, 0.2, 0.35, 0.4)],
    check: [bell(988, 0.12, 0.2, 0.35), bell(988, 0.24, 0.3, 0.35)],
    join: [bell(659, 0, 0.2, 0.4), bell(880, 0.12, 0.4, 0.4)],
    end: [bell(392, 0.2, 0.5, 0.3), bell(494, 0.32, 0.5, 0.3), bell(587, 0.44, 0.9, 0.35)],
};

/** @typedef {keyof typeof SOUNDS} Sound */

/** All sounds. */
export const NAMES = /** @type {Sound[]} */ (Object.keys(SOUNDS));

/** The time in which a tone swells: one that begins at once clicks. In seconds. */
const SWELL = 0.004;

/** A second of noise, the same each time. @param {BaseAudioContext} audio */
function noise(audio) {
    const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    let state = 1;
    buffer.copyToChannel(Float32Array.from({ length: buffer.length }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 31 - 1;
    }), 0);
    return buffer;
}

/**
 * A tone from its beginning to its end.
 * @param {BaseAudioContext} audio
 * @param {AudioNode} output
 * @param {Tone} tone
 * @param {number} now
 */
function begin(audio, output, { wave, from, to, at, length, gain }, now) {
    const [start, end] = [now + at, now + at + length];
    const fade = audio.createGain();
    fade.gain.setValueAtTime(0, start);
    fade.gain.linearRampToValueAtTime(gain, start + SWELL);
    fade.gain.exponentialRampToValueAtTime(0.0005, end);
    fade.connect(output);
    /** @type {AudioScheduledSourceNode} */
    let source;
    if (wave) {
        const oscillator = audio.createOscillator();
        oscillator.type = wave;
        oscillator.frequency.setValueAtTime(from, start);
        oscillator.frequency.exponentialRampToValueAtTime(to, end);
        oscillator.connect(fade);
        source = oscillator;
    } else {
        const [hiss, band] = [audio.createBufferSource(), audio.createBiquadFilter()];
        hiss.buffer = noise(audio);
        band.type = "bandpass";
        band.frequency.setValueAtTime(from, start);
        band.frequency.exponentialRampToValueAtTime(to, end);
        hiss.connect(band).connect(fade);
        source = hiss;
    }
    source.start(start);
    source.stop(end);
}

/** Has sounds played from now on. @param {BaseAudioContext} audio @param {Sound[]} sounds @param {Loudness} loudness */
export function schedule(audio, sounds, loudness) {
    const output = audio.createGain();
    output.gain.value = VOLUMES[loudness];
    output.connect(audio.destination);
    for (const tone of sounds.flatMap((sound) => SOUNDS[sound])) begin(audio, output, tone, audio.currentTime);
}

/**
 * True if a move sets a piece free: where it began, the other side's or an own one that was below stands on top now.
 * @param {Step} step
 * @param {Cells} before
 */
function frees({ from, changes }, before) {
    const [was, is] = [before[from ?? ""]?.[0], changes[from ?? ""]?.[0]];
    return was !== undefined && is !== undefined && ownerOf(was) !== ownerOf(is);
}

/** The sounds of a move. @param {Step & { check?: boolean }} step @param {Cells} before  What stood before it. @returns {Sound[]} */
export const soundsOf = (step, before) =>
    [step.mark, ...(frees(step, before) ? [/** @type {const} */ ("free")] : []), ...(step.check ? [/** @type {const} */ ("check")] : [])];

/** @type {AudioContext | undefined} */
let context;

/** Plays sounds. @param {Sound[]} sounds @param {Loudness | "off"} loudness */
export function sound(sounds, loudness) {
    if (loudness === "off") return;
    context ??= new AudioContext();
    schedule(context, sounds, loudness);
}
