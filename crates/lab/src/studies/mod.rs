//! Studies of games: what some hundred games between players of two strengths say about the rules.
//!
//! [`play()`] plays them, [`StudyReport::new`] counts what is in them, [`markdown`] and [`html()`] make a page of it. The report depends on the
//! games alone, and they on the plan: threads, and the machines that have played them, make no difference. A report has
//! its games with it, so that those of several machines can be put together, and reported on again.
//!
//! | module | contents |
//! |---|---|
//! | `play` | the games |
//! | `facts` | what happens in them, counted |
//! | `material` | the pieces of a position, counted |
//! | `paths` | the moves that pieces made |
//! | `keys` | the keys of a game's file that changed nothing |
//! | `promotions` | the promotions that a game has |
//! | `unused` | what pieces can do and never did |
//! | `worth` | the worth of pieces, fitted to the results |
//! | `interval` | shares with their intervals |
//! | `report` | the form of the figures, for programs |
//! | `figures` | the figures, made of the counts |
//! | `findings` | what they say, in sentences |
//! | `replays` | the games to replay |
//! | `tables` | the tables and sentences that pages share |
//! | `page` | the figures as a page in Markdown |
//! | `compare` | two reports side by side |
//! | `overview` | the main figures of several reports in one table |
//! | `html`, `plots` | the same in HTML, with pictures |

mod compare;
mod facts;
mod figures;
mod findings;
mod html;
mod interval;
mod keys;
mod material;
mod overview;
mod page;
mod paths;
mod play;
mod plots;
mod promotions;
mod replays;
mod report;
mod tables;
mod unused;
mod worth;

pub use compare::compare;
pub use facts::StudyGameError;
pub use html::html;
pub use interval::Share;
pub use keys::{TriedKeys, idle};
pub use overview::overview;
pub use page::markdown;
pub use play::{LONGEST, STRONGER, StudyGame, StudyPairing, StudyPlan, play};
pub use report::{
    ChoiceFigures, EndFigures, EventFigures, GameFigures, LeadFigures, OpeningFigures, OpeningList,
    PieceFigures, PlayersFigures, RecordedGameError, RecordedStudyGame, ScoreFigures, Spread, SquareFigures,
    StudyHead, StudyReplay, StudyReport, VERSION,
};
pub use worth::{PieceWorth, WorthUnit};
