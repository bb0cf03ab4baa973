// The moves of pieces in Russian. The server's lines are made of a few parts, and so are these.

/** The ways of a piece. @type {Record<string, string>} */
const WAYS = {
    "in any direction": "в любом направлении",
    "in any direction forward": "вперёд в любом направлении",
    "in any direction forward or sideways": "вперёд или в сторону в любом направлении",
    "straight": "по прямой",
    "straight forward": "прямо вперёд",
    "straight backward or sideways": "прямо назад или в сторону",
    "diagonally": "по диагонали",
    "diagonally forward": "по диагонали вперёд",
};

/** The words after a comma. @type {Record<string, string>} */
const TAILS = {
    "without capturing": "без взятия",
    "only capturing": "только со взятием",
    "from its initial square": "с исходного поля",
    "from a white square": "с белого поля",
    "if the square between is empty": "если поле между ними пусто",
    "en passant": "на проходе",
    "shooting: it stays where it is": "выстрелом: остаётся на месте",
    "also over own pieces": "также через свои фигуры",
    "also over one own piece": "также через одну свою фигуру",
    "also over any pieces": "также через любые фигуры",
    "also over any pieces and obstacles": "также через любые фигуры и препятствия",
    "over exactly one piece": "ровно через одну фигуру",
    "not over obstacles": "не через препятствия",
};

/** Lines that stand by themselves. @type {Record<string, string>} */
const LINES = {
    "royal: it must not be left attacked": "королевская фигура: её нельзя оставлять под ударом",
    "castles with an unmoved rook: two squares towards it, the rook leaps over": "рокировка с ладьёй, которая не ходила: два поля к ней, ладья перепрыгивает",
    "castles with an unmoved rook, two or three squares": "рокировка с ладьёй, которая не ходила, на два или три поля",
    "always on top; castles with an unmoved Warrior": "всегда наверху; рокировка с ратоборцем, который не ходил",
    "a promoted soldier; turns back when covered": "из ратника; под другой фигурой снова становится ратником",
    "never moves, is never captured, blocks every line": "не ходит, его нельзя взять, закрывает все линии",
    "an objective: a side that has lost all of them has lost": "цель: сторона, потерявшая все цели, проиграла",
    "a prince on the board takes over": "его место занимает принц, если он на доске",
    "any number of leaps of 1 by 2 in one line, without capturing": "сколько угодно прыжков 1 на 2 по одной линии, без взятия",
    "shoots one enemy over anything": "стреляет по одному врагу через всё",
    "shoots all pieces of either side on a diagonal, not over obstacles": "стреляет по всем фигурам обеих сторон на диагонали, не через препятствия",
    "becomes king when the own king leaves the board": "становится королём, когда свой король уходит с доски",
    "not over obstacles; explodes when it captures; deadly to capture": "не через препятствия; взрывается при взятии; брать его смертельно",
    "not over obstacles; captures kings and princes only; hard to capture": "не через препятствия; берёт только королей и принцев; взять его трудно",
    "cannot be captured by machine-gun, cavalry and soldier": "пулемёт, кавалерия и солдат не могут его взять",
    "leaves the board on the last rank": "на последней горизонтали уходит с доски",
    "takes an enemy piece of choice with it": "забирает с собой вражескую фигуру на выбор",
    "one square diagonally, then on outwards as a rook": "одно поле по диагонали, затем дальше наружу как ладья",
    "one square straight, then on outwards as a bishop": "одно поле по прямой, затем дальше наружу как слон",
    "a leap to any square of its colour, but not to the enemy back line": "прыжок на любое поле своего цвета, кроме заднего ряда врага",
    "does not move": "не ходит",
    "comes to the reserve as a pawn": "в запас попадает пешкой",
    "special": "по особому правилу",
};

/** The part of a line before its tails. @param {string} head */
function start(head) {
    const [, count, way] = /^(one square|any number of squares|up to \d+ squares) (.*)$/.exec(head) ?? [];
    if (count && way && WAYS[way]) {
        const number = /\d+/.exec(count)?.[0];
        const other = count === "one square" ? "одно поле" : "на любое число полей";
        const words = number ? `до ${number} полей` : other;
        return `${words} ${WAYS[way]}`;
    }
    const [, leap, forward] = /^a leap of (\d by \d)( forward)?$/.exec(head) ?? [];
    if (leap) return `прыжок ${leap.replace(" by ", " на ")}${forward ? " вперёд" : ""}`;
    const [, more, on] = /^(\d by \d)( forward)?$/.exec(head) ?? [];
    if (more) return `${more.replace(" by ", " на ")}${on ? " вперёд" : ""}`;
    return TAILS[head];
}

/**
 * A line on how a piece moves; nothing if it is not one of these.
 *
 * @param {string} line
 * @param {(name: string) => string} nameOf  The Russian name of a piece by its English one.
 * @returns {string | undefined}
 */
export function ruWords(line, nameOf) {
    if (LINES[line]) return LINES[line];
    const [, list] = /^promotes to (.*) on the last rank$/.exec(line) ?? [];
    if (list) {
        const names = list.split(/, | or /).map((name) => (name.startsWith("an enemy ") ? `${nameOf(name.slice(9))} врага` : nameOf(name)));
        return `на последней горизонтали превращается: ${names.join(", ")}`;
    }
    const parts = line.split(", ").map((part) => start(part));
    return parts.every((part) => part !== undefined) ? parts.join(", ") : undefined;
}
