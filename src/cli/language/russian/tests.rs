use super::*;
use helgi_rules::{Game, Position, Reason, readable};
use helgi_study::puzzles::Theme;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A file of the page's texts.
fn page_text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/board/page/texts");
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The pairs `key: "value"` of JavaScript, whose keys may be quoted.
fn pairs(text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut pieces = text.split('"');
    let mut before = pieces.next().unwrap_or_default();
    let mut quoted_key = "";
    while let (Some(value), Some(after)) = (pieces.next(), pieces.next()) {
        let bare = before
            .trim_end()
            .strip_suffix(':')
            .map(|head| head.rsplit([' ', '{', '\n', ',']).next().unwrap_or_default());
        if let Some(bare) = bare {
            let key = if bare.is_empty() { quoted_key } else { bare };
            found.insert(key.to_owned(), value.to_owned());
        } else {
            quoted_key = value;
        }
        before = after;
    }
    found
}

#[test]
fn javascript_is_read() {
    let found = pairs("{ K: \"a\", \"+T\": \"b\",\n Q: \"c (d)\" }");
    let expected = [("K", "a"), ("+T", "b"), ("Q", "c (d)")];
    assert_eq!(found, expected.map(|(key, value)| (key.to_owned(), value.to_owned())).into());
}

#[test]
fn names_are_those_of_the_page() {
    let text = page_text("ru-names.js");
    let constant = |name: &str| {
        let (_, rest) = text.split_once(&format!("const {name} = {{")).unwrap();
        rest.split_once('}').unwrap().0
    };
    let (_, table) = text.split_once("export const ruNames = [").unwrap();
    let table = table.split_once("\n];").unwrap().0;
    let table = table.replace("...SOLDIERS", constant("SOLDIERS"));
    let table = table.replace("...ORTHODOX", constant("ORTHODOX"));
    let table = table.replace("pieces: ORTHODOX", &format!("pieces: {{{}}}", constant("ORTHODOX")));
    let mut games = 0;
    for entry in table.split("\n    [\"").skip(1) {
        let (family, entry) = entry.split_once('"').unwrap();
        let (head, entry) = entry.split_once("pieces: ").unwrap();
        let game = GameId::named(family).unwrap();
        assert_eq!(Russian.title(game), pairs(head)["title"], "{family}");
        let page = pairs(entry);
        for (kind, piece) in (0..).map(Kind).zip(game.info().pieces) {
            assert_eq!(
                Some(Russian.piece(game, kind)),
                page.get(&piece.text()).map(String::as_str),
                "{family}"
            );
        }
        assert_eq!(page.len(), game.info().pieces.len(), "{family}: {page:?}");
        games += 1;
    }
    assert_eq!(games, names::GAMES.len());
}

#[test]
fn every_piece_of_every_built_in_game_has_a_name() {
    for &game in GameId::BUILT_IN.iter().chain(GameId::UNLISTED) {
        for (kind, piece) in (0..).map(Kind).zip(game.info().pieces) {
            assert!(names::piece(game, kind).is_some(), "{}: {}", game.name(), piece.text());
        }
    }
    for (name, title) in [
        ("chess960", "Шахматы-960"),
        ("popular10", "Игра 10×10 с известными фигурами"),
        ("popular10-drop", "Игра 10×10 с известными фигурами (popular10-drop)"),
    ] {
        assert_eq!(Russian.title(GameId::named(name).unwrap()), title);
    }
}

#[test]
fn reasons_phases_and_themes_are_those_of_the_page() {
    let text = page_text("ru-names.js");
    let (reasons, phases) = text.split_once("export const ruPhases").unwrap();
    let (_, reasons) = reasons.split_once("export const ruReasons").unwrap();
    let patterns: Vec<(&str, &str)> = reasons
        .lines()
        .filter_map(|line| {
            let (pattern, text) = line.trim().strip_prefix("[/^")?.split_once("$/, \"")?;
            Some((pattern, text.strip_suffix("\"],")?))
        })
        .collect();
    // As the page's patterns find it, with one group for a side and one for points.
    let on_page = |reason: &str| {
        patterns.iter().find_map(|(pattern, text)| {
            let Some(rest) = pattern.strip_prefix("(White|Black)") else {
                return (*pattern == reason).then(|| (*text).to_owned());
            };
            let (side, of_side) =
                Side::BOTH.into_iter().find_map(|side| Some((side, reason.strip_prefix(side.name())?)))?;
            let points = match rest.strip_suffix("(.*)") {
                Some(head) => of_side.strip_prefix(head)?,
                None => (rest == of_side).then_some("")?,
            };
            Some(text.replace("{side}", Russian.side(side)).replace("{rest}", points))
        })
    };
    let may_win = |reason: &Reason| *reason != Reason::InsufficientMaterial;
    let decisive = Reason::IN_WORDS.into_iter().filter(may_win);
    let decisive = decisive.chain([Reason::Points { white: 31, black: 28 }]);
    let by_count = [Reason::Repetition, Reason::MoveCount, Reason::InsufficientMaterial];
    let drawn = [Reason::Stalemate, Reason::BothKingsGone].into_iter().chain(by_count);
    let wins = decisive.flat_map(|reason| Side::BOTH.map(|side| Outcome::win(side, reason)));
    let mut outcomes: Vec<Outcome> = wins.chain(drawn.map(Outcome::draw)).collect();
    outcomes.push(Outcome::draw(Reason::Points { white: 30, black: 30 }));
    for outcome in outcomes {
        let english = outcome.reason_text().to_string();
        assert_eq!(on_page(&english), Some(Russian.reason(outcome)), "{english}");
    }
    for side in Side::BOTH {
        let english = super::super::ENGLISH.resigns(side);
        assert_eq!(on_page(&english), Some(Russian.resigns(side)));
    }
    // A rule of a game from a file keeps its words.
    let rule = Outcome::win(Side::White, Reason::Rule("reaches the last rank"));
    assert_eq!(Russian.reason(rule), "White reaches the last rank");

    for &(english, own) in names::PHASES {
        assert!(phases.contains(&format!("\"{english}\": \"{own}\"")), "{english}");
    }
    assert_eq!(phases.matches("\": \"").count(), names::PHASES.len());
    let start = GameId::TACTICAL.start();
    let phase = start.phase_text().unwrap();
    assert_ne!(Russian.phase(phase), phase);

    let texts = pairs(&page_text("ru.js"));
    assert_eq!(names::THEMES.len(), Theme::ALL.len());
    for (&theme, &(name, own)) in Theme::ALL.iter().zip(names::THEMES) {
        assert_eq!(theme.name(), name);
        assert_eq!(texts.get(&format!("theme.{name}")).map(String::as_str), Some(own), "{name}");
    }
}

#[test]
fn nouns_go_with_their_numbers() {
    for (count, expected) in [
        (0, "0 ходов"),
        (1, "1 ход"),
        (2, "2 хода"),
        (4, "4 хода"),
        (5, "5 ходов"),
        (11, "11 ходов"),
        (12, "12 ходов"),
        (21, "21 ход"),
        (104, "104 хода"),
        (112, "112 ходов"),
    ] {
        assert_eq!(counted(count, ["ход", "хода", "ходов"]), expected);
    }
    assert!(Russian.tally(1, 1, 1).starts_with("Решено: 1 из 1 задачи,"));
    assert!(Russian.tally(2, 3, 1).starts_with("Решено: 2 из 3 задач,"));
    assert!(Russian.tally(2, 21, 1).starts_with("Решено: 2 из 21 задачи,"));
}

/// The moves of the table of English descriptions, in Russian.
#[test]
fn what_moves_do_is_said_in_every_game() {
    let table = include_str!("moves.tsv");
    let mut lines = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [game, fen, played, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}")
        };
        let position = GameId::named(game).unwrap().parse(fen).unwrap();
        let played = helgi_rules::notation::read(&position, played).unwrap();
        let facts = helgi_rules::describe::facts(&position, played);
        assert_eq!(Russian.facts(&position, &facts), expected, "{line}");
        lines += 1;
    }
    assert!(lines > 25, "{lines}");
}

#[test]
fn slips_are_answered() {
    let start = GameId::CHESS.start();
    let advise = |position: &AnyPosition, text: &str| {
        let advice = helgi_rules::advice::advise(position, text).unwrap();
        Russian.advice(position, &advice)
    };
    for (text, expected) in [
        ("e5", "Ни одна ваша фигура не может пойти на e5. `ходы` покажет ваши ходы."),
        ("Bf3", "Слон не может пойти на f3. Туда ведут: Nf3 f3."),
        ("e2e5", "Пешка на e2, ходы: e3 e4."),
        ("e4e5", "На e4 нет фигуры. `ходы` покажет ваши ходы."),
        ("e7e5", "Пешка на e7: не ваша фигура, сейчас ход белых. `ходы` покажет ваши ходы."),
        ("Ke1e2", "Король на e1 сейчас не может ходить. `ходы` покажет ваши ходы."),
        ("Ke9", "На доске нет поля e9. `ходы` покажет ваши ходы."),
        ("0-0", "Такая рокировка сейчас невозможна. `ходы` покажет ваши ходы."),
    ] {
        assert_eq!(advise(&start, text), expected);
    }
    // Some letters of both alphabets look alike.
    let expected = "`е2е4`: ходы пишутся латинскими буквами, как e2e4 или Nf3; `помощь` перечислит команды.";
    assert_eq!(Russian.not_understood("е2е4"), expected);
    let expected = "`привет` — не ход и не команда; `ходы` покажет ходы, `помощь` — команды.";
    assert_eq!(Russian.not_understood("привет"), expected);
    let knights = GameId::CHESS.parse("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").unwrap();
    assert_eq!(advise(&knights, "Nd2"), "Какая из фигур? Nbd2 Nfd2.");
    let check = GameId::CHESS.parse("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
    let expected = "Вам шах. Ни одна ваша фигура не может пойти на a1. `ходы` покажет ваши ходы.";
    assert_eq!(advise(&check, "a1"), expected);
    let tavreli = GameId::TAVRELI.start();
    let text = advise(&tavreli, "Nf4");
    assert!(text.starts_with("Всадник не может пойти на f4. Туда ведут: "), "{text}");
    assert!(readable::read(&tavreli, "Nf3").is_ok());
}
