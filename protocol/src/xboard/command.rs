//! Commands as values, and the lines that they are.

use std::fmt;
use std::time::Duration;

/// A line from the GUI.
///
/// [`Display`](fmt::Display) prints a line that reads back to the same value.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A command that is never answered by itself.
    Setting(Setting),
    /// A command that may be answered: by a reply or an error, for instance that a move is not legal.
    Query(Query),
    /// `quit`: end the program.
    Quit,
    /// A line that asks for nothing: blank, a comment, or a fact that is of no use here (`random`, `name`,
    /// `rating`, `ics`, `egtpath` and their like).
    Nothing,
}

/// A command that changes how the engine plays and is never answered by itself, though the engine may begin or end to
/// think.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// `xboard`: speak this protocol.
    XBoard,
    /// `accepted FEATURE`: the GUI will do as the feature says.
    Accepted(String),
    /// `rejected FEATURE`: it will not.
    Rejected(String),
    /// `new`: orthodox chess from its start, the engine plays Black.
    New,
    /// `force`: play neither side.
    Force,
    /// `level MOVES BASE INCREMENT`
    Level(Level),
    /// `st SECONDS`: this much time for each move.
    MoveTime(Duration),
    /// `sd PLIES`: search no deeper.
    Depth(u32),
    /// `nps N`: this many nodes count as a second; 0: processor time counts.
    NodesPerSecond(u64),
    /// `time CENTISECONDS`: the engine's clock; negative times are zero.
    Time(Duration),
    /// `otim CENTISECONDS`: the opponent's clock.
    OpponentTime(Duration),
    /// `?`: move now.
    MoveNow,
    /// `ping N`: answer when everything before is done.
    Ping(String),
    /// `result RESULT {COMMENT}`: the game is over; the text behind the word.
    Result(String),
    /// `edit`: the position editor of old GUIs begins; ended by `.`.
    Edit,
    /// `hard`: think on the opponent's time.
    Hard,
    /// `easy`: do not.
    Easy,
    /// `post`: show thinking.
    Post,
    /// `nopost`: do not.
    NoPost,
    /// `analyze`: analyses the position until another command.
    Analyze,
    /// `exit`: leave analysis.
    Exit,
    /// `computer`: the opponent is a program.
    Computer,
}

/// A command that the engine may answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Query {
    /// `protover N`: say which features there are.
    ProtoVer(u32),
    /// `variant NAME`: another game, from its start.
    Variant(String),
    /// `go`: play the side to move.
    Go,
    /// `playother`: play the side that is not to move.
    PlayOther,
    /// `white`: White is to move, and the engine plays Black.
    White,
    /// `black`: Black is to move, and the engine plays White.
    Black,
    /// `usermove MOVE`
    UserMove(String),
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `setboard FEN`
    SetBoard(String),
    /// `hint`: suggest a move.
    Hint,
    /// `bk`: show the moves of the book.
    Book,
    /// `undo`: take back a half-move.
    Undo,
    /// `remove`: take back a whole move.
    Remove,
    /// `.`: say how the analysis stands; also the end of `edit`.
    Dot,
    /// `exclude MOVE` or `exclude all`: do not consider the move.
    Exclude(String),
    /// `include MOVE` or `include all`: consider it again.
    Include(String),
    /// `memory MEGABYTES`: use no more.
    Memory(u64),
    /// `cores N`: use no more.
    Cores(u64),
    /// `option NAME[=VALUE]`
    Option {
        /// The option's name.
        name: String,
        /// The text after the `=`.
        value: Option<String>,
    },
    /// `lift SQUARE`: the user takes up the piece of a square, or one from the hand.
    Lift(String),
    /// `put SQUARE`: the user puts it down.
    Put(String),
    /// `hover SQUARE`: the pointer is over a square that is marked as a capture.
    Hover(String),
    /// `holding [WHITE] [BLACK] COLOURPIECE`: the pieces in hand, as [`Holdings`](super::Holdings).
    Holding(String),
    /// `partner NAME`: who plays the other board; `partner` alone: nobody any more.
    Partner(Option<String>),
    /// `ptell TEXT`: the partner says something.
    PartnerSays(String),
    /// `d`: draw the board in comments; helgi's own.
    Display,
    /// Any other line: a move of a GUI that does not say `usermove`, the answer to a question, or no
    /// command.
    Other(String),
}

/// `level MOVES BASE INCREMENT`: the time control of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The moves of a session, after which the base is added again; 0 if it is for the whole game.
    pub moves: u32,
    /// The time of a session.
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

impl From<Setting> for Command {
    fn from(setting: Setting) -> Self {
        Command::Setting(setting)
    }
}

impl From<Query> for Command {
    fn from(query: Query) -> Self {
        Command::Query(query)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting(setting) => setting.fmt(f),
            Self::Query(query) => query.fmt(f),
            Self::Quit => f.write_str("quit"),
            Self::Nothing => Ok(()),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::XBoard => f.write_str("xboard"),
            Self::Accepted(feature) => write!(f, "accepted {feature}"),
            Self::Rejected(feature) => write!(f, "rejected {feature}"),
            Self::New => f.write_str("new"),
            Self::Force => f.write_str("force"),
            Self::Level(Level { moves, base, increment }) => {
                // Minutes may have seconds behind a colon; the increment is in seconds, with a fraction if need
                // be.
                write!(f, "level {moves} {} {}", minutes(*base), increment.as_secs_f64())
            }
            Self::MoveTime(time) => write!(f, "st {}", time.as_secs_f64()),
            Self::Depth(plies) => write!(f, "sd {plies}"),
            Self::NodesPerSecond(nodes) => write!(f, "nps {nodes}"),
            Self::Time(time) => write!(f, "time {}", centiseconds(*time)),
            Self::OpponentTime(time) => write!(f, "otim {}", centiseconds(*time)),
            Self::MoveNow => f.write_str("?"),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Result(result) => write!(f, "result {result}"),
            Self::Edit => f.write_str("edit"),
            Self::Hard => f.write_str("hard"),
            Self::Easy => f.write_str("easy"),
            Self::Post => f.write_str("post"),
            Self::NoPost => f.write_str("nopost"),
            Self::Analyze => f.write_str("analyze"),
            Self::Exit => f.write_str("exit"),
            Self::Computer => f.write_str("computer"),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ProtoVer(version) => write!(f, "protover {version}"),
            Self::Variant(name) => write!(f, "variant {name}"),
            Self::Go => f.write_str("go"),
            Self::PlayOther => f.write_str("playother"),
            Self::White => f.write_str("white"),
            Self::Black => f.write_str("black"),
            Self::UserMove(text) => write!(f, "usermove {text}"),
            Self::Draw => f.write_str("draw"),
            Self::SetBoard(fen) => write!(f, "setboard {fen}"),
            Self::Hint => f.write_str("hint"),
            Self::Book => f.write_str("bk"),
            Self::Undo => f.write_str("undo"),
            Self::Remove => f.write_str("remove"),
            Self::Dot => f.write_str("."),
            Self::Exclude(text) => write!(f, "exclude {text}"),
            Self::Include(text) => write!(f, "include {text}"),
            Self::Memory(megabytes) => write!(f, "memory {megabytes}"),
            Self::Cores(number) => write!(f, "cores {number}"),
            Self::Option { name, value } => {
                write!(f, "option {name}")?;
                value.iter().try_for_each(|value| write!(f, "={value}"))
            }
            Self::Lift(square) => write!(f, "lift {square}"),
            Self::Put(square) => write!(f, "put {square}"),
            Self::Hover(square) => write!(f, "hover {square}"),
            Self::Holding(text) => write!(f, "holding {text}"),
            Self::Partner(None) => f.write_str("partner"),
            Self::Partner(Some(name)) => write!(f, "partner {name}"),
            Self::PartnerSays(text) => write!(f, "ptell {text}"),
            Self::Display => f.write_str("d"),
            Self::Other(line) => f.write_str(line),
        }
    }
}

/// Centiseconds, with a fraction if there is one.
fn centiseconds(time: Duration) -> String {
    // The protocol counts in hundredths of a second; a finer part would be lost.
    let (whole, tenth) = (time.as_millis() / 10, time.as_millis() % 10);
    if tenth == 0 { whole.to_string() } else { format!("{whole}.{tenth}") }
}

/// `minutes:seconds`, the seconds with a fraction if they have one.
fn minutes(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, (time.as_secs() % 60) as f64);
    let seconds = seconds + f64::from(time.subsec_nanos()) / 1e9;
    if seconds == 0.0 { minutes.to_string() } else { format!("{minutes}:{seconds:02}") }
}
