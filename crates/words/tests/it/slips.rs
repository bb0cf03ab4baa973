//! Advice on texts that are not moves.

use helgi_rules::internals::advice::advise;
use helgi_rules::{AnyPosition, Game, GameId};
use helgi_words::{Catalogue, slips};

/// The advice on a text, in a language.
fn advice(position: &AnyPosition, text: &str, language: &str) -> String {
    let advice = advise(position, text).unwrap();
    Catalogue::named(language).unwrap().write(&slips::advice(position, &advice))
}

#[test]
fn a_slip_is_answered_by_what_is_possible() {
    let start = GameId::CHESS.start();
    for (text, expected, names_moves) in [
        ("e5", "None of your pieces can go to e5.", false),
        ("Bf3", "Your bishop cannot go to f3. What can: Nf3 f3.", true),
        ("e2e5", "Moves of the pawn on e2: e3 e4.", true),
        ("e4e5", "There is no piece on e4.", false),
        ("e7e5", "The pawn on e7 is not yours; it is White's turn.", false),
        ("Ke1e2", "The king on e1 cannot move now.", false),
        ("Ke9", "The board has no e9.", false),
        ("e2e9", "The board has no e9.", false),
        ("i1e2", "The board has no i1.", false),
        ("0-0", "You cannot castle there now.", false),
        ("o-o-o", "You cannot castle there now.", false),
    ] {
        assert_eq!(advice(&start, text, "en"), expected, "{text}");
        assert_eq!(advise(&start, text).unwrap().names_moves(), names_moves, "{text}");
    }
    for text in ["hello", "", "é4", "e1234567", "1", "ÿ"] {
        assert_eq!(advise(&start, text), None, "{text}");
    }
    let knights = GameId::CHESS.parse("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").unwrap();
    assert_eq!(advice(&knights, "Nd2", "en"), "Which one? Nbd2 Nfd2.");
    let check = GameId::CHESS.parse("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
    assert_eq!(advice(&check, "a1", "en"), "You are in check. None of your pieces can go to a1.");
}

#[test]
fn a_slip_is_answered_in_russian() {
    let start = GameId::CHESS.start();
    for (text, expected) in [
        ("e5", "Ни одна ваша фигура не может пойти на e5."),
        ("Bf3", "Слон не может пойти на f3. Туда ведут: Nf3 f3."),
        ("e2e5", "Пешка на e2, ходы: e3 e4."),
        ("e4e5", "На e4 нет фигуры."),
        ("e7e5", "Пешка на e7: не ваша фигура, сейчас ход белых."),
        ("Ke1e2", "Король на e1 сейчас не может ходить."),
        ("Ke9", "На доске нет поля e9."),
        ("0-0", "Такая рокировка сейчас невозможна."),
    ] {
        assert_eq!(advice(&start, text, "ru"), expected);
    }
    let check = GameId::CHESS.parse("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap();
    assert_eq!(advice(&check, "a1", "ru"), "Вам шах. Ни одна ваша фигура не может пойти на a1.");
    let tavreli = advice(&GameId::TAVRELI.start(), "Nf4", "ru");
    assert!(tavreli.starts_with("Всадник не может пойти на f4. Туда ведут: "), "{tavreli}");
}
