// Credits.

import { html } from "./vendor/lit-html.js";
import { icons } from "./pieces/icons.js";

/** The page's text about itself. */
export const about = () => html`<h2 tabindex="-1" autofocus>About helgi</h2>
    <p>helgi plays chess and games that go further, with drops, shots, explosions and stacks. This page is served by the
        program in your terminal, to this machine alone.</p>
    <p><b>Keys.</b> Arrows on the board move the focus, Enter chooses, Shift+Enter shoots, Esc goes a step back, 1 to 9
        choose how much of a stack moves, or pick from a menu, a letter jumps to the next piece of that letter. Outside
        the board the left and right arrows go through the moves, up and down to the alternatives
        of a move, and f turns the board. A move at an earlier position begins a variation.
        The right mouse button draws squares and arrows, with Shift, Alt or Ctrl in other colours.</p>
    <p><b>Credits.</b> Icons made by ${Object.keys(icons).join(", ")} of
        <a href="https://game-icons.net" rel="noreferrer" target="_blank">game-icons.net</a>, licence
        <a href="https://creativecommons.org/licenses/by/3.0/" rel="noreferrer" target="_blank">CC BY 3.0</a>. Chess pieces by
        Colin M.L. Burnett, BSD licence. lit-html by Google LLC, BSD-3-Clause licence. The licences are in
        <a href="LICENSE.md" target="_blank">LICENSE.md</a>.</p>`;
