//! The choice of games of a file.

use crate::cli::plain_text;
use helgi_record::replay::Replay;
use helgi_record::{GameResult, Record};
use helgi_rules::board::ZobristKey;
use helgi_rules::games::GameId;
use helgi_rules::internals::games::names;
use helgi_rules::{AnyPosition, FenNotice, Game, Line, Position};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;

/// The conditions on a game.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Which games")]
pub struct GameFilter {
    /// Only games of this kind
    #[arg(long, value_parser = crate::cli::game)]
    game: Option<GameId>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT", value_parser = result, allow_hyphen_values = true)]
    result: Option<GameResult>,
    /// Only games with at least N half-moves
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,
    /// Only games with at most N half-moves
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// Only games with a player whose name contains this, ignoring case
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games that reached this position; what it leaves out, as the side to move, rights, pieces in hand or checks, may
    /// be any
    #[arg(long, value_name = "FEN")]
    position: Option<String>,
}

fn result(text: &str) -> Result<GameResult, String> {
    GameResult::read(text).ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2 or *".to_owned())
}

impl GameFilter {
    /// Returns true if any game passes.
    pub fn is_open(&self) -> bool {
        let GameFilter { game, result, min_plies, max_plies, player, position } = self;
        game.is_none()
            && result.is_none()
            && min_plies.is_none()
            && max_plies.is_none()
            && player.is_none()
            && position.is_none()
    }

    /// The position that has to occur.
    ///
    /// # Errors
    ///
    /// When it is not one of the game that is asked for, or of any game.
    pub fn wanted(&self) -> io::Result<Wanted> {
        let Some(text) = &self.position else { return Ok(Wanted(None)) };
        let is_one = |game: GameId| game.parse_lenient(text).is_ok();
        // Those that come along are made last, since most positions are of other games.
        let of_any = || {
            let known = GameId::all().into_iter().chain([GameId::FISCHERANDOM]);
            known.chain(names().into_iter().filter_map(GameId::named)).any(is_one)
        };
        let wanted = || Wanted(Some(WantedPosition { text: text.clone(), marks: RefCell::default() }));
        match self.game.unwrap_or_default().parse_lenient(text) {
            Err(error) if !self.game.map_or_else(of_any, is_one) => {
                return Err(crate::cli::invalid(format_args!("--position: {error}")));
            }
            // What is missing may be anything, and is not mended.
            Ok((_, notices)) => {
                notices.iter().filter(|notice| !is_missing(notice)).for_each(plain_text::tell)
            }
            Err(_) => {}
        }
        Ok(wanted())
    }

    /// Returns true if a game passes.
    pub fn admits(&self, record: &Record, replayed: &Replay, wanted: &Wanted) -> bool {
        let plies = || record.len();
        let plays = |name: &String| {
            let name = name.to_lowercase();
            let is_it = |tag| record.tags.get(tag).is_some_and(|own| own.to_lowercase().contains(&name));
            is_it("White") || is_it("Black")
        };
        self.game.is_none_or(|game| replayed.game == Some(game))
            && self.result.is_none_or(|result| record.result == result)
            && self.min_plies.is_none_or(|least| plies() >= least)
            && self.max_plies.is_none_or(|most| plies() <= most)
            && self.player.as_ref().is_none_or(plays)
            && wanted.occurs(record, replayed)
    }
}

/// A position that has to occur; `None` if all games will do.
pub struct Wanted(Option<WantedPosition>);

/// The text of a position, and its mark in each game that was asked about, `None` where it is no position.
struct WantedPosition {
    text: String,
    marks: RefCell<HashMap<GameId, Option<PositionMark>>>,
}

/// The mark by which a position is found again.
#[derive(Clone)]
enum PositionMark {
    Key(ZobristKey),
    /// The fields that were given: nothing is said of the others.
    Given(GivenFields),
}

/// The first fields of a position, of which some may be any.
#[derive(Clone, PartialEq, Eq)]
struct GivenFields {
    /// The number of fields, from the board to the en passant square.
    count: usize,
    /// True if the pieces in hand are given, and with them which pieces on the board are promoted.
    has_hand: bool,
    /// Their texts.
    texts: Vec<String>,
}

impl GivenFields {
    fn of(position: &AnyPosition, count: usize, has_hand: bool) -> GivenFields {
        let fen = position.fen();
        let mut texts: Vec<String> = fen.split(' ').take(count).map(str::to_owned).collect();
        if let Some(board) = texts.first_mut().filter(|_| !has_hand) {
            let bare = board.split('[').next().unwrap_or_default();
            *board = bare.replace('~', "");
        }
        GivenFields { count, has_hand, texts }
    }
}

/// Returns true if a notice says that a field is missing, and with it all those behind it.
fn is_missing(notice: &FenNotice) -> bool {
    notice.value.is_empty()
}

/// Returns true if a text gives the pieces in hand: in brackets, as one more rank, or in a field of their own, as USI has it.
fn gives_hand(text: &str, position: &AnyPosition) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_usi = matches!(words[..], [.., "b" | "w", _, number] if number.parse::<u32>().is_ok());
    let fen = position.fen();
    let hand = fen.split(' ').next().and_then(|board| board.split_once('['));
    text.contains('[') || is_usi || hand.is_some_and(|(_, hand)| hand != "]")
}

impl PositionMark {
    fn of(position: &AnyPosition, notices: &[FenNotice], text: &str) -> PositionMark {
        let missing = notices.iter().find(|notice| is_missing(notice)).map(|notice| notice.field);
        let (count, is_whole) = match missing {
            Some("side") => (1, false),
            Some("castling") => (2, false),
            Some("en-passant") => (3, false),
            Some("checks") => (4, false),
            // The clocks are no part of a position.
            _ => (4, true),
        };
        let has_hand = position.fen().split(' ').next().is_none_or(|board| !board.contains('['));
        let has_hand = has_hand || gives_hand(text, position);
        if is_whole && has_hand {
            return PositionMark::Key(position.key());
        }
        PositionMark::Given(GivenFields::of(position, count, has_hand))
    }

    fn is_of(&self, position: &AnyPosition) -> bool {
        match self {
            PositionMark::Key(key) => position.key() == *key,
            PositionMark::Given(given) => GivenFields::of(position, given.count, given.has_hand) == *given,
        }
    }
}

impl Wanted {
    fn occurs(&self, record: &Record, replayed: &Replay) -> bool {
        let Some(WantedPosition { text, marks }) = &self.0 else { return true };
        let Some(game) = replayed.game else { return false };
        let find = || {
            let (position, notices) = game.parse_lenient(text).ok()?;
            Some(PositionMark::of(&position, &notices, text))
        };
        let mark = marks.borrow_mut().entry(game).or_insert_with(find).clone();
        let Some(mark) = mark else { return false };
        let Ok(start) = record.start(game) else { return false };
        let mut line = Line::new(start);
        let mut moves = record.main_line().map(|id| replayed.moves[id.index()]);
        loop {
            if mark.is_of(line.present()) {
                return true;
            }
            let Some(Some(played)) = moves.next() else { return false };
            // A record may have null moves, as analyses do, in games that do not have them.
            if line.present().is_legal(played) {
                line.play(played);
            } else if !line.pass() {
                return false;
            }
        }
    }
}
