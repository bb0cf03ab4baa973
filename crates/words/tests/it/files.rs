//! Words that games from files bring.

use helgi_rules::{AnyPosition, Game, GameId, Outcome, Reason, board::Side};
use helgi_words::{Catalogue, ends, names, pieces};

#[test]
fn a_file_brings_its_words_by_language() {
    let text = "[stars:chess]\ntitle = Chess of stars\ntitle.ru = Звёздные шахматы\n\
        rules = Chess with stars. And more.\nrules.ru = Шахматы со звёздами. И не только.\n\
        customPiece1 = s:K\npieceName = s:star\npieceName.ru = s:звезда\n\
        startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBSKBNR w KQkq - 0 1\n\
        [more-stars:stars]\ntitle = More stars\n";
    let loaded = helgi_variants::load(text);
    assert_eq!(loaded.findings, []);
    for game in &loaded.games {
        helgi_variants::register(game).unwrap();
    }
    let [english, russian] = ["en", "ru"].map(|code| Catalogue::named(code).unwrap());
    let game = GameId::named("stars").unwrap();
    for (catalogue, title, summary, star) in [
        (english, "Chess of stars", "Chess with stars.", "star"),
        (russian, "Звёздные шахматы", "Шахматы со звёздами.", "звезда"),
    ] {
        assert_eq!(catalogue.write(&names::title(game)), title);
        assert_eq!(catalogue.write(&names::summary(game)), summary);
        let piece = game.info().pieces.iter().find(|piece| piece.letter == 'S').unwrap();
        assert_eq!(catalogue.write(&names::piece(game.info(), piece)), star);
    }
    // The usual pieces have their names from the catalogue.
    let knight = game.info().pieces.iter().find(|piece| piece.letter == 'N').unwrap();
    assert_eq!(russian.write(&names::piece(game.info(), knight)), "конь");
    assert_eq!(russian.write(&pieces::rules(knight, game.info())[0]), "прыжок 1 на 2");
    // A title of one's own is not that of the base; the names of pieces are.
    let more = GameId::named("more-stars").unwrap();
    assert_eq!(russian.write(&names::title(more)), "More stars");
    let star = more.info().pieces.iter().find(|piece| piece.letter == 'S').unwrap();
    assert_eq!(russian.write(&names::piece(more.info(), star)), "звезда");
    // Words are no rules.
    let plain = helgi_variants::load(&text.replace(".ru = ", ".de = "));
    helgi_variants::register(&plain.games[0]).unwrap();
    let other = GameId::named("stars").unwrap();
    assert_eq!(helgi_rules::Game::fingerprint(&game), helgi_rules::Game::fingerprint(&other));
    assert_eq!(russian.write(&names::title(other)), "Chess of stars");
}

#[test]
fn a_file_brings_the_words_of_its_phases() {
    let text = "[opening:chess]\nphase1 = 1-2 move pass\nphase1.ru = разминка\nphase2 = 3- move\n";
    let loaded = helgi_variants::load(text);
    assert_eq!(loaded.findings, []);
    helgi_variants::register(&loaded.games[0]).unwrap();
    let [english, russian] = ["en", "ru"].map(|code| Catalogue::named(code).unwrap());
    let mut position = GameId::named("opening").unwrap().start();
    let said = |position: &AnyPosition| {
        let phase = names::phase(position).unwrap();
        [english, russian].map(|catalogue| catalogue.write(&phase))
    };
    assert_eq!(said(&position), ["turns 1 to 2: move, or pass", "разминка"]);
    for text in ["e2e4", "e7e5", "d2d4", "d7d5"] {
        position = position.after(helgi_rules::notation::read(&position, text).unwrap());
    }
    assert!(names::phase(&position).is_none(), "the last phase needs no words");
}

#[test]
fn mistakes_in_translated_keys_are_found() {
    for (key, found) in [("title.russian", 1), ("startFen.ru", 1), ("titel.ru", 1), ("title.ru", 0)] {
        let loaded = helgi_variants::load(&format!("[odd:chess]\n{key} = x\n"));
        assert_eq!(loaded.findings.len(), found, "{key}: {:?}", loaded.findings);
    }
    let loaded = helgi_variants::load("[odd:chess]\npieceName.ru = z:звезда\n");
    assert_eq!(loaded.findings.len(), 1, "{:?}", loaded.findings);
}

#[test]
fn a_game_of_the_library_ends_in_russian() {
    helgi_variants::install_library();
    let game = GameId::named("kingofthehill").unwrap();
    let russian = Catalogue::named("ru").unwrap();
    assert_eq!(russian.write(&names::title(game)), "Царь горы");
    let goal = game.info().reasons.iter().find(|phrase| phrase.id == "goal").copied().unwrap();
    let won = ends::outcome(Outcome::win(Side::White, Reason::Rule(goal)));
    assert_eq!(russian.write(&won), "белые достигли цели");
}

/// Each form of XBetza has words in both languages, besides the form itself.
#[test]
fn every_form_of_moves_has_words() {
    let [english, russian] = ["en", "ru"].map(|code| Catalogue::named(code).unwrap());
    let mut forms = 0;
    let rows = [
        include_str!("../../../variants/tests/rows/xbetza.tsv"),
        include_str!("../../../variants/tests/rows/xbetza-captures.tsv"),
    ];
    for line in rows.into_iter().flat_map(|rows| rows.lines().skip(1)) {
        let form = line.split('\t').next().unwrap();
        let text = format!(
            "[form]\ncustomPiece1 = a:{form}\nstalemateValue = loss\nstartFen = 8/8/8/8/8/8/8/A6a w - - 0 1\n"
        );
        let loaded = helgi_variants::load(&text);
        assert_eq!(loaded.findings, [], "{form}");
        let game = loaded.games[0].played();
        let piece = &game.info().pieces[0];
        for catalogue in [english, russian] {
            let lines = pieces::rules(piece, game.info());
            let lines: Vec<String> = lines.iter().map(|line| catalogue.write(line)).collect();
            assert!(!lines[0].is_empty() && !lines[0].contains("XBetza"), "{form}: {lines:?}");
        }
        forms += 1;
    }
    assert!(forms > 100);
}

/// A few of them as a person reads them.
#[test]
fn forms_are_told_in_words() {
    let [english, russian] = ["en", "ru"].map(|code| Catalogue::named(code).unwrap());
    for (form, in_english, in_russian) in [
        (
            "[F-R]",
            "one square diagonally, then any number of squares straight outwards",
            "на одно поле по диагонали, затем на любое число полей по прямой наружу",
        ),
        (
            "pafW",
            "one square straight, then one square straight straight on, over a piece that stands there",
            "на одно поле по прямой, затем на одно поле по прямой прямо дальше, через стоящую там фигуру",
        ),
        ("jA", "a leap of 2 by 2, over one piece or more", "прыжок 2 на 2, через одну или несколько фигур"),
        ("oN", "a leap of 1 by 2, around the sides of the board", "прыжок 1 на 2, через боковые края доски"),
    ] {
        let text = format!(
            "[form]\ncustomPiece1 = a:{form}\nstalemateValue = loss\nstartFen = 8/8/8/8/8/8/8/A6a w - - 0 1\n"
        );
        let game = helgi_variants::load(&text).games[0].played();
        let line = &pieces::rules(&game.info().pieces[0], game.info())[0];
        assert_eq!((&*english.write(line), &*russian.write(line)), (in_english, in_russian), "{form}");
    }
}

/// The moves that pieces take over from the one that moved last are told beside their own.
#[test]
fn imitators_are_told_of() {
    let forms = [("all", "I"), ("quiet", "WmI"), ("takers", "cI")];
    let section = |(name, form)| format!("[imitating-{name}:chess]\ncustomPiece1 = j:{form}\n");
    let loaded = helgi_variants::load(&forms.map(section).concat());
    assert_eq!(loaded.findings, []);
    let [english, russian] = ["en", "ru"].map(|code| Catalogue::named(code).unwrap());
    let said = |at: usize, catalogue: &Catalogue| -> Vec<String> {
        let info = loaded.games[at].played().info();
        let joker = info.pieces.iter().find(|piece| piece.letter == 'J').unwrap();
        pieces::rules(joker, info).iter().map(|line| catalogue.write(line)).collect()
    };
    for (at, expected) in [
        (0, &["the moves of the piece that moved last, of either side", "moves as `I` in XBetza"][..]),
        (
            1,
            &[
                "one square straight",
                "the moves of the piece that moved last, of either side, but no captures",
                "moves as `WmI` in XBetza",
            ],
        ),
        (2, &["the captures of the piece that moved last, of either side", "moves as `cI` in XBetza"]),
    ] {
        assert_eq!(said(at, english), expected);
    }
    assert_eq!(said(0, russian)[0], "ходит и берёт как фигура, сделавшая последний ход, своя или чужая");
    helgi_variants::register(&loaded.games[0]).unwrap();
    let mut position = GameId::named("imitating-all").unwrap().start();
    assert!(names::phase(&position).is_none());
    for text in ["b1c3", "e7e5"] {
        position = position.after(helgi_rules::notation::read(&position, text).unwrap());
    }
    let phase = names::phase(&position).unwrap();
    let told = [english, russian].map(|catalogue| catalogue.write(&phase));
    assert_eq!(told, ["the piece that moved last: pawn", "последней ходила фигура: пешка"]);
}
