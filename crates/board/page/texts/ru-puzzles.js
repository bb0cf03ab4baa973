// The server's words about puzzles in Russian: each of its sentences has a pattern here. They are made in
// crates/study/src/puzzles/words.rs.

/**
 * @typedef {object} PuzzleWords  What the sentences need of the page.
 * @property {(piece: string) => string} piece  The name of a piece by its English one.
 * @property {(reason: string) => string} reason  The reason of a result.
 * @property {(name: string) => string} theme  The name of a theme.
 * @property {string[]} themes  The themes of the puzzle.
 */

/** @type {[RegExp, (found: string[], words: PuzzleWords) => string][]} */
const SENTENCES = [
    [/^(\S+) forces a win, too, in (\d+)\./, ([, move, count]) => `${move} тоже форсирует победу, за ходов: ${count}.`],
    [/^(\S+) is as good\./, ([, move]) => `${move} не хуже.`],
    [/^(\S+) leaves you (\d+) of 100 points to expect, but a win can be forced\./, ([, move, share]) => `${move}: вы можете ждать ${share} из 100 очков, а победу можно форсировать.`],
    [/^(\S+) leaves you (\d+) of 100 points to expect, but the right move leaves (\d+)\./, ([, move, share, best]) => `${move}: вы можете ждать ${share} из 100 очков, а после верного хода ${best}.`],
    [/^(White|Black) answers (\S+): .*?\. Go on!/, ([, side, move]) => `${side === "White" ? "Белые" : "Чёрные"} отвечают ${move}. Дальше!`],
    [/^(White|Black) answers (\S+?)\. Another try!/, ([, side, move]) => `${side === "White" ? "Белые" : "Чёрные"} отвечают ${move}. Ещё попытка!`],
    [/^Another try!/, () => "Ещё попытка!"],
    [/^Solved at the first try\./, () => "Решено с первой попытки."],
    [/^Solved with a hint\./, () => "Решено с подсказкой."],
    [/^Solved at try (\d+)\./, ([, count]) => `Решено, попытка ${count}.`],
    [/^Theme: (.*?)\./, ([, names = ""], words) => `Тема: ${names.split(", ").map(words.theme).join(", ")}.`],
    [/^What it is about: .*$/, (_, words) => `О чём она: ${words.themes.map(words.theme).join(", ")}.`],
    [/^Look at the (.*) on (\w+)\./, ([, piece = "", square], words) => `Посмотрите на ${square}: там ${words.piece(piece)}.`],
    [/^Something comes from the reserve: a (.*)\./, ([, piece = ""], words) => `Фигура берётся из запаса: ${words.piece(piece)}.`],
    [/^The turn is given up\./, () => "Ход пропускается."],
    [/^The solution is (.*?): (.*?)\.(?= |$)/, ([, moves, reason = ""], words) => `Решение: ${moves} (${words.reason(reason)}).`],
    [/^The solution is (.*?)\.(?= |$)/, ([, moves]) => `Решение: ${moves}.`],
    [/^That is it!/, () => "Это всё!"],
    [/^((?:White|Black) [a-z][^.:]*|Draw[^.:]*|Stalemate|Both kings are gone)\. That is it!/, ([, reason = ""], words) => `Конец: ${words.reason(reason)}. Это всё!`],
    [/^(\S+): .*?\.(?= |$)/, ([, move]) => `Верно: ${move}.`],
];

/** The words about a puzzle, sentence by sentence; an unknown one stays as it is. @param {string} says @param {PuzzleWords} words */
export function ruPuzzle(says, words) {
    const said = [];
    let rest = says.trim();
    while (rest) {
        const known = SENTENCES.map(([pattern, tell]) => ({ found: pattern.exec(rest), tell })).find(({ found }) => found);
        if (!known?.found) return [...said, rest].join(" ");
        said.push(known.tell([...known.found], words));
        rest = rest.slice(known.found[0].length).trim();
    }
    return said.join(" ");
}
