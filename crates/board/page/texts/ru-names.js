// The Russian names of games and pieces, the reasons of results and the phases. Where each name is from stands in
// docs/russian.md. The letters of moves stay as they are, so that games can be exchanged.

/** @typedef {import("../names.js").GameNames} GameNames */

const ORTHODOX = { K: "король", Q: "ферзь", R: "ладья", B: "слон", N: "конь", P: "пешка" };

const SOLDIERS = {
    T: "ратник ратоборца",
    M: "ратник всадника",
    A: "ратник лучника",
    D: "ратник князя",
    E: "ратник волхва",
    "+T": "ратоборец (из ратника)",
    "+M": "всадник (из ратника)",
    "+A": "лучник (из ратника)",
    "+D": "князь (из ратника)",
    "+E": "хелги",
};

/** By the beginnings of the games' names. @type {[string, GameNames][]} */
export const ruNames = [
    ["chessbattle", {
        title: "Шах-бой",
        summary: "Пушки, танки, кавалерия и бомбардировщик на крестообразной доске.",
        pieces: { H: "штаб", B: "бомбардировщик", T: "танк", G: "пушка", M: "пулемёт", C: "кавалерия", S: "солдат" },
    }],
    ["chess", { title: "Шахматы", summary: "Обычные шахматы по правилам ФИДЕ, а также шахматы-960.", pieces: ORTHODOX }],
    ["crazyhouse", {
        title: "Крейзихаус",
        summary: "Взятые фигуры переходят на вашу сторону и снова ставятся на доску.",
        pieces: { ...ORTHODOX, "Q~": "ферзь (из пешки)", "R~": "ладья (из пешки)", "B~": "слон (из пешки)", "N~": "конь (из пешки)" },
    }],
    ["tavreli", {
        title: "Таврели, русские шахматы",
        summary: "Фигуры встают друг на друга: пленных возят с собой и освобождают.",
        pieces: { K: "волхв", Q: "князь", R: "ратоборец", B: "лучник", N: "всадник", ...SOLDIERS },
    }],
    ["tactical", {
        title: "Тактические шахматы",
        summary: "Армии ждут в запасе; пушки и драконы стреляют, фанатики взрываются, а короля берут.",
        pieces: {
            ...ORTHODOX,
            O: "препятствие",
            T: "королевская ладья",
            A: "королевский слон",
            H: "королевский конь",
            V: "ветеран",
            C: "пушка",
            D: "дракон",
            I: "принц",
            F: "фанатик",
            J: "убийца",
        },
    }],
    ["popular10", {
        title: "Игра 10×10 с известными фигурами",
        summary: "Цитадели, прыгуны, фигуры с изломом пути и фигуры, которые растут, когда бьют.",
        pieces: {
            ...ORTHODOX,
            J: "верблюд",
            A: "архиепископ",
            M: "маршал",
            C: "пушка",
            V: "лук",
            E: "слон-элефант",
            W: "военная машина",
            G: "грифон",
            D: "дракон",
            S: "берлинская пешка",
            Z: "амазонка",
            O: "горгона",
            U: "антилопа гну",
            T: "танк",
            I: "оруженосец",
            Y: "сержант",
            F: "золотой генерал",
            L: "серебряный генерал",
        },
    }],
    ["operational2", {
        title: "Оперативные шахматы 2",
        summary: "Прыжки через полдоски, стрельба и опорные пункты на 17 вертикалях и 11 горизонталях.",
        pieces: {
            P: "солдат",
            C: "десант",
            R: "танк",
            B: "конница",
            H: "вертолёт",
            M: "ракета",
            O: "бомбардировщик",
            N: "генерал, две звезды",
            G: "генерал, три звезды",
            Q: "генерал, четыре звезды",
            X: "истребитель",
            U: "аванпост",
            S: "крепость",
        },
    }],
];

/** The reasons of results: what the server says, and the same in Russian. @type {[RegExp, string][]} */
export const ruReasons = [
    [/^(White|Black) mates$/, "мат; победа: {side}"],
    [/^(White|Black) resigns$/, "{side}: сдача"],
    [/^(White|Black) is stalemated$/, "{side}: пат"],
    [/^(White|Black) has no legal move$/, "{side}: нет ходов"],
    [/^(White|Black) captures the king$/, "{side}: король взят"],
    [/^(White|Black) captures all objectives$/, "{side}: взяты все цели"],
    [/^(White|Black) king in the citadel$/, "{side}: король в цитадели"],
    [/^(White|Black) wins by the bonus rule$/, "{side}: победа по бонусному правилу"],
    [/^(White|Black) wins on points (.*)$/, "{side}: победа по очкам, {rest}"],
    [/^(White|Black) wins by repetition$/, "{side}: победа из-за повторения"],
    [/^(White|Black) wins by move count$/, "{side}: победа по числу ходов"],
    [/^(White|Black) loses on time$/, "{side}: время вышло"],
    [/^(White|Black) wins by adjudication$/, "{side}: победа присуждена"],
    [/^(White|Black) makes an illegal move: (.*)$/, "{side}: невозможный ход {rest}"],
    [/^(White|Black) makes a false claim: (.*)$/, "{side}: ложное заявление {rest}"],
    [/^(White|Black) refuses a legal move: (.*)$/, "{side}: отвергнут возможный ход {rest}"],
    [/^(White|Black) disconnects$/, "{side}: обрыв связи"],
    [/^(White|Black)'s connection stalls$/, "{side}: нет ответа"],
    [/^Draw by adjudication: maximum game length$/, "присуждена ничья: партия слишком длинна"],
    [/^Draw by adjudication$/, "присуждена ничья"],
    [/^given up with the match$/, "прервана вместе с матчем"],
    [/^Stalemate$/, "пат"],
    [/^Both kings are gone$/, "оба короля взяты"],
    [/^Draw by repetition$/, "ничья из-за повторения"],
    [/^Draw by move count$/, "ничья по числу ходов"],
    [/^Draw by insufficient material$/, "ничья: не хватает фигур для мата"],
    [/^Draw by timeout$/, "ничья: время вышло, но выиграть нечем"],
    [/^Draw by agreement$/, "ничья по соглашению"],
    [/^Draw$/, "ничья"],
];

/** The phases of Tactical chess. @type {Record<string, string>} */
export const ruPhases = {
    "obstacles: put an obstacle on your half of the board, or pass": "препятствия: поставьте препятствие на своей половине доски или пропустите ход",
    "kings: put your king on one of your first three ranks": "короли: поставьте короля на одну из трёх своих первых горизонталей",
    "armies: put a piece on one of your first three ranks, or pass": "армии: поставьте фигуру на одну из трёх своих первых горизонталей или пропустите ход",
};
