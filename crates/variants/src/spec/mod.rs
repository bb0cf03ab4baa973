//! One game as plain data: every decision of a section, without tables.

mod beyond;
mod default;
mod enclosing;
mod phases;
mod piece;
mod regional;
mod royal;
mod shuffle;
mod translated;
mod walling;

pub use beyond::BeyondSpec;
pub use enclosing::{Enclosing, MaterialCount};
pub(crate) use phases::PhaseError;
pub use phases::TurnPhase;
pub use piece::{MoveDialect, PieceMoves, PieceSpec};
pub use regional::RegionalSpec;
pub use royal::RoyalKings;
pub(crate) use translated::first_sentence;
pub use translated::{FileTranslation, TranslatedText, key_and_language};
pub use walling::Walling;

use crate::region::{KindRegions, Region};
use crate::slot::{Slot, Types};
use helgi_rules::Obstacle;
use helgi_rules::board::Side;
use std::collections::BTreeMap;

/// The first rank that Black has, where there are several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BlackRows {
    /// One of its own choice.
    #[default]
    Own,
    /// White's.
    Same,
    /// White's, from the last file to the first.
    Turned,
}

/// The result of an end of the game, for the side that the rule speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

impl Verdict {
    /// The verdict for the other side.
    #[must_use]
    pub const fn turned(self) -> Verdict {
        match self {
            Verdict::Win => Verdict::Loss,
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
        }
    }
}

/// The rule by which a side with few pieces is counted out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Counting {
    /// No counting rule.
    #[default]
    None,
    /// Makruk's.
    Makruk,
    /// Cambodian chess's.
    Cambodian,
    /// ASEAN chess's.
    Asean,
}

/// A game as a section describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Its rules in words.
    pub rules: String,
    /// The address of its rules.
    pub url: String,
    /// The names of its pieces for people.
    pub piece_names: Vec<(Slot, String)>,
    /// Its words in other languages.
    pub translations: Vec<FileTranslation>,
    /// Further letters of its pieces, upper case, which are read but not written.
    pub synonyms: Vec<(Slot, char)>,
    /// The number of ranks.
    pub ranks: u8,
    /// The number of files.
    pub files: u8,
    /// The start position.
    pub start: String,
    /// The first ranks of which each side may choose its own.
    pub start_rows: Vec<String>,
    /// The one of them that Black has.
    pub black_rows: BlackRows,
    /// Its pieces, by kind.
    pub pieces: Vec<Option<PieceSpec>>,
    /// By side and kind: the squares that a piece is confined to; everywhere if it is empty.
    pub mobility: [KindRegions; 2],
    /// By side: where pieces promote.
    pub promotion_region: [Region; 2],
    /// By side: the kind that a promoted pawn goes back to in hand.
    pub main_pawn: [Slot; 2],
    /// By side: the kinds that promote as pawns do.
    pub promotion_pawns: [Types; 2],
    /// By side: what they become.
    pub promotions: [Types; 2],
    /// The most pieces of a kind that promotion may make, by kind; 0 for any number.
    pub promotion_limit: Vec<u32>,
    /// By kind: the kind that it becomes by a promotion of its own.
    pub promoted: Vec<Option<Slot>>,
    /// True if such promotions need a capture.
    pub promotion_on_capture: bool,
    /// True if pawns must promote.
    pub must_promote_pawns: bool,
    /// True if other pieces must.
    pub must_promote_pieces: bool,
    /// True if promoted pieces turn back.
    pub demotion: bool,
    /// True if pawns make double steps.
    pub double_step: bool,
    /// By side: from where.
    pub double_step_region: [Region; 2],
    /// By side: from where pawns make triple steps.
    pub triple_step_region: [Region; 2],
    /// By side: the squares on which it captures en passant.
    pub en_passant_region: [Region; 2],
    /// By side: the kinds that capture en passant.
    pub en_passant_types: [Types; 2],
    /// True if there is castling.
    pub castling: bool,
    /// True if dropped pieces castle.
    pub castling_dropped: bool,
    /// The file on which the king arrives on the king's side.
    pub castling_king_side: u8,
    /// The file on which it arrives on the queen's side.
    pub castling_queen_side: u8,
    /// The rank on which castling happens, as its side counts, from 0.
    pub castling_rank: u8,
    /// The file of the castling king where several could be meant.
    pub castling_king_file: u8,
    /// True if the game is played as Chess960 is: with shuffled starts and any castling written onto the rook.
    pub chess960: bool,
    /// The castlings that win, a bit for each in the order `KQkq`: a side that has lost all of its own loses.
    pub castling_wins: u8,
    /// True if a side's castling ends the right of the other to castle to the same side.
    pub opposite_castling: bool,
    /// True if the position knows which pieces have not moved from the rank of castling.
    pub gating: bool,
    /// True if pieces in hand come to the squares that those leave with their first move.
    pub hand_gating: bool,
    /// By side: the kind that castles as the king.
    pub castling_king: [Slot; 2],
    /// The file of the king-side rook if it is not the outermost.
    pub castling_rook_king_side: u8,
    /// The file of the queen-side rook if it is not the outermost.
    pub castling_rook_queen_side: u8,
    /// By side: the kinds that castle as rooks.
    pub castling_rooks: [Types; 2],
    /// True if checks may be given.
    pub checking: bool,
    /// True if drops may give check.
    pub drop_checks: bool,
    /// True if captures are compulsory.
    pub must_capture: bool,
    /// True if drops are compulsory.
    pub must_drop: bool,
    /// The kind that must be dropped; any if `None`.
    pub must_drop_type: Option<Slot>,
    /// True if pieces are dropped.
    pub drops: bool,
    /// True if a captured promoted piece stays promoted in hand.
    pub drop_loop: bool,
    /// True if captured pieces go to the captor's hand.
    pub captures_to_hand: bool,
    /// True if captured pieces go to a partner on a second board, and those in hand come from there.
    pub two_boards: bool,
    /// True if pawns may be dropped on the first rank.
    pub first_rank_pawn_drops: bool,
    /// True if pawns may be dropped where they promote.
    pub promotion_zone_pawn_drops: bool,
    /// By side: where pieces are dropped.
    pub drop_region: [Region; 2],
    /// True if bishops must be dropped on squares of both colours.
    pub drop_opposite_bishops: bool,
    /// True if pieces may be dropped in their promoted state.
    pub drop_promoted: bool,
    /// The kind of which a file may hold only so many when one is dropped.
    pub drop_no_doubled: Option<Slot>,
    /// Their number.
    pub drop_no_doubled_count: u32,
    /// True if a piece may not go where it could never move again.
    pub immobility_illegal: bool,
    /// By side: whether it may pass.
    pub pass: [bool; 2],
    /// By side: whether it must pass if it has no other move, and may not pass otherwise.
    pub pass_on_stalemate: [bool; 2],
    /// True if royal pieces may not face each other on an open line.
    pub flying_general: bool,
    /// True if kings that face each other offer the end of the game.
    pub bikjang: bool,
    /// The squares between which some pieces move along diagonals as well.
    pub diagonal_lines: Region,
    /// From which rank a soldier moves sideways, as its side counts, from 0.
    pub soldier_rank: u8,
    /// By side: the kinds whose moves set the half-move clock back.
    pub clock_types: [Types; 2],
    /// The number of moves of each side without progress that end the game; 0 for none.
    pub move_rule: u32,
    /// The occurrence of a position that ends the game; 0 for none.
    pub fold_rule: u32,
    /// The result of it, for the side to move.
    pub fold_value: Verdict,
    /// True if that result is White's instead.
    pub fold_absolute: bool,
    /// True if perpetual check loses.
    pub perpetual_illegal: bool,
    /// True if perpetual chase does, as in xiangqi.
    pub chasing: bool,
    /// True if a side loses that moves a piece to and fro.
    pub shuttling_illegal: bool,
    /// The result of having no move without being in check.
    pub stalemate: Verdict,
    /// True if the side with more pieces wins then.
    pub stalemate_by_pieces: bool,
    /// The result of being mated.
    pub checkmate: Verdict,
    /// True if a dropped shogi pawn may not mate.
    pub no_pawn_drop_mate: bool,
    /// The result for the side of which a kind has died out; `None` for no such rule.
    pub extinction: Option<Verdict>,
    /// True if the side to move has to claim it.
    pub extinction_claim: bool,
    /// True if the last of such a kind is royal.
    pub pseudo_royal: bool,
    /// True if an attack on all royal pieces together is a check.
    pub duple_check: bool,
    /// The kinds.
    pub extinction_types: Types,
    /// The number of pieces at which a kind counts as extinct.
    pub extinction_count: u32,
    /// The number of pieces that the other side needs for it.
    pub extinction_opponent_count: u32,
    /// By side: the kind that runs to the flag; any if `None`.
    pub flag_piece: [Option<Slot>; 2],
    /// By side: where the flag is.
    pub flag_region: [Region; 2],
    /// The number of pieces that have to be there.
    pub flag_count: u32,
    /// True if fewer are enough if all squares of the flag are occupied.
    pub flag_blocked_win: bool,
    /// True if the other side has one more move.
    pub flag_move: bool,
    /// True if the piece must be safe there.
    pub flag_safe: bool,
    /// True if checks are counted.
    pub check_counting: bool,
    /// True if captures explode.
    pub blast: bool,
    /// The kinds that survive it.
    pub blast_immune: Types,
    /// The kinds that do not capture each other.
    pub mutually_immune: Types,
    /// The kinds that turn to stone when they capture.
    pub petrify: Types,
    /// True if exploded pieces turn to stone as well.
    pub petrify_blast: bool,
    /// The number of pieces in a row that win; 0 for no such rule.
    pub connect: u32,
    /// The kinds that count.
    pub connect_types: Types,
    /// True if rows along ranks, files and diagonals count.
    pub connect_lines: [bool; 3],
    /// By side: two regions of which a connection wins.
    pub connect_regions: [[Region; 2]; 2],
    /// The side of a square full of pieces that wins; 0 for no such rule.
    pub connect_square: u32,
    /// The number of pieces on one line that win, gaps allowed; 0 for no such rule.
    pub collinear: u32,
    /// The result of it.
    pub connect_value: Verdict,
    /// The counting rule.
    pub counting: Counting,
    /// By kind: its worth in the middle game and in the endgame, in centipawns, where the file states it.
    pub worths: Vec<Option<[i32; 2]>>,
    /// True if pieces are dropped without being in hand.
    pub free_drops: bool,
    /// The pieces that a drop must enclose.
    pub enclosing_drop: Enclosing,
    /// The squares that are filled before that.
    pub enclosing_start: Region,
    /// The pieces that change sides by a move.
    pub flip_enclosed: Enclosing,
    /// The rule by which walls are built.
    pub walling: Walling,
    /// The thing that they are, if the game says it.
    pub obstacle: Option<Obstacle>,
    /// By side: the squares that they are limited to.
    pub walling_region: [Region; 2],
    /// True if a wall is built instead of a move, not after it.
    pub wall_or_move: bool,
    /// The count of material that decides drawn games.
    pub material: MaterialCount,
    /// True if a full board ends the game.
    pub full_board: bool,
    /// True if a game that neither side can win any more is drawn.
    pub insufficient_material: bool,
    /// Rules of Asian games of chess that are named after them.
    pub regional: RegionalSpec,
    /// The rules that Fairy-Stockfish's form does not have.
    pub beyond: BeyondSpec,
    /// The family of games as which other programs show and write it: `fairy`, `shogi`.
    pub template: String,
    /// The keys and values that it is made of, those of the games that it starts from as well.
    pub said: BTreeMap<String, String>,
    /// The game with mistakes because of which this is not all that the file says: itself, or one that it starts from.
    pub unread: Option<String>,
}

impl Spec {
    /// Returns true if a promoted pawn goes back to a hand as a pawn, on this board or on its second one.
    #[must_use]
    pub fn remembers_pawns(&self) -> bool {
        // With `dropLoop` promoted pieces stay what they are in hand.
        self.captures_to_hand && !self.drop_loop || self.two_boards
    }

    /// Returns true if pieces of a kind run to their side's flag.
    pub(crate) fn is_runner(&self, slot: Slot, side: Side) -> bool {
        self.flag_piece[side.index()].is_none_or(|runner| runner == slot)
    }

    /// Returns true if the castling field names the pieces that have not moved; that of Cambodian chess has its own form.
    pub(crate) fn has_gates(&self) -> bool {
        self.gating && !self.regional.first_leaps
    }

    /// Returns true if pawns of a side make triple steps.
    pub(crate) fn has_triple_steps(&self) -> bool {
        self.triple_step_region.iter().any(|region| !region.is_empty())
    }
}

impl Spec {
    /// Returns the first sentence of the rules in words, or a sentence with the title if the file has no rules.
    #[must_use]
    pub fn summary(&self) -> String {
        match first_sentence(&self.rules) {
            rules if rules.is_empty() => format!("{}, a game from a file.", self.title),
            rules => rules,
        }
    }

    /// The fingerprint of the rules: of all keys and values but those that are words for people, facts for other programs
    /// or worths of pieces.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        // FNV-1a.
        let mut hash: u64 = 0xCBF2_9CE4_8422_2325;
        // The map has the keys in order, so the order of the lines in the file does not matter.
        for (key, value) in self.rule_lines() {
            // The signs between key and value keep `a = bc` and `ab = c` apart.
            for byte in key.bytes().chain([b'=']).chain(value.bytes()).chain([b'\n']) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
        }
        format!("{hash:016x}")
    }

    /// Returns true if a game has the same rules: the same keys and values but those that the [fingerprint](Self::fingerprint)
    /// leaves out.
    #[must_use]
    pub fn has_rules_of(&self, other: &Spec) -> bool {
        self.rule_lines().eq(other.rule_lines())
    }

    /// The keys and values that are rules.
    fn rule_lines(&self) -> impl Iterator<Item = (&String, &String)> {
        // They change words, worths or other programs, not what is legal.
        const WORDS: [&str; 9] = [
            "title",
            "rules",
            "url",
            "pieceName",
            "pieceSynonyms",
            "pieceValueMg",
            "pieceValueEg",
            "variantTemplate",
            "wallName",
        ];
        let is_rule = |key: &str| !WORDS.contains(&key) && key_and_language(key).is_none();
        self.said.iter().filter(move |(key, _)| is_rule(key))
    }

    /// Returns true if connections of pieces end the game.
    pub(crate) fn connects(&self) -> bool {
        self.connect > 0
            || self.connect_square > 0
            || self.collinear > 0
            || self.connect_regions.iter().flatten().any(|region| !region.is_empty())
    }

    /// The kinds that the game has.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        Slot::all().filter(|slot| self.pieces[slot.index()].is_some())
    }

    /// The kind of a letter, in any case.
    #[must_use]
    pub fn slot_of(&self, letter: char) -> Option<Slot> {
        let letter = letter.to_ascii_uppercase();
        self.slots()
            .find(|slot| self.pieces[slot.index()].as_ref().is_some_and(|piece| piece.letter == letter))
    }

    /// The kinds of some letters; `*` stands for all.
    ///
    /// # Errors
    ///
    /// The first letter that is none of a kind.
    pub fn types_of(&self, letters: &str) -> Result<Types, char> {
        let mut types = Types::EMPTY;
        for letter in letters.chars() {
            match letter {
                '*' => types = Types::ALL,
                letter => types.insert(self.slot_of(letter).ok_or(letter)?),
            }
        }
        Ok(types)
    }

    /// The letter of a kind, `?` of one that the game does not have.
    #[must_use]
    pub fn letter(&self, slot: Slot) -> char {
        self.pieces[slot.index()].as_ref().map_or('?', |piece| piece.letter)
    }

    /// Returns the letters, upper case, under which other programs know pieces, each with the piece's own. A letter that a
    /// piece of this game has is none of them, whatever the game says that this one starts from.
    #[must_use]
    pub fn other_letters(&self) -> Vec<(char, char)> {
        let has = |slot: Slot| self.pieces[slot.index()].is_some();
        let usable =
            self.synonyms.iter().filter(|&&(slot, other)| has(slot) && self.slot_of(other).is_none());
        usable.map(|&(slot, other)| (other, self.letter(slot))).collect()
    }

    /// The moves of a kind that the file gives itself.
    #[must_use]
    pub fn moves(&self, slot: Slot) -> Option<&PieceMoves> {
        self.pieces[slot.index()].as_ref()?.moves.as_ref()
    }

    /// The text of the moves of a kind.
    #[must_use]
    pub fn betza(&self, slot: Slot) -> &str {
        self.moves(slot).map_or(slot.betza(), |moves| &moves.text)
    }

    /// Takes a piece out of the game.
    pub fn remove_piece(&mut self, slot: Slot) {
        self.pieces[slot.index()] = None;
        self.promotions.iter_mut().for_each(|promotions| promotions.remove(slot));
    }

    /// Adds a piece; another one of its letter is taken out.
    pub fn add_piece(&mut self, slot: Slot, letter: char, moves: Option<PieceMoves>) {
        // A letter stands for one piece: the one that had it goes.
        if let Some(other) = self.slot_of(letter) {
            self.remove_piece(other);
        }
        self.pieces[slot.index()] = Some(PieceSpec { letter: letter.to_ascii_uppercase(), moves });
    }
}
