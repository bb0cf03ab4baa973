//! The facts of a game about its pieces, compared with their moves in random games.

use fastrand::Rng;
use helgi_rules::board::{Action, Extra, Kind, Move, Piece, Side, Square};
use helgi_rules::{AnyPosition, Game, GameId, Info, Position, Promotion, Royalty};
use std::collections::BTreeSet;

const PLIES: usize = 150;
const GAMES: u64 = 60;

/// Everything seen in random games of one game.
#[derive(Default)]
struct Seen {
    /// Kinds that became others, and which.
    promotions: BTreeSet<(u8, u8)>,
    /// Captors and victims.
    captures: BTreeSet<(u8, u8)>,
    /// Kinds that were in check.
    checked: BTreeSet<u8>,
    /// Kinds that a move took off the board by arriving on the last rank.
    left: BTreeSet<u8>,
}

/// The last rank of a side.
fn is_last_rank(position: &AnyPosition, square: Square, side: Side) -> bool {
    position.outline().rank_of(side, square) == position.info().ranks - 1
}

fn note(seen: &mut Seen, position: &AnyPosition, legal: Move) {
    let mut after = position.clone();
    after.play(legal);
    let side = position.side();
    let top = |square| position.piece_at(square, 0).filter(|piece| piece.side == side);
    match legal.action() {
        Action::Step { from, to, promote, extra } => {
            let Some(mover) = top(from) else { return };
            let victim = position.piece_at(to, 0).filter(|victim| victim.side != side);
            if let Some(victim) = victim {
                seen.captures.insert((mover.kind.0, victim.kind.0));
            }
            let arrived = after.piece_at(to, 0);
            if let Some(kind) = promote {
                // In some games a piece grows by its capture, and promotes as what it is then.
                if victim.is_some() {
                    return;
                }
                seen.promotions.insert((mover.kind.0, kind.0));
            } else if is_last_rank(position, to, side) && victim.is_none() && extra == Extra::None {
                match arrived {
                    Some(Piece { kind, .. }) if kind != mover.kind => {
                        seen.promotions.insert((mover.kind.0, kind.0));
                    }
                    None => {
                        seen.left.insert(mover.kind.0);
                    }
                    _ => {}
                }
            } else if is_last_rank(position, to, side) && arrived.is_none() && victim.is_none() {
                seen.left.insert(mover.kind.0);
            }
        }
        Action::Shoot { from, target, .. } => {
            if let (Some(shooter), Some(victim)) = (top(from), position.piece_at(target, 0)) {
                seen.captures.insert((shooter.kind.0, victim.kind.0));
            }
        }
        _ => {}
    }
    let checkers = after.checkers();
    if !checkers.is_empty() {
        let royal = after.info().pieces.iter().position(|piece| piece.royalty == Royalty::Checked);
        seen.checked.insert(u8::try_from(royal.expect("a royal piece")).unwrap());
    }
}

fn play(game: GameId) -> Seen {
    let mut seen = Seen::default();
    for seed in 0..GAMES {
        let mut random = Rng::with_seed(seed);
        let mut position = game.start();
        for _ in 0..PLIES {
            let legal = position.legal_moves();
            // Forward, so that pieces arrive.
            let Some(&chosen) = random.choice(&legal) else { break };
            let advances: Vec<Move> =
                legal.iter().copied().filter(|&legal| goes_on(&position, legal)).collect();
            let chosen = random.choice(&advances).copied().filter(|_| random.u8(0..3) > 0).unwrap_or(chosen);
            for &legal in &legal {
                note(&mut seen, &position, legal);
            }
            position.play(chosen);
        }
    }
    seen
}

/// Returns true if a pawn, or the game's like of it, goes forward.
fn goes_on(position: &AnyPosition, legal: Move) -> bool {
    let Action::Step { from, to, .. } = legal.action() else { return false };
    let rank = |square| position.outline().rank_of(position.side(), square);
    let kind = position.piece_at(from, 0).map(|piece| piece.kind);
    let promotes = kind.is_some_and(|kind| position.info().pieces[kind.index()].promotion != Promotion::None);
    promotes && rank(to) > rank(from)
}

fn named(info: &Info, kind: u8) -> &'static str {
    info.piece_name(Kind(kind))
}

#[test]
fn pieces_do_what_their_facts_state() {
    for &game in GameId::BUILT_IN.iter().chain(GameId::UNLISTED) {
        let (info, seen) = (game.info(), play(game));
        for (number, piece) in info.pieces.iter().enumerate() {
            let number = u8::try_from(number).unwrap();
            let of = |set: &BTreeSet<(u8, u8)>| -> BTreeSet<u8> {
                set.iter().filter(|(by, _)| *by == number).map(|(_, other)| *other).collect()
            };
            let stated: BTreeSet<u8> = match piece.promotion {
                Promotion::To { kinds, enemy } => {
                    kinds.iter().copied().chain(enemy).map(|kind| kind.0).collect()
                }
                Promotion::None | Promotion::Leaves => BTreeSet::new(),
            };
            let (done, who) = (of(&seen.promotions), format!("{}: {}", info.name, piece.name));
            assert!(done.is_subset(&stated), "{who} became {done:?}, expected {stated:?}");
            if seen.left.contains(&number) {
                assert_eq!(piece.promotion, Promotion::Leaves, "{who}");
            }
            for victim in of(&seen.captures) {
                let safe = info.pieces[usize::from(victim)].not_captured_by;
                let is_safe = safe.contains(&Kind(number));
                assert!(!is_safe, "{who} captured {}", named(info, victim));
            }
        }
        let royal = info.pieces.iter().any(|piece| piece.royalty == Royalty::Checked);
        assert_eq!(royal, info.checked_kind().is_some(), "{}", info.name);
        assert!(royal || seen.checked.is_empty(), "{}", info.name);
    }
}

#[test]
fn the_random_games_have_seen_what_the_facts_state() {
    let seen = play(GameId::CHESS_BATTLE);
    let kind = |name| {
        let kinds = GameId::CHESS_BATTLE.info().pieces;
        u8::try_from(kinds.iter().position(|piece| piece.name == name).unwrap()).unwrap()
    };
    assert!(seen.left.contains(&kind("soldier")), "{:?}", seen.left);
    assert!(seen.captures.contains(&(kind("bomber"), kind("tank"))), "{:?}", seen.captures);
    assert!(seen.captures.contains(&(kind("soldier"), kind("soldier"))), "{:?}", seen.captures);
    let promotions = play(GameId::CHESS).promotions;
    assert_eq!(promotions, BTreeSet::from([(5, 1), (5, 2), (5, 3), (5, 4)]));
    for game in [GameId::TAVRELI, GameId::OPERATIONAL2, GameId::POPULAR10] {
        assert!(!play(game).promotions.is_empty(), "{}", game.name());
    }
}

#[test]
fn no_word_is_written_twice() {
    for &game in GameId::BUILT_IN.iter().chain(GameId::UNLISTED) {
        for piece in game.info().pieces {
            for word in ["royal", "promotes", "last rank", "captured by", "objective", "passes over"] {
                let note = piece.note.map_or("", |note| note.words);
                assert!(!note.contains(word), "{}: {}: {note}", game.name(), piece.name);
            }
        }
    }
}

#[test]
fn a_summary_is_one_sentence() {
    let mut summaries = BTreeSet::new();
    for &game in GameId::BUILT_IN.iter().chain(GameId::UNLISTED) {
        let info = game.info();
        let summary = info.summary;
        assert!(summary.ends_with('.') && summary.matches(". ").count() == 0, "{summary}");
        assert!((20..=110).contains(&summary.len()), "{summary}: {} bytes", summary.len());
        assert!(summaries.insert(summary), "{summary} stands twice");
        let family = GameId::named(info.family).expect("a game for a family").info();
        assert_eq!(family.family, family.name, "{}", info.name);
    }
}
