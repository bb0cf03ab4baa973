//! The Russian names of games, pieces, phases and themes: those of the page in the browser, with which a test compares
//! them. `docs/russian.md` has their sources.

use helgi_rules::GameId;
use helgi_rules::board::Kind;

/// The names of a game and its pieces.
pub struct RussianNames {
    /// The family of games that they are for.
    pub family: &'static str,
    /// The game.
    pub title: &'static str,
    /// The pieces by their texts in positions.
    pub pieces: &'static [(&'static str, &'static str)],
}

/// The pieces of chess, which other games have, too.
const ORTHODOX: &[(&str, &str)] =
    &[("K", "король"), ("Q", "ферзь"), ("R", "ладья"), ("B", "слон"), ("N", "конь"), ("P", "пешка")];

/// The built-in games.
pub const GAMES: &[RussianNames] = &[
    RussianNames {
        family: "chessbattle",
        title: "Шах-бой",
        pieces: &[
            ("H", "штаб"),
            ("B", "бомбардировщик"),
            ("T", "танк"),
            ("G", "пушка"),
            ("M", "пулемёт"),
            ("C", "кавалерия"),
            ("S", "солдат"),
        ],
    },
    RussianNames { family: "chess", title: "Шахматы", pieces: ORTHODOX },
    RussianNames {
        family: "crazyhouse",
        title: "Крейзихаус",
        pieces: &[
            ("Q~", "ферзь (из пешки)"),
            ("R~", "ладья (из пешки)"),
            ("B~", "слон (из пешки)"),
            ("N~", "конь (из пешки)"),
        ],
    },
    RussianNames {
        family: "tavreli",
        title: "Таврели, русские шахматы",
        pieces: &[
            ("K", "волхв"),
            ("Q", "князь"),
            ("R", "ратоборец"),
            ("B", "лучник"),
            ("N", "всадник"),
            ("T", "ратник ратоборца"),
            ("M", "ратник всадника"),
            ("A", "ратник лучника"),
            ("D", "ратник князя"),
            ("E", "ратник волхва"),
            ("+T", "ратоборец (из ратника)"),
            ("+M", "всадник (из ратника)"),
            ("+A", "лучник (из ратника)"),
            ("+D", "князь (из ратника)"),
            ("+E", "хелги"),
        ],
    },
    RussianNames {
        family: "tactical",
        title: "Тактические шахматы",
        pieces: &[
            ("O", "препятствие"),
            ("T", "королевская ладья"),
            ("A", "королевский слон"),
            ("H", "королевский конь"),
            ("V", "ветеран"),
            ("C", "пушка"),
            ("D", "дракон"),
            ("I", "принц"),
            ("F", "фанатик"),
            ("J", "убийца"),
        ],
    },
    RussianNames {
        family: "popular10",
        title: "Игра 10×10 с известными фигурами",
        pieces: &[
            ("J", "верблюд"),
            ("A", "архиепископ"),
            ("M", "маршал"),
            ("C", "пушка"),
            ("V", "лук"),
            ("E", "слон-элефант"),
            ("W", "военная машина"),
            ("G", "грифон"),
            ("D", "дракон"),
            ("S", "берлинская пешка"),
            ("Z", "амазонка"),
            ("O", "горгона"),
            ("U", "антилопа гну"),
            ("T", "танк"),
            ("I", "оруженосец"),
            ("Y", "сержант"),
            ("F", "золотой генерал"),
            ("L", "серебряный генерал"),
        ],
    },
    RussianNames {
        family: "operational2",
        title: "Оперативные шахматы 2",
        pieces: &[
            ("P", "солдат"),
            ("C", "десант"),
            ("R", "танк"),
            ("B", "конница"),
            ("H", "вертолёт"),
            ("M", "ракета"),
            ("O", "бомбардировщик"),
            ("N", "генерал, две звезды"),
            ("G", "генерал, три звезды"),
            ("Q", "генерал, четыре звезды"),
            ("X", "истребитель"),
            ("U", "аванпост"),
            ("S", "крепость"),
        ],
    },
];

/// The phases of Tactical chess, by their English words.
pub const PHASES: &[(&str, &str)] = &[
    (
        "obstacles: put an obstacle on your half of the board, or pass",
        "препятствия: поставьте препятствие на своей половине доски или пропустите ход",
    ),
    (
        "kings: put your king on one of your first three ranks",
        "короли: поставьте короля на одну из трёх своих первых горизонталей",
    ),
    (
        "armies: put a piece on one of your first three ranks, or pass",
        "армии: поставьте фигуру на одну из трёх своих первых горизонталей или пропустите ход",
    ),
];

/// The themes of puzzles, by their names in files.
pub const THEMES: &[(&str, &str)] = &[
    ("mate", "мат"),
    ("kingCapture", "взятие короля"),
    ("objectives", "последняя цель"),
    ("citadel", "цитадель"),
    ("otherWin", "победа по другому правилу"),
    ("forcedWin", "форсированная победа"),
    ("crushing", "решающий перевес"),
    ("advantage", "перевес"),
    ("equality", "спасение равновесия"),
    ("shot", "выстрел"),
    ("doubleShot", "двойной выстрел"),
    ("drop", "фигура из запаса"),
    ("stackRelease", "освобождение своей фигуры"),
    ("stackSplit", "разделение башни"),
    ("mount", "постройка башни"),
    ("prisoner", "взятие в плен"),
    ("explosion", "взрыв"),
    ("removal", "удаление фигуры"),
    ("promotion", "превращение"),
    ("enPassant", "взятие на проходе"),
    ("castling", "рокировка"),
    ("pass", "пас"),
    ("sacrifice", "жертва"),
    ("doubleCheck", "двойной шах"),
    ("quietMove", "тихий ход"),
    ("defence", "защита"),
    ("oneMove", "один ход"),
    ("short", "два хода"),
    ("long", "три хода"),
    ("veryLong", "четыре хода и больше"),
];

/// The names of a game; `None` for games from files, which keep their own.
pub fn of_game(game: GameId) -> Option<&'static RussianNames> {
    let is_built_in = GameId::BUILT_IN.iter().chain(GameId::UNLISTED).any(|&known| known == game);
    GAMES.iter().find(|names| is_built_in && names.family == game.info().family)
}

/// The name of a kind of piece; `None` for those of games from files.
pub fn piece(game: GameId, kind: Kind) -> Option<&'static str> {
    let names = of_game(game)?;
    let text = game.info().pieces.get(usize::from(kind.0))?.text();
    let mut known = names.pieces.iter().chain(ORTHODOX);
    known.find(|(letter, _)| *letter == text).map(|&(_, name)| name)
}
