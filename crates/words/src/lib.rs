//! Words for people, in every language: facts are [messages](TextMessage), which name a text and the values for its places,
//! and a [`Catalogue`] has the texts of one language.
//!
//! | module | |
//! |---|---|
//! | [`catalogue`] | the texts of a language, plural forms, cases and lists |
//! | [`message`] | the name of a text with its values, as it is sent to the page |
//! | [`names`] | sides, games, pieces and squares |
//! | [`ends`] | the reasons for the ends of games |
//! | [`facts`] | a game and its pieces, for programs in other languages |
//! | [`moves`] | the effects of a move |
//! | [`pieces`] | the moves of a piece and its other rules |
//! | [`positions`] | the faults of positions |
//! | [`slips`] | advice on a text that is not a move |
//!
//! The files are in `languages/`, one a language. A text is a string, or an object: of plural forms (`one`, `few`, `many`,
//! `other`), chosen by the value `count`, or of word forms, such as cases, of which `base` is the one that stands in lists.
//! In a text, `{name}` is the place of a value; `{name:form}` asks for a form of the value; `{name:list:form}` writes a
//! list with the text `list.…` between its items; and a place whose name begins with a capital letter, `{Name}`, has its
//! value begin with one.

pub mod catalogue;
pub mod ends;
pub mod facts;
pub mod message;
pub mod moves;
pub mod names;
mod paths;
pub mod pieces;
pub mod positions;
pub mod slips;

pub use catalogue::{Catalogue, CatalogueError};
pub use message::{TextMessage, Value};
