//! The keys that Fairy-Stockfish's form does not have.

use super::{Key, Setter, key, key_in_words, words};
use crate::spec::RoyalKings;

pub(super) const BEYOND: &[Key] = &[
    key_in_words(
        "shuffleKing",
        words::ALL,
        Setter::Region(|spec, region| spec.beyond.shuffle_king = region),
        "Where White's king may stand when `chess960` shuffles the start; Black's stands opposite, as in `startFen`.",
    ),
    key_in_words(
        "shuffleColours",
        words::NONE,
        Setter::Pairs(|spec, slot, other| spec.beyond.shuffle_colours[slot.index()] = other),
        "Pairs of pieces that stand on squares of different colours when `chess960` shuffles the start, as bishops do: `q:a`.",
    ),
    key(
        "holes",
        "-",
        Setter::Region(|spec, region| spec.beyond.holes = region),
        "The squares that the board does not have; in positions they are `*`.",
    ),
    key(
        "movement",
        "xbetza",
        Setter::Word(&["xbetza", "helgi"], |spec, number| spec.beyond.own_dialect = number == 1),
        "The dialect of all moves of pieces: XBetza, or helgi's own. In the latter each piece may have moves of its own.",
    ),
    key_in_words(
        "captureForbidden",
        words::NONE,
        Setter::Sets(|spec, slot, types| spec.beyond.forbidden[slot.index()] = types),
        "Pieces with the pieces that they may not take, by going there or by a shot.",
    ),
    key(
        "shotHitsAll",
        "-",
        Setter::Types(|spec, types, _| spec.beyond.shot_hits_all = types),
        "The kinds whose shot hits the pieces on the two nearest squares of a line, whosever they are.",
    ),
    key(
        "obstacle",
        "-",
        Setter::Type(|spec, slot| spec.beyond.obstacle = slot),
        "The kind that becomes an obstacle when it is dropped: a `*`, which nothing can enter or take.",
    ),
    key_in_words(
        "blastPattern",
        words::NONE,
        Setter::Leaps(|spec, slot, leaps| spec.beyond.blast[slot.index()] = Some(leaps)),
        "Pieces that explode when they capture by going there, with the squares around that are emptied, as leaps: `f:WF`.",
    ),
    key(
        "deadlyTypes",
        "-",
        Setter::Types(|spec, types, _| spec.beyond.deadly = types),
        "The kinds that take with them what captures them by going there.",
    ),
    key(
        "bonusTypes",
        "-",
        Setter::Types(|spec, types, _| spec.beyond.bonus = types),
        "The kinds whose capture brings a bonus.",
    ),
    key_in_words(
        "bonusTurns",
        words::NONE,
        Setter::Pairs(|spec, slot, turned| spec.beyond.bonus_turns[slot.index()] = turned),
        "What a piece becomes by such a capture. Another captor may turn one piece of its side instead.",
    ),
    key(
        "bonusWins",
        "false",
        Setter::Flag(|spec, on| spec.beyond.bonus_wins = on),
        "Whether a captor that could turn another piece wins if its side has none to turn.",
    ),
    key_in_words(
        "promotionChoices",
        words::NONE,
        Setter::Sets(|spec, slot, types| spec.beyond.choices[slot.index()] = types),
        "Pieces with what they become where they promote, each with choices of its own.",
    ),
    key_in_words(
        "promotionForEnemy",
        words::NONE,
        Setter::Sets(|spec, slot, types| spec.beyond.enemy_choices[slot.index()] = types),
        "Pieces with what they can also become, as a piece of the enemy; not by a capture that brings a bonus.",
    ),
    key(
        "promotionForEnemyAnywhere",
        "false",
        Setter::Flag(|spec, on| spec.beyond.enemy_anywhere = on),
        "Whether such a piece may be put on any empty square.",
    ),
    key(
        "promotionForEnemyFrozen",
        "false",
        Setter::Flag(|spec, on| spec.beyond.enemy_frozen = on),
        "Whether such a piece may not move in its first turn, and attacks nothing until then.",
    ),
    key(
        "promotionLeaves",
        "-",
        Setter::Types(|spec, types, _| spec.beyond.leaving = types),
        "The kinds that leave the board where they promote, each with an enemy piece of choice but the king.",
    ),
    key_in_words(
        "royalHeirs",
        words::NONE,
        Setter::Pairs(|spec, slot, heir| spec.beyond.heirs[slot.index()] = heir),
        "Pieces with those on the board that become such a piece when the last of them has left it.",
    ),
    key(
        "extinctionTogether",
        "false",
        Setter::Flag(|spec, on| spec.beyond.extinct_together = on),
        "Whether the `extinctionPieceTypes` are counted together.",
    ),
    key(
        "extinctionBothDraw",
        "false",
        Setter::Flag(|spec, on| spec.beyond.extinct_both_draw = on),
        "Whether it is a draw when both sides lose such pieces in one move.",
    ),
    key(
        "extinctionOnBoard",
        "false",
        Setter::Flag(|spec, on| spec.beyond.extinct_on_board = on),
        "Whether only pieces on the board count, not those in hand.",
    ),
    key_in_words(
        "points",
        words::NO_POINTS,
        Setter::Counts(|spec, slot, points| spec.beyond.points[slot.index()] = points),
        "The points of pieces on the board where points decide the game.",
    ),
    key(
        "pointsBlackHalves",
        "0",
        Setter::Number(999, |spec, halves| spec.beyond.points_black = halves),
        "The half points that Black has besides.",
    ),
    key(
        "pointsBare",
        "false",
        Setter::Flag(|spec, on| spec.beyond.points_when_bare = on),
        "Whether points decide when only two pieces are left.",
    ),
    key(
        "pointsMoveRule",
        "false",
        Setter::Flag(|spec, on| spec.beyond.points_by_moves = on),
        "Whether points decide where `nMoveRule` ends the game.",
    ),
    key(
        "pointsRepetition",
        "false",
        Setter::Flag(|spec, on| spec.beyond.points_by_fold = on),
        "Whether points decide where `nFoldRule` ends the game.",
    ),
    key_in_words(
        "castlingSteps",
        words::BY_FILES,
        Setter::Numbers(25, |spec, steps| spec.beyond.castling_steps = steps),
        "By how many squares the king castles, `2 3` for a choice, instead of to a file.",
    ),
    key(
        "nMoveRuleAlways",
        "false",
        Setter::Flag(|spec, on| spec.beyond.clock_always = on),
        "Whether moves of the `nMoveRuleTypes` set the move count back also if they can be undone.",
    ),
    key(
        "firstMoveTypes",
        "-",
        Setter::Types(|spec, types, _| spec.beyond.first_movers = types),
        "The kinds that make their moves with `i` until they have moved, wherever they stand, instead of from \
         `doubleStepRegion`. Such moves capture as well, if no `m` stands before them. Positions name the squares of the pieces \
         that have not moved behind the rights to castle: `KQkqa1e8`.",
    ),
    key(
        "firstMoveUntilCheck",
        "-",
        Setter::Types(|spec, types, _| spec.beyond.first_until_check = types),
        "Those of the `firstMoveTypes` that lose these moves when their king is in check.",
    ),
    key(
        "enteringKingRule",
        "none",
        Setter::Word(&["none", "csa27"], |spec, number| spec.beyond.declares = number == 1),
        "With `csa27`, a player may declare a win instead of moving, as the Computer Shogi Association has it: the king \
         is on the last three ranks and not in check, with ten more of its pieces, and these and those in hand are worth 28 \
         points, for Black 27. A `rook` and a `bishop` count five, promoted or not, others one. Players declare in USI.",
    ),
    key_in_words(
        "gridFiles",
        words::NONE,
        Setter::Numbers(25, |spec, files| spec.beyond.grid_files = files),
        "The files behind which a line of a grid runs, by number: `2 4 6` are lines behind b, d and f. A piece moves, captures and \
         gives check only across a line; a castling crosses one with the king.",
    ),
    key_in_words(
        "gridRanks",
        words::NONE,
        Setter::Numbers(31, |spec, ranks| spec.beyond.grid_ranks = ranks),
        "The ranks behind which a line of that grid runs.",
    ),
    key(
        "matingChecks",
        "false",
        Setter::Flag(|spec, on| spec.beyond.mating_checks = on),
        "Whether a check that `checking` or `dropChecks` forbids may be given all the same if it mates. An answer that would itself give \
         a forbidden check is none; from the sixteenth check in a row on that answers a check, none mates.",
    ),
    key(
        "captureInPlaceTypes",
        "-",
        Setter::Types(|spec, types, _| spec.beyond.capture_in_place = types),
        "The kinds that stay where they are when they capture, and do not promote by it: what they capture is shot.",
    ),
    key(
        "captureChangesSideTypes",
        "-",
        Setter::Types(|spec, types, _| spec.beyond.capture_changes_side = types),
        "The kinds, but never the king, that belong to the other side after a capture; what promotes does so before.",
    ),
    key(
        "moveChangesSideTypes",
        "-",
        Setter::Types(|spec, types, _| spec.beyond.move_changes_side = types),
        "The kinds, but never the king, that belong to the other side after a move without a capture. A castling changes \
         nothing, and a double step by which a piece goes over is not answered en passant.",
    ),
    key_in_words(
        "moveTurns",
        words::NONE,
        Setter::Pairs(|spec, slot, turned| spec.beyond.move_turns[slot.index()] = turned),
        "What a piece, but never the king, becomes by each move that is neither a promotion nor a castling. Of what \
         `promotionLimit` allows no more of, nothing moves that would become it.",
    ),
    key(
        "royalKings",
        "first",
        Setter::Word(&["first", "all", "leftmost", "leftmostOwn"], |spec, number| {
            const WORDS: [RoyalKings; 4] =
                [RoyalKings::First, RoyalKings::All, RoyalKings::Leftmost, RoyalKings::LeftmostOwn];
            spec.beyond.royal_kings = WORDS[number];
        }),
        "Which of several kings of a side may not be left in check: the `first`, on the lowest rank and there on the leftmost file; \
         `all`; the `leftmost`, on the lowest rank of its file; or `leftmostOwn`, nearest to its own first rank there. Others are taken as any \
         piece. But with `first`, a move of any king ends the castlings of its side.",
    ),
    key(
        "forwardUntilCaptureTypes",
        "-",
        Setter::Types(|spec, types, _| spec.beyond.forward_first = types),
        "The kinds that only go forward as long as the other side has as many pieces on the board as at the start.",
    ),
    key_in_words(
        "relayedMoves",
        words::NONE,
        Setter::Sets(|spec, slot, types| spec.beyond.relays[slot.index()] = types),
        "Pieces with those that move and capture as they do, besides, where one of them of their side guards them, as in `n:pbrq`. A \
         piece that promotes as a pawn does not come so to where it promotes, nor to its first rank.",
    ),
    key_in_words(
        "phase1",
        words::NONE,
        Setter::Phase,
        "The first phase, such as `1-2 drop o pass`: turns, then what may be done.",
    ),
    key_in_words(
        "phase2",
        words::NONE,
        Setter::Phase,
        "The second phase; `drop` stands before letters, `*` for all.",
    ),
    key_in_words(
        "phase3",
        words::NONE,
        Setter::Phase,
        "The third phase; `move` is to move, capture and shoot.",
    ),
    key_in_words(
        "phase4",
        words::NONE,
        Setter::Phase,
        "The fourth phase; `8-` are all turns from the eighth on.",
    ),
    key_in_words(
        "phase5",
        words::NONE,
        Setter::Phase,
        "The fifth phase. In a phase that ends no piece dies out; turns of no phase are as usual.",
    ),
];

pub(super) const INSUFFICIENT: &[Key] = &[key(
    "insufficientMaterial",
    "true",
    Setter::Flag(|spec, on| spec.insufficient_material = on),
    "Whether the game is drawn when neither side has the pieces to win, where the other rules allow to tell.",
)];
