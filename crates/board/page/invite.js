// Guests: links to the seats of a game, for people at other devices.

/** @import { GuestList, ListedSeat, Seat } from "./types.js" */
/** @import { Play } from "./play.js" */
import * as api from "./api.js";
import { dialog } from "./dialogs.js";
import { sideName, t } from "./text.js";
import { reason } from "./transport.js";
import { html, nothing, svg } from "./vendor/lit-html.js";

/** The light modules around a code. */
const MARGIN = 4;

/** The dialog of one game. */
class Inviting {
    /** @param {Play} play */
    constructor(play) {
        this.play = play;
        /** @type {GuestList | undefined} */
        this.list = undefined;
        /** The version of the game for which it was asked. @type {number | undefined} */
        this.version = undefined;
        /** The seat whose code is shown: a camera must not see two. @type {Seat | undefined} */
        this.shown = undefined;
        this.said = "";
    }

    /** Takes over a list of seats, or says why there is none. @param {Promise<GuestList>} answer */
    async take(answer) {
        this.version = this.play.game?.version;
        try {
            this.list = await answer;
        } catch (error) {
            this.said = reason(error);
        }
        this.play.draw();
    }

    /** @param {{ do: "invite" | "withdraw" | "dismiss", seat: Seat, number?: number }} order */
    order(order) {
        this.said = "";
        this.shown = order.do === "invite" ? order.seat : undefined;
        void this.take(api.host(this.play.id, order));
    }
}

/** The dialogs that have been opened. @type {WeakMap<Play, Inviting>} */
const known = new WeakMap();

/** The name of a seat. @param {Seat} seat */
const seatName = (seat) => (seat === "watch" ? t("guest.watch") : sideName(seat));

/** A QR code. @param {string[]} rows @param {Seat} seat */
function drawing(rows, seat) {
    const size = rows.length + 2 * MARGIN;
    const dark = rows.flatMap((row, y) =>
        [...row].flatMap((module, x) => (module === "#" ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])));
    return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${t("invite.code", { seat: seatName(seat) })}>
        ${svg`<path d=${dark.join("")}></path>`}</svg>`;
}

/** The link of a seat. @param {Inviting} inviting @param {ListedSeat} listed */
function link(inviting, { seat, link, code }) {
    if (link === null) {return html`<button type="button" class="tool"
        @click=${() => inviting.order({ do: "invite", seat })}>${t("invite.make")}</button>`;}
    const isShown = inviting.shown === seat;
    return html`<div class="tools"><button type="button" class="tool" aria-expanded=${isShown} @click=${() => {
                inviting.shown = isShown ? undefined : seat;
                inviting.play.draw();
            }}>${t("invite.show")}</button>
            <button type="button" class="tool"
                @click=${() => inviting.order({ do: "withdraw", seat })}>${t("invite.withdraw")}</button></div>
        ${isShown
            ? html`${code ? drawing(code, seat) : nothing}<div class="shared"><label class="shared">${t("share.link")} <input
              readonly .value=${link}
                @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}></label>
                <button type="button" class="tool" @click=${async () => {
                    try {
                        await navigator.clipboard.writeText(link);
                        inviting.said = t("share.copied", { name: t("share.link") });
                    } catch {
                        inviting.said = t("share.not-copied", { name: t("share.link") });
                    }
                    inviting.play.draw();
                }}>${t("share.copy")}</button></div>`
            : nothing}`;
}

/** A seat: who has it, and how somebody gets it. @param {Inviting} inviting @param {ListedSeat} listed */
function offer(inviting, listed) {
    const { seat, guests } = listed;
    const player = seat === "watch" ? undefined : inviting.play.game?.[seat];
    const isFull = guests.length > 0 && seat !== "watch";
    const free = () => (player?.kind === "engine" ? html`<p class="faint">${t("invite.engine")}</p>` : link(inviting, listed));
    return html`<section class="guest-seat"><h3>${seatName(seat)}</h3>
        ${guests.map(({ number, present }) => html`<p class="guest-here"><span>${t(present ? "invite.present" : "invite.absent")}</span>
            <button type="button" class="tool small"
                @click=${() => inviting.order({ do: "dismiss", seat, number })}>${t("invite.dismiss")}</button></p>`)}
        ${isFull ? nothing : free()}</section>`;
}

/**
 * The seats, or the reason why there are none.
 * @param {Inviting} inviting
 */
function seats(inviting) {
    const { list } = inviting;
    if (!list) return nothing;
    if (list.address === null) {
        return html`<p>${t("invite.alone")}</p><p><code>helgi board --listen 0.0.0.0</code></p>
            <p class="faint">${t("invite.alone.about")}</p>`;
    }
    return html`<p>${t("invite.about")}</p>${list.seats.map((listed) => offer(inviting, listed))}
        ${list.encrypted ? nothing : html`<p class="faint">${t("invite.plain")}</p>`}`;
}

/** The content of the dialog below its heading. @param {Play} play */
export function invite(play) {
    const inviting = known.get(play) ?? new Inviting(play);
    known.set(play, inviting);
    if (dialog("invite")?.open && play.game && inviting.version !== play.game.version) void inviting.take(api.guests(play.id));
    return html`${seats(inviting)}<p role="status">${inviting.said}</p>`;
}
