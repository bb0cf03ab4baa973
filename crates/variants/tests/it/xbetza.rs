//! Every form of XBetza, on a board with pieces.
//!
//! `rows/xbetza.tsv` has a form a line, a board on which `A` moves so and `I` and `i` stand in its way, the squares that it
//! reaches without and with a capture, and where the form is described. The squares were worked out from the descriptions,
//! by programs of a few lines for each piece that know no notation.

use helgi_rules::board::Side;
use helgi_rules::notation::Notation;
use helgi_rules::{Game, Position};
use helgi_variants::{AnyFileGame, load};
use std::collections::BTreeSet;

/// A game with a piece that moves so, on the board of chess.
fn game(form: &str) -> AnyFileGame {
    let text = format!(
        "[forms]\ncustomPiece1 = a:{form}\nimmobile = i\nstalemateValue = loss\nstartFen = 8/8/8/8/8/8/8/A6a w - - 0 1\n"
    );
    let loaded = load(&text);
    assert_eq!(loaded.findings, [], "{form}");
    loaded.games[0].played()
}

/// The squares to which the piece on `from` goes without a capture, and with one.
fn reached(game: &AnyFileGame, fen: &str, from: &str) -> [BTreeSet<String>; 2] {
    let AnyFileGame::Small(game) = game else { panic!("the board of chess") };
    let position = game.parse(fen).unwrap();
    let (notation, outline) = (Notation::of(game), game.outline());
    let mut reached = [const { BTreeSet::new() }; 2];
    for legal in position.legal_moves() {
        let text = notation.write(legal).to_string();
        let Some(to) = text.strip_prefix(from) else { continue };
        let square = outline.named(to).unwrap();
        let takes = position.piece_at(square, 0).is_some_and(|piece| piece.side == Side::Black);
        reached[usize::from(takes)].insert(to.to_owned());
    }
    reached
}

fn squares(text: &str) -> BTreeSet<String> {
    text.split(' ').filter(|square| *square != "-").map(str::to_owned).collect()
}

#[test]
fn every_form_reaches_its_squares() {
    let mut forms = BTreeSet::new();
    for line in include_str!("../rows/xbetza.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [form, fen, from, quiet, captured, _] = fields[..] else { panic!("{line}") };
        let found = reached(&game(form), fen, from);
        assert_eq!(found, [squares(quiet), squares(captured)], "{form} on {fen}");
        forms.insert(form);
    }
    assert!(forms.len() > 100, "{} forms", forms.len());
}

/// A king in check by a piece over marked squares, and what stands on them.
#[test]
fn checks_over_bends_are_seen() {
    let text = "[marked]\nking = k\ncustomPiece1 = a:pafsW\ncustomPiece2 = c:ppR\nimmobile = i\n\
                startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
    let loaded = load(text);
    assert_eq!(loaded.findings, []);
    let AnyFileGame::Small(game) = loaded.games[0].played() else { panic!("the board of chess") };
    let checked = |fen: &str| game.parse(fen).unwrap().in_check();
    assert!(!checked("8/8/8/3k4/8/4A3/8/4K3 b - - 0 1"), "nothing to hop over");
    assert!(checked("8/8/8/3k4/4i3/4A3/8/4K3 b - - 0 1"));
    assert!(checked("3k4/8/3i4/8/3i4/8/8/3CK3 b - - 0 1"));
    assert!(!checked("3k4/8/8/8/8/8/8/3CK3 b - - 0 1"));
    // The piece that is hopped over may not come to stand in the way of nothing: the king of its side is then safe.
    let position = game.parse("3k4/8/8/3I4/8/8/8/3CK3 b - - 0 1").unwrap();
    assert!(position.in_check());
}

/// `O` stands for the keys of castling.
#[test]
fn castlings_stand_among_the_moves_of_the_king() {
    let base = "[wide:chess]\nmaxFile = j\nstartFen = r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1\n";
    let castlings = |king: &str| {
        let text = format!("{base}{king}\n");
        let loaded = load(&text);
        let findings: Vec<String> = loaded.findings.iter().map(ToString::to_string).collect();
        let Some(game) = loaded.games.first() else { return findings };
        let AnyFileGame::Medium(game) = game.played() else { panic!("80 squares") };
        let position = game.parse(game.info().start).unwrap();
        let notation = Notation::of(&game);
        let texts = position.legal_moves().into_iter().map(|legal| notation.write(legal).to_string());
        let mut texts: Vec<String> =
            texts.filter(|text| text.starts_with("f1") && text.len() == 4 && text.ends_with('1')).collect();
        texts.sort();
        texts
    };
    assert_eq!(castlings("king = k:KO3"), ["f1c1", "f1e1", "f1g1", "f1i1"]);
    assert_eq!(castlings("king = k:KlO3rO2"), ["f1c1", "f1e1", "f1g1", "f1h1"]);
    assert_eq!(castlings("king = k:KisO2O3"), ["f1c1", "f1d1", "f1e1", "f1g1", "f1h1", "f1i1"]);
    let refused = |king: &str, column: usize, why: &str| {
        let findings = castlings(king);
        assert!(findings.len() == 1 && findings[0].contains(why), "{king}: {findings:?}");
        assert!(findings[0].starts_with(&format!("4:{column}:")), "{king}: {findings:?}");
    };
    refused("king = k:KO6", 11, "leave the board");
    refused("king = k:KrO2", 12, "to both sides");
    refused("king = k:KrO2lO3lO2", 12, "the same numbers of squares");
    let both = castlings("king = k:KO2\ncastlingKingsideFile = h");
    assert!(both.len() == 1 && both[0].starts_with("5:"), "{both:?}");
}

/// Without a king there is nothing to castle with.
#[test]
fn only_kings_castle() {
    let loaded = load("[t:chess]\ncustomPiece1 = a:O2\n");
    assert_eq!(loaded.findings.len(), 1, "{:?}", loaded.findings);
    assert!(loaded.findings[0].to_string().starts_with("2:18:"), "{}", loaded.findings[0]);
}
