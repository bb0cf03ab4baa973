//! Contradictions of the rules about pieces that change by their moves, several kings, grids and relayed moves.

use crate::finding::{FindingText, phrases};
use crate::piece_moves::possible_paths;
use crate::rare::rare_types;
use crate::slot::{Slot, Types};
use crate::spec::{Counting, Enclosing, RoyalKings, Spec};
use helgi_rules::board::Side;
use helgi_rules::internals::board::path::Mode;

/// A key with what was expected beside it or in it.
type Fault = (&'static str, FindingText);

/// The contradictions of a game.
pub(crate) fn contradictions(spec: &Spec) -> Vec<Fault> {
    let mut faults = Vec::new();
    changing_movers(spec, &mut faults);
    several_kings(spec, &mut faults);
    grid(spec, &mut faults);
    relays(spec, &mut faults);
    let beyond = &spec.beyond;
    if beyond.mating_checks && spec.checking && spec.drop_checks {
        faults.push(("matingChecks", phrases::FORBIDDEN_CHECKS.into()));
    }
    faults
}

/// Adds a fault for each of these keys that is set.
fn refuse(keys: &[(&'static str, bool)], expected: &FindingText, faults: &mut Vec<Fault>) {
    let set = keys.iter().filter(|(_, is_set)| *is_set);
    faults.extend(set.map(|&(key, _)| (key, expected.clone())));
}

fn changing_movers(spec: &Spec, faults: &mut Vec<Fault>) {
    let beyond = &spec.beyond;
    let Some((key, _)) = beyond.mover_keys().into_iter().find(|(_, is_set)| *is_set) else { return };
    let has_types = |list: &[Types]| list.iter().any(|types| !types.is_empty());
    let stays = !beyond.capture_in_place.is_empty();
    let others = [
        ("blastOnCapture", spec.blast),
        ("blastPattern", beyond.blast.iter().any(Option::is_some)),
        ("petrifyOnCaptureTypes", !spec.petrify.is_empty()),
        ("deadlyTypes", !beyond.deadly.is_empty()),
        ("bonusTypes", !beyond.bonus.is_empty()),
        ("promotionForEnemy", has_types(&beyond.enemy_choices)),
        ("promotionLeaves", !beyond.leaving.is_empty()),
        ("promotedPieceType", spec.promoted.iter().any(Option::is_some)),
        ("flipEnclosedPieces", spec.flip_enclosed != Enclosing::None),
        ("countingRule", spec.counting != Counting::None),
        ("chasingRule", spec.chasing),
        ("moveRepetitionIllegal", spec.shuttling_illegal),
        ("seirawanGating", spec.hand_gating),
        ("promotionChoices", stays && has_types(&beyond.choices)),
        ("immobilityIllegal", stays && spec.immobility_illegal),
    ];
    refuse(&others, &FindingText::from(phrases::NO_CHANGES).with("key", key), faults);
}

fn several_kings(spec: &Spec, faults: &mut Vec<Fault>) {
    if spec.beyond.royal_kings == RoyalKings::First {
        return;
    }
    if spec.pieces[Slot::KING.index()].is_none() {
        faults.push(("royalKings", phrases::A_KING.into()));
    }
    let others = [
        ("flyingGeneral", spec.flying_general),
        ("bikjangRule", spec.bikjang),
        ("makpongRule", spec.regional.makpong),
        ("chasingRule", spec.chasing),
        ("moveRepetitionIllegal", spec.shuttling_illegal),
        ("enteringKingRule", spec.beyond.declares),
        ("flagMove", spec.flag_move),
    ];
    refuse(&others, &phrases::NO_SEVERAL_KINGS.into(), faults);
}

fn grid(spec: &Spec, faults: &mut Vec<Fault>) {
    let beyond = &spec.beyond;
    let lines =
        [("gridFiles", &beyond.grid_files, spec.files), ("gridRanks", &beyond.grid_ranks, spec.ranks)];
    for (key, lines, size) in lines {
        if lines.iter().any(|&line| line >= size) {
            faults.push((key, FindingText::from(phrases::GRID_LINES).with("most", u64::from(size))));
        }
    }
    let others = [
        ("shotHitsAll", !beyond.shot_hits_all.is_empty()),
        ("sittuyinPromotion", spec.regional.sittuyin_promotion),
        ("flyingGeneral", spec.flying_general),
        ("bikjangRule", spec.bikjang),
    ];
    if beyond.has_grid() {
        refuse(&others, &phrases::NO_GRID.into(), faults);
    }
}

fn relays(spec: &Spec, faults: &mut Vec<Fault>) {
    let relays: Vec<Slot> =
        spec.slots().filter(|slot| !spec.beyond.relays[slot.index()].is_empty()).collect();
    if relays.is_empty() {
        return;
    }
    let receives = |slot: Slot| relays.iter().any(|relay| spec.beyond.relays[relay.index()].has(slot));
    if spec.castling && spec.castling_king.iter().any(|&king| receives(king)) {
        faults.push(("relayedMoves", phrases::NO_CASTLING_KING.into()));
    }
    let shoots =
        |slot: &Slot| possible_paths(spec, *slot, Side::White).iter().any(|path| path.mode == Mode::Shoot);
    if let Some(slot) = relays.iter().find(|slot| shoots(slot) || rare_types(spec).has(**slot)) {
        let expected = FindingText::from(phrases::NO_RARE).with("letter", spec.letter(*slot));
        faults.push(("relayedMoves", expected));
    }
}
