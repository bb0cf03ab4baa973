//! Contradictions and limits: what a game must be like to be played.

use crate::board_size::HUGE;
use crate::check_changes;
use crate::doubtful;
use crate::file_game::ReadGame;
use crate::finding::{Finding, FindingText, Place, phrases};
use crate::ini::Section;
use crate::piece_moves::{first_terms, imitated_contradiction, imitates, own_terms, possible_paths};
use crate::rare::{rare_types, too_many};
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
    if checker.ways_are_bounded() {
        checker.contradictions();
    }
    if checker.findings.iter().any(Finding::is_fatal) {
        return None;
    }
    let game = ReadGame::new(Arc::clone(spec));
    if let Err(error) = game.check_position(&spec.start) {
        let expected = match section.entry("startFen") {
            Some(_) => FindingText::from(phrases::START),
            // The position is then that of another game.
            None => {
                FindingText::from(phrases::START_SIZE).with("board", format!("{}x{}", spec.files, spec.ranks))
            }
        };
        let expected = expected.with("fault", error);
        checker.wrong("startFen", &spec.start, expected);
        return None;
    }
    if !spec.start_rows.is_empty() {
        let starts = shuffle::starts(spec);
        if let Err((start, error)) = game.check_positions(&starts) {
            let expected =
                FindingText::from(phrases::START_ROWS).with("position", start).with("fault", error);
            checker.wrong("startRows", spec.start_rows.join(" "), expected);
            return None;
        }
    }
    doubtful::report(&game, section, findings);
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

    fn wrong(&mut self, key: &str, found: impl fmt::Display, expected: impl Into<FindingText>) {
        let place = self.place(key);
        let finding = Finding::error(place, &self.section.name.text, key, &found.to_string(), expected);
        self.findings.push(finding);
    }

    /// Reports a mistake that is no single text of the file.
    fn wrong_in_words(&mut self, key: &str, found: impl Into<FindingText>, expected: impl Into<FindingText>) {
        let place = self.place(key);
        let finding = Finding::error(place, &self.section.name.text, key, "", expected);
        self.findings.push(finding.about(found.into()));
    }

    fn limits(&mut self) {
        let spec = self.spec;
        let squares = squares(spec);
        if squares > MOST_SQUARES {
            let board = format!("{}x{}", spec.files, spec.ranks);
            let found = FindingText::from(phrases::SQUARES).with("board", board).with("squares", squares);
            let expected = if HUGE == 4 {
                FindingText::from(phrases::MOST_SQUARES).with("most", MOST_SQUARES)
            } else {
                phrases::MOST_SQUARES_HERE.into()
            };
            self.wrong_in_words("maxRank", found, expected);
        }
        if spec.slots().next().is_none() {
            self.wrong_in_words("", phrases::NO_PIECES, phrases::SOME_PIECES);
        }
        let kinds = count_kinds(spec);
        if kinds > Kind::LIMIT {
            let expected = FindingText::from(phrases::MOST_KINDS).with("most", Kind::LIMIT);
            self.wrong_in_words("", FindingText::from(phrases::KINDS).with("kinds", kinds), expected);
        }
        let plain = count_in_hand(spec);
        if (spec.drops || spec.captures_to_hand || spec.hand_gating) && plain > MOST_IN_HAND {
            let expected = FindingText::from(phrases::MOST_IN_HAND).with("most", MOST_IN_HAND);
            let found = FindingText::from(phrases::KINDS).with("kinds", plain);
            self.wrong_in_words("pieceDrops", found, expected);
        }
    }

    /// Contradictions of the rules beyond Fairy-Stockfish's form.
    fn beyond(&mut self) {
        let (spec, beyond) = (self.spec, &self.spec.beyond);
        if beyond.changes_moves() && spec.pseudo_royal {
            let expected = phrases::NO_BEYOND;
            self.wrong("extinctionPseudoRoyal", "true", expected);
        }
        if beyond.own_dialect {
            for slot in spec.slots().filter(|&slot| own_terms(spec, slot).is_none()) {
                let expected = FindingText::from(phrases::MOVES_BEHIND).with("letter", spec.letter(slot));
                self.wrong(&slot.key(), spec.letter(slot), expected);
            }
            if spec.flying_general || spec.soldier_rank > 0 {
                let key = if spec.flying_general { "flyingGeneral" } else { "soldierPromotionRank" };
                self.wrong_in_words(key, phrases::SET, phrases::NO_OWN_DIALECT);
            }
        }
        for slot in spec.slots() {
            let (own, enemy) = (beyond.choices[slot.index()], beyond.enemy_choices[slot.index()]);
            if own.iter().any(|choice| enemy.has(choice)) {
                let expected = phrases::OTHER_CHOICES;
                self.wrong("promotionForEnemy", spec.letter(slot), expected);
            }
            if !enemy.is_empty() && own.is_empty() {
                let expected = phrases::CHOICES_TOO;
                self.wrong("promotionForEnemy", spec.letter(slot), expected);
            }
        }
        if spec.beyond.bonus_turns.iter().any(Option::is_some) && beyond.bonus.is_empty() {
            self.wrong_in_words("bonusTurns", phrases::PIECES, phrases::BONUS_TYPES);
        }
        let mut next = 1;
        for (number, phase) in (1..).zip(&beyond.phases) {
            let key = format!("phase{number}");
            let is_last = number == beyond.phases.len();
            if phase.first != next {
                let expected = FindingText::from(phrases::PHASE_TURN).with("turn", u64::from(next));
                self.wrong(&key, phase.first, expected);
            }
            if !is_last && phase.last == u16::MAX {
                let expected = phrases::PHASE_END;
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
                self.wrong("wallOrMove", "true", phrases::A_WALLING_RULE);
            }
            return;
        }
        if spec.walling == Walling::Duck && !spec.petrify.is_empty() {
            let expected = phrases::NO_PETRIFYING;
            self.wrong("wallingRule", "duck", expected);
        }
        if spec.wall_or_move {
            if matches!(spec.walling, Walling::Arrow | Walling::Past) {
                let expected = phrases::WALLS_ALONE;
                self.wrong("wallOrMove", "true", expected);
            }
            return;
        }
        if spec.drops {
            self.wrong_in_words("wallingRule", phrases::SET, phrases::NO_DROPS);
        }
        let shoots =
            |slot: Slot| possible_paths(spec, slot, Side::White).iter().any(|path| path.mode == Mode::Shoot);
        if spec.beyond.changes_moves() || spec.slots().any(shoots) {
            let expected = phrases::NO_SHOTS;
            self.wrong_in_words("wallingRule", phrases::SET, expected);
        }
        if has_king && spec.pseudo_royal {
            self.wrong("extinctionPseudoRoyal", "true", phrases::NO_KING_AND_WALLS);
        }
    }

    /// Contradictions of the rules about first moves.
    fn gates(&mut self) {
        let spec = self.spec;
        if spec.hand_gating && !spec.gating {
            self.wrong("seirawanGating", "true", phrases::GATING);
        }
        if spec.hand_gating && spec.walling != Walling::None && !spec.wall_or_move {
            let expected = phrases::NO_WALLS_GATING;
            self.wrong("seirawanGating", "true", expected);
        }
        if spec.gating && spec.castling_rank >= spec.ranks {
            let expected = FindingText::from(phrases::BOARD_RANK).with("most", u64::from(spec.ranks));
            self.wrong("castlingRank", spec.castling_rank + 1, expected);
        }
        if spec.hand_gating && spec.regional.first_leaps {
            self.wrong("seirawanGating", "true", phrases::NO_CAMBODIAN);
        }
        if spec.gating && spec.castling_dropped {
            let expected = phrases::NO_DROPPED_CASTLING;
            self.wrong("gating", "true", expected);
        }
    }

    /// Reports a piece with more ways than a game can have, of which nothing can be made then.
    fn ways_are_bounded(&mut self) -> bool {
        // A board of too many squares has no tables to look at.
        if squares(self.spec) > MOST_SQUARES {
            return true;
        }
        let found = too_many(self.spec);
        if let Some((slot, expected)) = &found {
            self.wrong(&slot.key(), self.spec.letter(*slot), expected.clone());
        }
        found.is_none()
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
        for (key, is_set) in others.into_iter().chain(beyond.mover_keys()).chain(beyond.grid_keys()) {
            if is_set {
                let expected = FindingText::from(phrases::NO_RARE).with("letter", letter);
                self.wrong_in_words(key, phrases::SET, expected);
            }
        }
        let changes = |slot: &Slot| {
            let index = slot.index();
            !beyond.choices[index].is_empty()
                || !beyond.enemy_choices[index].is_empty()
                || beyond.leaving.has(*slot)
        };
        if let Some(slot) = rare.iter().find(changes) {
            let expected = FindingText::from(phrases::NO_RARE_CHOICE).with("letter", spec.letter(slot));
            self.wrong("promotionChoices", spec.letter(slot), expected);
        }
        let takes_own = |path: &Path| path.takes_own() || path.taken == Taken::OwnInExchange;
        if spec.castling {
            let castles = |slot: &Slot| spec.castling_king.contains(slot);
            for slot in rare.iter().filter(castles) {
                if possible_paths(spec, slot, Side::White).iter().any(takes_own) {
                    let expected = phrases::NO_OWN_CAPTURES;
                    self.wrong(&slot.key(), spec.letter(slot), expected);
                }
            }
        }
    }

    /// Contradictions of pieces that move as the last one did.
    fn imitators(&mut self) {
        let spec = self.spec;
        let Some(first) = spec.slots().find(|&slot| imitates(spec, slot).is_some()) else { return };
        let letter = spec.letter(first);
        for (key, is_set) in [("extinctionPseudoRoyal", spec.pseudo_royal), ("chasingRule", spec.chasing)] {
            if is_set {
                let expected = FindingText::from(phrases::NO_IMITATORS).with("letter", letter);
                self.wrong_in_words(key, phrases::SET, expected);
            }
        }
        for slot in spec.slots() {
            if let Some((last, expected)) = imitated_contradiction(spec, slot) {
                let found = format!("{} = {}", spec.letter(slot), spec.letter(last));
                self.wrong(&slot.key(), found, expected);
            }
        }
    }

    /// Contradictions of moves that pieces have until they have moved.
    fn first_moves(&mut self) {
        let spec = self.spec;
        let (movers, until_check) = (spec.beyond.first_movers, spec.beyond.first_until_check);
        for slot in spec.slots().filter(|&slot| movers.has(slot)) {
            if first_terms(spec, slot).next().is_none() {
                let expected = phrases::FIRST_MOVES;
                self.wrong("firstMoveTypes", spec.letter(slot), expected);
            }
        }
        if let Some(slot) = spec.slots().find(|&slot| until_check.has(slot) && !movers.has(slot)) {
            self.wrong("firstMoveUntilCheck", spec.letter(slot), phrases::FIRST_MOVERS);
        }
        if !until_check.is_empty() && spec.pieces[Slot::KING.index()].is_none() {
            self.wrong_in_words("firstMoveUntilCheck", phrases::PIECES, phrases::A_KING);
        }
    }

    fn contradictions(&mut self) {
        let spec = self.spec;
        let has_king = spec.pieces[Slot::KING.index()].is_some();
        if spec.check_counting && !spec.checking {
            self.wrong("checkCounting", "true", phrases::CHECKING);
        }
        if spec.fold_rule == 1 {
            self.wrong("nFoldRule", 1, phrases::FOLD);
        }
        let regional = &spec.regional;
        if regional.first_leaps && spec.castling {
            self.wrong("cambodianMoves", "true", phrases::NO_CASTLING);
        }
        for (key, is_set) in
            [("cambodianMoves", regional.first_leaps), ("sittuyinPromotion", regional.sittuyin_promotion)]
        {
            if is_set && (spec.beyond.changes_moves() || spec.walling != Walling::None) {
                let expected = phrases::NO_WALLS_BEYOND;
                self.wrong(key, "true", expected);
            }
        }
        if spec.castling && !spec.gating && spec.castling_rank >= spec.ranks {
            self.wrong(
                "castlingRank",
                spec.castling_rank + 1,
                FindingText::from(phrases::BOARD_RANK).with("most", u64::from(spec.ranks)),
            );
        }
        if spec.castling && spec.castling_queen_side >= spec.castling_king_side {
            let expected = phrases::QUEEN_SIDE;
            self.wrong("castlingQueensideFile", (b'a' + spec.castling_queen_side) as char, expected);
        }
        if has_king && spec.blast {
            let expected = phrases::NO_KING;
            self.wrong("blastOnCapture", "true", expected);
        }
        if (has_king || spec.pseudo_royal) && !spec.blast_immune.is_empty() {
            self.wrong_in_words("blastImmuneTypes", phrases::PIECES, phrases::NO_ROYAL);
        }
        if (has_king || spec.pseudo_royal) && !spec.mutually_immune.is_empty() {
            self.wrong_in_words("mutuallyImmuneTypes", phrases::PIECES, phrases::NO_ROYAL);
        }
        let hops =
            spec.pieces[Slot::JANGGI_CANNON.index()].is_some() && spec.moves(Slot::JANGGI_CANNON).is_none();
        if hops && spec.pseudo_royal {
            self.wrong("extinctionPseudoRoyal", "true", phrases::NO_JANGGI_CANNON);
        }
        if hops && spec.beyond.own_dialect {
            self.wrong_in_words("janggiCannon", phrases::SET, phrases::NO_OWN_DIALECT);
        }
        self.beyond();
        self.rare_moves();
        self.imitators();
        self.first_moves();
        self.walls();
        self.gates();
        for (key, expected) in check_changes::contradictions(spec) {
            self.wrong_in_words(key, phrases::SET, expected);
        }
        if spec.flag_safe && spec.blast {
            self.wrong("flagPieceSafe", "true", phrases::NO_BLAST);
        }
    }
}
