//! Replies: the lines an engine sends.

use std::fmt;

use crate::info::{SearchInfo, SearchScore};
use crate::notation::WireMove;
use crate::options::OptionSpec;
use crate::text::one_line;

/// A line to the GUI, always one line, whatever its text.
///
/// ```
/// use helgi_protocol::uci::UciReply;
///
/// let reply = UciReply::BestMove { best: "e7e8q".parse().ok(), ponder: None };
/// assert_eq!(reply.to_string(), "bestmove e7e8q");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciReply {
    /// `id name …`
    Name(String),
    /// `id author …`
    Author(String),
    /// `option name …`
    Option(OptionSpec),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove …`
    BestMove {
        /// The move; `(none)` if there is no legal move or no position, which
        /// is not the same as a legal pass, `0000`.
        best: Option<WireMove>,
        /// The answer that is expected.
        ponder: Option<WireMove>,
    },
    /// `MOVE: COUNT`, a line of `perft`.
    Count {
        /// The first move of the paths.
        first: WireMove,
        /// The number of paths.
        nodes: u64,
    },
    /// `info …`
    Info(SearchInfo),
    /// `info string …`
    InfoString(String),
    /// `info string error …`: a command was refused.
    Error(String),
    /// `info string variant …`
    Variant(VariantInfo),
}

/// The announcement of the game that is played from here on, in the form
/// Fairy-Stockfish gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantInfo {
    /// The name of the game, as `UCI_Variant` has it.
    pub name: String,
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
    /// Number of kinds of pieces that can be in reserve.
    pub pocket: u8,
    /// The start position as text.
    pub startpos: String,
}

impl UciReply {
    /// The line that reports an error.
    pub fn error(error: &dyn std::error::Error) -> Self {
        Self::Error(error.to_string())
    }
}

impl fmt::Display for UciReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(&WireMove::to_string, &|score| score.to_string()))
    }
}

impl UciReply {
    /// The line with moves and scores as a dialect of UCI has them.
    pub(crate) fn written(
        &self,
        move_text: &dyn Fn(&WireMove) -> String,
        score_text: &dyn Fn(SearchScore) -> String,
    ) -> String {
        match self {
            Self::Name(name) => format!("id name {}", one_line(name)),
            Self::Author(author) => format!("id author {}", one_line(author)),
            Self::Option(option) => option.to_string(),
            Self::UciOk => "uciok".to_owned(),
            Self::ReadyOk => "readyok".to_owned(),
            Self::BestMove { best: None, .. } => "bestmove (none)".to_owned(),
            Self::BestMove { best: Some(best), ponder } => {
                let ponder = ponder.as_ref().map(|ponder| format!(" ponder {}", move_text(ponder)));
                format!("bestmove {}{}", move_text(best), ponder.unwrap_or_default())
            }
            Self::Count { first, nodes } => format!("{}: {nodes}", move_text(first)),
            Self::Info(info) => info.written(move_text, score_text),
            Self::InfoString(text) => format!("info string {}", one_line(text)),
            Self::Error(text) => format!("info string error {}", one_line(text)),
            Self::Variant(variant) => format!("info string {variant}"),
        }
    }
}

impl fmt::Display for VariantInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, files, ranks, pocket, startpos } = self;
        write!(
            f,
            "variant {name} files {files} ranks {ranks} pocket {pocket} \
             template fairy startpos {startpos}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_moves() {
        let reply = |best: &str, ponder: &str| {
            let (best, ponder) = (best.parse().ok(), ponder.parse().ok());
            UciReply::BestMove { best, ponder }.to_string()
        };
        assert_eq!(reply("", ""), "bestmove (none)");
        assert_eq!(reply("", "e2e4"), "bestmove (none)");
        assert_eq!(reply("0000", ""), "bestmove 0000");
        assert_eq!(reply("N@b3", "c3xd4"), "bestmove N@b3 ponder c3xd4");
    }

    #[test]
    fn text_stays_on_one_line() {
        assert_eq!(UciReply::Error("a\r\nb\n".to_owned()).to_string(), "info string error a  b ");
        assert_eq!(UciReply::InfoString("x\ny".to_owned()).to_string(), "info string x y");
        assert_eq!(UciReply::Name("h\n1".to_owned()).to_string(), "id name h 1");
    }

    #[test]
    fn variants_are_announced_as_by_fairy_stockfish() {
        let variant = VariantInfo {
            name: "tavreli".to_owned(),
            files: 8,
            ranks: 8,
            pocket: 0,
            startpos: "8/8 w - - 0 1".to_owned(),
        };
        assert_eq!(
            UciReply::Variant(variant).to_string(),
            "info string variant tavreli files 8 ranks 8 pocket 0 template fairy \
             startpos 8/8 w - - 0 1"
        );
    }
}
