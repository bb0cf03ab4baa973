//! A second chess: the rules, the evaluation and the net of chess, under another name.

use helgi_engine::internals::HasEvaluation;
use helgi_engine::internals::eval::ChessEval;
use helgi_engine::internals::strength::Ladder;
use helgi_engine::internals::wdl::WdlCurves;
use helgi_rules::board::Outline;
use helgi_rules::chess::{Chess, ChessPosition};
use helgi_rules::{FenError, Game, Info};
use std::sync::LazyLock;

/// The name of the game.
pub const NAME: &str = "second-chess";

static INFO: LazyLock<Info> = LazyLock::new(|| {
    let mut info = *Chess.info();
    (info.name, info.title) = (NAME, "A second chess");
    info
});

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct SecondChess;

impl Game for SecondChess {
    type Position = ChessPosition;

    fn info(&self) -> &'static Info {
        &INFO
    }

    fn outline(&self) -> &'static Outline {
        Chess.outline()
    }

    fn parse(&self, fen: &str) -> Result<ChessPosition, FenError> {
        Chess.parse(fen)
    }

    fn format(&self, position: &ChessPosition) -> String {
        Chess.format(position)
    }
}

impl HasEvaluation for SecondChess {
    type Evaluation = ChessEval;

    fn evaluation(&self) -> ChessEval {
        Chess.evaluation()
    }

    fn wdl(&self) -> WdlCurves {
        Chess.wdl()
    }

    fn ladder(&self) -> Ladder {
        Chess.ladder()
    }
}
