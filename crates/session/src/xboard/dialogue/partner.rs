//! Games on two boards: the hand that another board fills, and the partner there.
//!
//! XBoard passes on what a chess server says: `holding` when a piece has come, `partner` and `ptell`. Only words that are
//! understood are answered, so that two engines never talk without end.

use super::Session;
use super::state::{Partner, Work};
use crate::options::Options;
use crate::search::StartsSearch;
use helgi_protocol::notation::WireMove;
use helgi_protocol::xboard::{Holdings, XBoardReply};
use helgi_rules::board::{Action, Move, Side};
use helgi_rules::games::AnyPosition;
use helgi_rules::{Captives, Game, Info, Outcome, Position, Royalty};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The time that is left when the engine stops sitting.
const LAST_TIME: Duration = Duration::from_secs(3);
/// The lines that are searched where the partner needs pieces, so that a capture of one may be chosen.
const LINES_FOR_NEEDS: usize = 4;
/// The most that such a capture may cost, in centipawns.
const PRICE_OF_NEEDS: i32 = 100;
/// The words that are understood.
const HELP: &str =
    "I understand sit, go, need and fear with pieces (need n, fear queen, need nothing), and help.";

/// A request of the partner.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Wish {
    Sit,
    Go,
    Help,
    Needs(Vec<char>),
    Fears(Vec<char>),
}

/// Reads the words of a partner; `None` for talk. As on servers, `+n` is a need and `-q` a fear.
fn wish(text: &str, info: &Info) -> Option<Wish> {
    let text = text.to_ascii_lowercase();
    let (first, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let kinds = |text: &str| pieces(text, info);
    match first {
        "sit" if rest.is_empty() => Some(Wish::Sit),
        "go" if rest.is_empty() => Some(Wish::Go),
        "help" => Some(Wish::Help),
        "need" => kinds(rest).map(Wish::Needs),
        "fear" => kinds(rest).map(Wish::Fears),
        _ if first.starts_with('+') => kinds(text.trim_start_matches('+')).map(Wish::Needs),
        _ if first.starts_with('-') => kinds(text.trim_start_matches('-')).map(Wish::Fears),
        _ => None,
    }
}

/// The letters of pieces that a text names by letter or name; `None` if a word of it is neither.
fn pieces(text: &str, info: &Info) -> Option<Vec<char>> {
    let mut found = Vec::new();
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return None;
    }
    if words == ["nothing"] {
        return Some(found);
    }
    let plain = || info.pieces.iter().filter(|piece| !piece.is_promoted());
    for word in words.into_iter().filter(|word| !matches!(*word, "a" | "an" | "and" | "or")) {
        let letter = |text: &str| plain().find(|piece| text == piece.letter.to_ascii_lowercase().to_string());
        let named = plain().find(|piece| word == piece.name || word.strip_suffix('s') == Some(piece.name));
        found.push(letter(word).or(named)?.letter);
    }
    // Words such as `and` alone name nothing.
    (!found.is_empty()).then_some(found)
}

/// Returns true for a game on two boards.
fn is_on_two_boards(info: &Info) -> bool {
    info.captives == Captives::Partner
}

/// The text of a position with other hands.
fn with_hands(fen: &str, hands: &str) -> Option<String> {
    let (board, rest) = fen.split_once('[')?;
    let (_, rest) = rest.split_once(']')?;
    Some(format!("{board}[{hands}]{rest}"))
}

/// The hands of a position, as letters.
fn hands_of(fen: &str) -> &str {
    let inner = fen.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    inner.map_or("", |(hands, _)| hands)
}

fn sorted(letters: impl Iterator<Item = char>) -> Vec<char> {
    let mut letters: Vec<char> = letters.collect();
    letters.sort_unstable();
    letters
}

/// Returns true if a side without a move had one with any piece in hand.
fn waits_for_piece(position: &AnyPosition) -> bool {
    let info = position.info();
    if !is_on_two_boards(info) || position.outcome().is_some() || position.count_moves() > 0 {
        return false;
    }
    let held = info.pieces.iter().take(info.pocket.into()).filter(|piece| piece.royalty == Royalty::None);
    // One of each kind is enough: where any drop would help, one of these does.
    let letters: String = match position.side() {
        Side::White => held.map(|piece| piece.letter).collect(),
        Side::Black => held.map(|piece| piece.letter.to_ascii_lowercase()).collect(),
    };
    let helped = with_hands(&position.fen(), &letters);
    helped.and_then(|text| position.game().parse(&text).ok()).is_some_and(|helped| helped.count_moves() > 0)
}

/// Returns true if the other side could at once capture one of these pieces of the side that has moved.
fn gives_away(after: &AnyPosition, letters: &[char]) -> bool {
    let mover = !after.side();
    after.legal_moves().into_iter().any(|reply| {
        let piece = reply.to().and_then(|to| after.piece_at(to, 0)).filter(|piece| piece.side == mover);
        piece.is_some_and(|piece| {
            sent(after.info(), piece.kind.index()).is_some_and(|sent| letters.contains(&sent))
        })
    })
}

/// The letter of what a captured piece is on the other board: of a promoted pawn a pawn, as far as there is one.
fn sent(info: &Info, kind: usize) -> Option<char> {
    let piece = info.pieces.get(kind)?;
    let pawn = || info.pieces.iter().find(|other| other.name == "pawn").map(|pawn| pawn.letter);
    if piece.mark == helgi_rules::PieceMark::Tilde { pawn() } else { Some(piece.letter) }
}

impl<W: Write, S: StartsSearch> Session<W, S> {
    /// The end of the game. On one board of two, a mate that a piece from the other one could still avert is none.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let outcome = self.board.outcome()?;
        let waits = self.board.position().is_some_and(waits_for_piece);
        (!waits).then_some(outcome)
    }

    fn has_two_boards(&self) -> bool {
        is_on_two_boards(self.board.game().info())
    }

    /// The half-moves since the game began: the hands may have been filled meanwhile.
    pub(super) fn made(&self) -> usize {
        self.game.moves_before + self.board.played()
    }

    /// Takes over the hands. A piece that the engine has just dropped may still be in them, since the server had not seen
    /// its move when it wrote them.
    pub(super) fn hold(&mut self, text: &str, line: &str) -> io::Result<()> {
        let Some(position) = self.board.position().filter(|_| self.has_two_boards()) else { return Ok(()) };
        let holdings = match text.parse::<Holdings>() {
            Ok(holdings) => holdings,
            Err(error) => return self.refuse(&error),
        };
        let (white, black) = (holdings.white.to_ascii_uppercase(), holdings.black.to_ascii_lowercase());
        let (fen, mut hands) = (position.fen(), white + &black);
        if let (Some((is_black, piece)), Some(dropped)) = (holdings.acquired, self.last_drop()) {
            let piece = if is_black { piece.to_ascii_lowercase() } else { piece.to_ascii_uppercase() };
            let known: String = hands_of(&fen).chars().chain([piece]).collect();
            if sorted(hands.chars()) == sorted(known.chars().chain([dropped])) {
                hands = known;
            }
        }
        // Nothing has come: a search goes on.
        if sorted(hands.chars()) == sorted(hands_of(&fen).chars()) {
            return Ok(());
        }
        let text = with_hands(&fen, &hands).unwrap_or_default();
        if let Err(error) = self.board.game().parse(&text) {
            return self.error(error.to_string(), line);
        }
        self.interrupt();
        let made = self.made();
        // The board counts from the new position, the game goes on counting.
        let done = self.board.set_up(&text);
        self.position_changed();
        self.game.moves_before = made;
        done.map_or_else(|error| self.error(error.to_string(), line), |_| Ok(()))
    }

    /// The letter of the piece that the last move has dropped, in the case of its side.
    fn last_drop(&self) -> Option<char> {
        let line = self.board.line()?;
        let Action::Drop { kind, .. } = line.moves().next_back()?.action() else { return None };
        let letter = line.present().info().pieces.get(kind.index())?.letter;
        // The side to move now is the other one.
        Some(if line.present().side() == Side::White { letter.to_ascii_lowercase() } else { letter })
    }

    /// Somebody else, or nobody, plays the other board.
    pub(super) fn meet_partner(&mut self, name: Option<String>) -> io::Result<()> {
        self.go_on();
        self.game.partner = Partner::default();
        match name.filter(|_| self.has_two_boards()) {
            Some(_) => self.tell_partner("I am an engine. Ask me for help."),
            None => Ok(()),
        }
    }

    fn tell_partner(&mut self, text: &str) -> io::Result<()> {
        self.reply(&XBoardReply::TellPartner(text.to_owned()))
    }

    /// Does what the partner asks for.
    pub(super) fn hear_partner(&mut self, text: &str) -> io::Result<()> {
        let info = self.board.game().info();
        let Some(wish) = wish(text, info).filter(|_| self.has_two_boards()) else { return Ok(()) };
        let list = |letters: &[char]| letters.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
        match wish {
            Wish::Help => self.tell_partner(HELP),
            Wish::Sit => {
                self.game.partner.is_sitting = true;
                self.interrupt_if(|work| work == Work::Think);
                self.tell_partner("I sit. Tell me go, and I move.")
            }
            Wish::Go => {
                self.go_on();
                self.tell_partner("I go.")
            }
            Wish::Needs(letters) => {
                let answer = match letters.is_empty() {
                    true => "You need nothing.".to_owned(),
                    false => format!("I look for {}, at the cost of a pawn.", list(&letters)),
                };
                self.game.partner.needs = letters;
                self.interrupt_if(|work| work == Work::Think);
                self.tell_partner(&answer)
            }
            Wish::Fears(letters) => {
                let answer = match letters.is_empty() {
                    true => "You fear nothing.".to_owned(),
                    false => format!("I leave no {} to be captured at once.", list(&letters)),
                };
                self.game.partner.fears = letters;
                self.interrupt_if(|work| work == Work::Think);
                self.tell_partner(&answer)
            }
        }
    }

    /// The engine no longer sits: it plays what it has found meanwhile.
    pub(super) fn go_on(&mut self) {
        self.game.partner.is_sitting = false;
        self.game.partner.until = None;
        if let Some(job) =
            self.worker.job_mut().filter(|job| job.facts.work == Work::Sit && !job.facts.is_stale)
        {
            job.facts.work = Work::Think;
            job.control.stop();
        }
    }

    /// Ends sitting when the clock demands it.
    pub(super) fn go_on_in_time(&mut self) -> io::Result<()> {
        if self.game.partner.until.is_none_or(|until| until > Instant::now()) {
            return Ok(());
        }
        self.go_on();
        self.tell_partner("My time is short: I go.")
    }

    /// Notes that the engine sits from now on, and how long it may.
    pub(super) fn sits(&mut self) {
        let left = self.clock.left().saturating_sub(LAST_TIME);
        self.game.partner.until = Instant::now().checked_add(left);
    }

    /// The moves to choose from, all if there are none, and the options for a search of the engine's own move: nothing is
    /// given away that the partner fears, if there are other moves, and more lines are searched if it needs something.
    pub(super) fn as_partner_wishes(&self, work: Work, chosen: Vec<Move>) -> (Vec<Move>, Options) {
        let mut options = self.options.clone();
        let Partner { needs, fears, .. } = &self.game.partner;
        let Some(position) = self.board.position().filter(|_| matches!(work, Work::Think | Work::Sit)) else {
            return (chosen, options);
        };
        if !needs.is_empty() {
            options.multipv = options.multipv.max(LINES_FOR_NEEDS);
        }
        if fears.is_empty() {
            return (chosen, options);
        }
        let all = if chosen.is_empty() { position.legal_moves() } else { chosen };
        let is_safe = |played: &&Move| !gives_away(&position.after(**played), fears);
        let safe: Vec<Move> = all.iter().filter(is_safe).copied().collect();
        (if safe.is_empty() { all } else { safe }, options)
    }

    /// The best move, or one that is nearly as good and captures what the partner needs.
    pub(super) fn needed(&self, best: Move, lines: &[(i32, WireMove)]) -> Move {
        let needs = &self.game.partner.needs;
        let (Some(position), Some(&(top, _))) = (self.board.position(), lines.first()) else { return best };
        let takes = |played: Move| {
            let piece = played.to().and_then(|to| position.piece_at(to, 0));
            let letter = piece
                .filter(|piece| piece.side != position.side())
                .and_then(|piece| sent(position.info(), piece.kind.index()));
            letter.is_some_and(|letter| needs.contains(&letter))
        };
        if needs.is_empty() || takes(best) {
            return best;
        }
        // Mates are the largest numbers there are, so the difference must not overflow.
        let good = lines.iter().filter(|(score, _)| top.saturating_sub(*score) <= PRICE_OF_NEEDS);
        let found = good.filter_map(|(_, wire)| {
            position.legal_moves().into_iter().find(|&legal| self.board.wire(legal) == *wire)
        });
        found.into_iter().find(|&played| takes(played)).unwrap_or(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::games::GameId;

    fn bughouse() -> GameId {
        helgi_variants::install_library();
        GameId::named("bughouse").unwrap()
    }

    #[test]
    fn partners_are_understood() {
        let info = bughouse().info();
        for (text, expected) in [
            ("sit", Some(Wish::Sit)),
            ("GO", Some(Wish::Go)),
            ("need n", Some(Wish::Needs(vec!['N']))),
            ("need a knight and pawns", Some(Wish::Needs(vec!['N', 'P']))),
            ("++q", Some(Wish::Needs(vec!['Q']))),
            ("fear queen, r", Some(Wish::Fears(vec!['Q', 'R']))),
            ("--p", Some(Wish::Fears(vec!['P']))),
            ("need nothing", Some(Wish::Needs(Vec::new()))),
            ("go go go", None),
            ("need help", None),
            ("need", None),
            ("+", None),
            ("I sit. Tell me go, and I move.", None),
            ("\0 sit", None),
        ] {
            assert_eq!(wish(text, info), expected, "{text}");
        }
    }

    #[test]
    fn a_mate_that_a_piece_could_avert_is_waited_for() {
        let waits = |fen: &str| waits_for_piece(&bughouse().parse(fen).unwrap());
        assert!(waits("R5k1/5ppp/8/8/8/8/8/K7[] b - - 0 1"), "on the back rank");
        assert!(!waits("6rk/5Npp/8/8/8/8/8/K7[] b - - 0 1"), "a knight's check has no square between");
        assert!(waits("7k/5Q2/8/8/8/8/8/K7[] b - - 0 1"), "stalemate");
        assert!(!waits("R5k1/5ppp/8/8/8/8/8/K7[r] b - - 0 1"), "a rook is there");
        assert!(!waits_for_piece(&GameId::CHESS.parse("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").unwrap()));
    }

    #[test]
    fn feared_captures_are_found() {
        let position = bughouse().parse("3q1rk1/8/8/8/8/8/8/3Q2K1[] w - - 0 1").unwrap();
        let after = |text: &str| position.after(helgi_rules::notation::read(&position, text).unwrap());
        assert!(gives_away(&after("g1g2"), &['Q']));
        assert!(!gives_away(&after("d1e2"), &['Q']));
        assert!(!gives_away(&after("g1g2"), &['R']));
    }
}
