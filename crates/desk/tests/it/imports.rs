//! Games of other programs, read on the page, in the languages of people.

use helgi_desk::workbench::{Imported, WriteRefusal};
use helgi_variants::exchange::EXCHANGE_PHRASES;
use helgi_words::{Catalogue, TextMessage};
use std::collections::BTreeSet;

const CHESS: &str = "Pawn:P:fmWfceFifmnD::a2-h2\nRook:R:R::a1,h1\nKnight:N:N::b1,g1\nBishop:B:B::c1,f1\nQueen:Q:Q::d1\n\
                     King:K:KisO2::e1";

/// Sources with every text about lines that has places for values.
fn sources() -> Vec<String> {
    let head = "files=8\nranks=8\nroyal=K\n";
    let odd = "Lion:LN:[F?R]::c1\nLynx:L:W::d1\nGuard:G:Wx?::f1\nMan:M:K::g1:4000000000\nKing:K:K::e1";
    let wide = "files=16\nranks=8\nroyal=K\nshuffle=ABCDEFGHIJL\nKing:K:K::p1\n";
    let kinds = "ABCDEFGHIJL".chars().zip('a'..);
    let wide: String =
        kinds.fold(wide.to_owned(), |text, (id, file)| format!("{text}Piece{id}:{id}:W::{file}1\n"));
    let fairymax = "Game: mine\n8x8\n4 5 6 7 8 6 5 4\n4 5 6 7 8 6 5 4\np:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
                    k:-1 1,34 -1,34 1,7 -1,7 16,7 15,7 17,7 -16,7 -15,7 -17,7\nr:444 1,3 16,3 -1,3 -16,3\nn:259 17,2003\n";
    vec![
        format!("{head}shuffle=X\n{CHESS}"),
        format!("{head}shuffle=P\n{CHESS}"),
        format!("{head}shuffle=KQ\n{CHESS}"),
        format!("{head}promoChoice=QX\n{CHESS}"),
        format!("{head}{odd}"),
        wide,
        fairymax.to_owned(),
    ]
}

/// A place without a value stays as it is, and so do names of texts that no catalogue has.
#[test]
fn fates_of_lines_have_words_with_all_their_values() {
    let imported =
        |text: &String| Imported::of(text, "mine").unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let notes: Vec<TextMessage> =
        sources().iter().flat_map(|text| imported(text).notes).filter_map(|note| note.why).collect();
    let met: BTreeSet<&str> = notes.iter().map(TextMessage::id).collect();
    let with_places = EXCHANGE_PHRASES.iter().filter(|phrase| phrase.words.contains('{'));
    let missing: Vec<&str> = with_places.map(|phrase| phrase.id).filter(|id| !met.contains(id)).collect();
    assert!(missing.is_empty(), "no line with the text {missing:?}");
    for catalogue in Catalogue::all() {
        for note in &notes {
            let written = catalogue.write(note);
            assert!(!written.contains(['{', '}']), "{catalogue:?}: {written}");
            assert!(note.own(catalogue.code()).is_some(), "{catalogue:?}: pages do not have {}", note.id());
        }
    }
}

#[test]
fn imports_are_told_in_russian() {
    let russian = Catalogue::named("ru").unwrap();
    let notes = Imported::of(&sources()[4], "mine").unwrap().notes;
    let told: Vec<String> = notes.iter().filter_map(|note| Some(russian.write(note.why.as_ref()?))).collect();
    for expected in [
        "у фигур helgi по одной букве, а не `LN`",
        "её буква здесь `Y`, потому что своя занята другой фигурой",
        "фигур в запасе – 127",
    ] {
        assert!(told.iter().any(|line| line == expected), "{told:#?}");
    }
    let why =
        |text| Imported::of(text, "mine").map(|_| ()).map_err(|WriteRefusal { why, .. }| russian.write(&why));
    let expected = "строка 1: `files=99`: нужно от 1 до 26 вертикалей";
    assert_eq!(why("files=99\n"), Err(expected.to_owned()));
}
