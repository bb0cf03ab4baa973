//! Contradictions and limits: what a game must be like to be played.

use crate::file_game::ReadGame;
use crate::finding::{Finding, Place};
use crate::ini::Section;
use crate::piece_moves::{first_terms, own_terms, paths};
use crate::rare::rare_types;
use crate::shuffle;
use crate::slot::Slot;
use crate::spec::{Enclosing, Spec, Walling};
use crate::standing::{MOST_IN_HAND, MOST_SQUARES, count_in_hand, count_kinds, squares};
use helgi_rules::board::{Kind, Side};
use helgi_rules::internals::board::path::{Mode, Path, Taken};
use std::fmt;
use std::sync::Arc;

/// Makes the game of a section that has been read, and reports what does not go together. There is no game where
/// anything is wrong, of which `findings` may have something already.
pub(crate) fn game(spec: &Arc<Spec>, section: &Section, findings: &mut Vec<Finding>) -> Option<ReadGame> {
    let mut checker = Checker { spec, section, findings };
    checker.limits();
    checker.contradictions();
    if checker.findings.iter().any(Finding::is_fatal) {
        return None;
    }
    let game = ReadGame::new(Arc::clone(spec));
    if let Err(error) = game.check_position(&spec.start) {
        let mut expected = format!("a position of this game: {error}");
        // The position is then that of another game.
        if section.entry("startFen").is_none() {
            let board = format!("{}x{}", spec.files, spec.ranks);
            expected += &format!("; write a `startFen` of this board, which is {board}");
        }
        checker.wrong("startFen", &spec.start, expected);
        return None;
    }
    if !spec.start_rows.is_empty() {
        let starts = shuffle::starts(spec);
        if let Err((start, error)) = game.check_positions(&starts) {
            let expected =
                format!("ranks with which `startFen` is a position of this game: `{start}`: {error}");
            checker.wrong("startRows", spec.start_rows.join(" "), expected);
            return None;
        }
    }
    Some(game)
}

struct Checker<'a> {
    spec: &'a Spec,
    section: &'a Section,
    findings: &'a mut Vec<Finding>,
}

impl Checker<'_> {
    /// The place of a key, or of the section if it comes from elsewhere.
    fn place(&self, key: &str) -> Place {
        self.section.entry(key).map_or(self.section.name.place, |entry| entry.value.place)
    }

    fn wrong(&mut self, key: &str, found: impl fmt::Display, expected: impl Into<String>) {
        let place = self.place(key);
        let finding = Finding::error(place, &self.section.name.text, key, &found.to_string(), expected);
        self.findings.push(finding);
    }

    fn limits(&mut self) {
        let spec = self.spec;
        let squares = squares(spec);
        if squares > MOST_SQUARES {
            let found = format!("{}x{} is {squares} squares", spec.files, spec.ranks);
            self.wrong("maxRank", found, format!("at most {MOST_SQUARES} squares"));
        }
        if spec.slots().next().is_none() {
            self.wrong("", "no pieces", "pieces, such as `pawn = p`, or a base, such as `[name:chess]`");
        }
        let kinds = count_kinds(spec);
        if kinds > Kind::LIMIT {
            let expected = format!("at most {} kinds of pieces, promoted ones counted", Kind::LIMIT);
            self.wrong("", format!("{kinds} kinds"), expected);
        }
        let plain = count_in_hand(spec);
        if (spec.drops || spec.captures_to_hand || spec.hand_gating) && plain > MOST_IN_HAND {
            let expected = format!("at most {MOST_IN_HAND} kinds of pieces that can come into a hand");
            self.wrong("pieceDrops", format!("{plain} kinds"), expected);
        }
    }

    /// Contradictions of the rules beyond Fairy-Stockfish's form.
    fn beyond(&mut self) {
        let (spec, beyond) = (self.spec, &self.spec.beyond);
        if beyond.changes_moves() && spec.pseudo_royal {
            let expected = "no rules beyond Fairy-Stockfish's form that concern moves";
            self.wrong("extinctionPseudoRoyal", "true", expected);
        }
        if beyond.own_dialect {
            for slot in spec.slots().filter(|&slot| own_terms(spec, slot).is_none()) {
                let expected = format!("moves behind the letter, such as `{}:WF`", spec.letter(slot));
                self.wrong(&slot.key(), spec.letter(slot), expected);
            }
            if spec.flying_general || spec.soldier_rank > 0 {
                let key = if spec.flying_general { "flyingGeneral" } else { "soldierPromotionRank" };
                self.wrong(key, "set", "no `movement = helgi` beside it");
            }
        }
        for slot in spec.slots() {
            let (own, enemy) = (beyond.choices[slot.index()], beyond.enemy_choices[slot.index()]);
            if own.iter().any(|choice| enemy.has(choice)) {
                let expected = "other pieces than `promotionChoices` has for it";
                self.wrong("promotionForEnemy", spec.letter(slot), expected);
            }
            if !enemy.is_empty() && own.is_empty() {
                let expected = "`promotionChoices` for it as well";
                self.wrong("promotionForEnemy", spec.letter(slot), expected);
            }
        }
        if spec.beyond.bonus_turns.iter().any(Option::is_some) && beyond.bonus.is_empty() {
            self.wrong("bonusTurns", "pieces", "`bonusTypes` beside it");
        }
        let mut next = 1;
        for (number, phase) in (1..).zip(&beyond.phases) {
            let key = format!("phase{number}");
            let is_last = number == beyond.phases.len();
            if phase.first != next {
                self.wrong(&key, phase.first, format!("a phase that begins with turn {next}"));
            }
            if !is_last && phase.last == u16::MAX {
                let expected = "an end before the next phase";
                self.wrong(&key, phase.first, expected);
            }
            next = phase.last.saturating_add(1);
        }
    }

    /// Contradictions of the rules about walls.
    fn walls(&mut self) {
        let spec = self.spec;
        let has_king = spec.pieces[Slot::KING.index()].is_some();
        if spec.walling == Walling::None {
            if spec.wall_or_move {
                self.wrong("wallOrMove", "true", "a `wallingRule` beside it");
            }
            return;
        }
        if spec.walling == Walling::Duck && !spec.petrify.is_empty() {
            let expected = "no `petrifyOnCaptureTypes` beside it: such a wall would move on as well";
            self.wrong("wallingRule", "duck", expected);
        }
        if spec.wall_or_move {
            if matches!(spec.walling, Walling::Arrow | Walling::Past) {
                let expected = "`wallingRule = edge`, `static` or `duck`: the others need a move";
                self.wrong("wallOrMove", "true", expected);
            }
            return;
        }
        if spec.drops {
            self.wrong("wallingRule", "set", "no `pieceDrops` beside it: a drop has no wall");
        }
        let shoots = |slot: Slot| paths(spec, slot, Side::White).iter().any(|path| path.mode == Mode::Shoot);
        if spec.beyond.changes_moves() || spec.slots().any(shoots) {
            let expected = "no rules beyond Fairy-Stockfish's form that concern moves, and no shots";
            self.wrong("wallingRule", "set", expected);
        }
        if has_king && spec.pseudo_royal {
            self.wrong("extinctionPseudoRoyal", "true", "no `king` beside `wallingRule`");
        }
    }

    /// Contradictions of the rules about first moves.
    fn gates(&mut self) {
        let spec = self.spec;
        if spec.hand_gating && !spec.gating {
            self.wrong("seirawanGating", "true", "`gating = true` beside it");
        }
        if spec.hand_gating && spec.walling != Walling::None && !spec.wall_or_move {
            let expected = "no `wallingRule` beside it: a move brings a piece or builds a wall";
            self.wrong("seirawanGating", "true", expected);
        }
        if spec.gating && spec.castling_rank >= spec.ranks {
            let expected = format!("a rank of the board, 1 to {}", spec.ranks);
            self.wrong("castlingRank", spec.castling_rank + 1, expected);
        }
        if spec.hand_gating && spec.regional.first_leaps {
            self.wrong("seirawanGating", "true", "no `cambodianMoves` beside it");
        }
        if spec.gating && spec.castling_dropped {
            let expected = "no `castlingDroppedPiece` beside it: a dropped piece has no first move to make";
            self.wrong("gating", "true", expected);
        }
    }

    /// Contradictions of captures on the way, of own pieces and of kings alone, and of exchanges.
    fn rare_moves(&mut self) {
        let spec = self.spec;
        // A board of too many squares has no tables to look at.
        if squares(spec) > MOST_SQUARES {
            return;
        }
        let rare = rare_types(spec);
        let Some(first) = rare.iter().next() else { return };
        let letter = spec.letter(first);
        let beyond = &spec.beyond;
        let others = [
            ("wallingRule", spec.walling != Walling::None),
            ("gating", spec.gating),
            ("blastOnCapture", spec.blast || beyond.blast.iter().any(Option::is_some)),
            ("petrifyOnCaptureTypes", !spec.petrify.is_empty()),
            ("extinctionPseudoRoyal", spec.pseudo_royal),
            ("chasingRule", spec.chasing),
            ("moveRepetitionIllegal", spec.shuttling_illegal),
            ("flipEnclosedPieces", spec.flip_enclosed != Enclosing::None),
            ("cambodianMoves", spec.regional.first_leaps),
            ("sittuyinPromotion", spec.regional.sittuyin_promotion),
            ("deadlyTypes", !beyond.deadly.is_empty()),
            ("bonusTypes", !beyond.bonus.is_empty()),
        ];
        for (key, is_set) in others {
            if is_set {
                let expected = format!(
                    "no piece such as `{letter}` beside it, which takes otherwise than where it ends, ends where it began, \
                     or has moves until it has moved"
                );
                self.wrong(key, "set", expected);
            }
        }
        let changes = |slot: &Slot| {
            let index = slot.index();
            !beyond.choices[index].is_empty()
                || !beyond.enemy_choices[index].is_empty()
                || beyond.leaving.has(*slot)
        };
        if let Some(slot) = rare.iter().find(changes) {
            let expected = format!("no `{}` in it, which has moves of its own kind", spec.letter(slot));
            self.wrong("promotionChoices", spec.letter(slot), expected);
        }
        let takes_own = |path: &Path| matches!(path.taken, Taken::Own | Taken::OwnInExchange);
        if spec.castling {
            let castles = |slot: &Slot| spec.castling_king.contains(slot);
            for slot in rare.iter().filter(castles) {
                if paths(spec, slot, Side::White).iter().any(takes_own) {
                    let expected = "no `d` among the moves of a king that castles: it may be written as a move onto its rook";
                    self.wrong(&slot.key(), spec.letter(slot), expected);
                }
            }
        }
    }

    /// Contradictions of moves that pieces have until they have moved.
    fn first_moves(&mut self) {
        let spec = self.spec;
        let (movers, until_check) = (spec.beyond.first_movers, spec.beyond.first_until_check);
        for slot in spec.slots().filter(|&slot| movers.has(slot)) {
            if first_terms(spec, slot).next().is_none() {
                let expected = "pieces with `i` among their moves, and `doubleStep = true`";
                self.wrong("firstMoveTypes", spec.letter(slot), expected);
            }
        }
        if let Some(slot) = spec.slots().find(|&slot| until_check.has(slot) && !movers.has(slot)) {
            self.wrong("firstMoveUntilCheck", spec.letter(slot), "pieces of `firstMoveTypes`");
        }
        if !until_check.is_empty() && spec.pieces[Slot::KING.index()].is_none() {
            self.wrong("firstMoveUntilCheck", "pieces", "a `king`, which can be in check");
        }
    }

    fn contradictions(&mut self) {
        let spec = self.spec;
        let has_king = spec.pieces[Slot::KING.index()].is_some();
        if spec.check_counting && !spec.checking {
            self.wrong("checkCounting", "true", "`checking = true` beside it");
        }
        if spec.fold_rule == 1 {
            self.wrong("nFoldRule", 1, "2 or more, or 0 for none");
        }
        let regional = &spec.regional;
        if regional.first_leaps && spec.castling {
            self.wrong("cambodianMoves", "true", "`castling = false` beside it");
        }
        for (key, is_set) in
            [("cambodianMoves", regional.first_leaps), ("sittuyinPromotion", regional.sittuyin_promotion)]
        {
            if is_set && (spec.beyond.changes_moves() || spec.walling != Walling::None) {
                let expected =
                    "no walls, and no rules beyond Fairy-Stockfish's form that concern moves, beside it";
                self.wrong(key, "true", expected);
            }
        }
        if spec.castling && !spec.gating && spec.castling_rank >= spec.ranks {
            self.wrong(
                "castlingRank",
                spec.castling_rank + 1,
                format!("a rank of the board, 1 to {}", spec.ranks),
            );
        }
        if spec.castling && spec.castling_queen_side >= spec.castling_king_side {
            let expected = "a file left of `castlingKingsideFile`";
            self.wrong("castlingQueensideFile", (b'a' + spec.castling_queen_side) as char, expected);
        }
        if has_king && spec.blast {
            let expected =
                "no `king`: a king that explodes is a `commoner` with `extinctionPseudoRoyal = true`";
            self.wrong("blastOnCapture", "true", expected);
        }
        if (has_king || spec.pseudo_royal) && !spec.blast_immune.is_empty() {
            self.wrong("blastImmuneTypes", "pieces", "no royal pieces beside it");
        }
        if (has_king || spec.pseudo_royal) && !spec.mutually_immune.is_empty() {
            self.wrong("mutuallyImmuneTypes", "pieces", "no royal pieces beside it");
        }
        let hops =
            spec.pieces[Slot::JANGGI_CANNON.index()].is_some() && spec.moves(Slot::JANGGI_CANNON).is_none();
        if hops && spec.pseudo_royal {
            self.wrong("extinctionPseudoRoyal", "true", "no `janggiCannon` beside it");
        }
        if hops && spec.beyond.own_dialect {
            self.wrong("janggiCannon", "set", "no `movement = helgi` beside it");
        }
        self.beyond();
        self.rare_moves();
        self.first_moves();
        self.walls();
        self.gates();
        if spec.flag_safe && spec.blast {
            self.wrong("flagPieceSafe", "true", "no `blastOnCapture` beside it");
        }
    }
}
