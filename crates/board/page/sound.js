// Short, soft sounds for moves, made by the browser itself: wood for moves, other sounds for captures, shots,
// explosions, pieces that are freed, and check.

/** @import { Cells, Step } from "./types.js" */
import { ownerOf } from "./owners.js";

/** @type {AudioContext | undefined} */
let context;

/** How loud a sound is at its loudest, of 1. */
const VOLUME = 0.12;

/** A tone that fades. @param {AudioContext} audio @param {OscillatorType} type @param {number} from  Hertz at its beginning. @param {number} to  And at its end. @param {number} after  When it begins, in seconds. @param {number} length */
function tone(audio, type, from, to, after, length) {
    const [source, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + after;
    source.type = type;
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, start + length);
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    source.connect(volume).connect(audio.destination);
    source.start(start);
    source.stop(start + length);
}

/** Whether a move sets a piece free: where it began, the other side's or an own one that was below stands on top now. @param {Step} step @param {Cells} before */
function frees({ from, changes }, before) {
    const [was, is] = [before[from ?? ""]?.[0], changes[from ?? ""]?.[0]];
    return was !== undefined && is !== undefined && ownerOf(was) !== ownerOf(is);
}

/** @param {Step & { check?: boolean }} step @param {Cells} before  What stood before it. */
export function click(step, before) {
    context ??= new AudioContext();
    const audio = context;
    switch (step.mark) {
        case "shot":
            tone(audio, "sawtooth", 900, 90, 0, 0.16);
            break;
        case "burst":
            tone(audio, "sawtooth", 130, 40, 0, 0.35);
            tone(audio, "square", 90, 35, 0.02, 0.3);
            break;
        case "capture":
            tone(audio, "triangle", 240, 130, 0, 0.09);
            tone(audio, "triangle", 170, 90, 0.06, 0.12);
            break;
        case "drop":
            tone(audio, "triangle", 280, 210, 0, 0.1);
            break;
        case "mount":
            tone(audio, "triangle", 330, 420, 0, 0.1);
            break;
        case "pass":
            tone(audio, "sine", 200, 180, 0, 0.09);
            break;
        default:
            tone(audio, "triangle", 330, 260, 0, 0.07);
    }
    if (frees(step, before)) tone(audio, "sine", 520, 780, 0.09, 0.18);
    if (step.check) tone(audio, "sine", 880, 870, 0.1, 0.2);
}
