// Short sounds for moves, made by the browser itself.

/** @import { Step } from "./types.js" */

/** @type {AudioContext | undefined} */
let context;

/** The pitch of each kind of move, in hertz. */
const PITCH = { quiet: 320, mount: 360, drop: 280, pass: 200, capture: 190, shot: 120, burst: 80 };

/** @param {Step} step */
export function click(step) {
    context ??= new AudioContext();
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const end = context.currentTime + (step.mark === "shot" || step.mark === "burst" ? 0.25 : 0.09);
    tone.type = step.mark === "shot" || step.mark === "burst" ? "sawtooth" : "triangle";
    tone.frequency.value = PITCH[step.mark];
    volume.gain.setValueAtTime(0.2, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(end);
}
