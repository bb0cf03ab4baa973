//! Errors of pictures.

use thiserror::Error;

/// The length of games that become a GIF, as errors name it.
pub const TOO_LONG: &str = "expected 1000 half-moves at most";

/// The reason why a picture cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The text is no SVG that the library draws; with what it says.
    #[error("{0}")]
    Svg(String),
    /// The picture has no pixels.
    #[error("the picture has no size")]
    Empty,
    /// There is no memory for so many pixels.
    #[error("no memory for the picture")]
    TooLarge,
    /// The two colours of a piece are not of one size.
    #[error("the pictures of the two colours differ in size")]
    DifferentSizes,
    /// The game has so many half-moves.
    #[error("the game has {0} half-moves, {TOO_LONG}")]
    TooLong(usize),
    /// The pixels cannot be written as a file; with what the library says.
    #[error("{0}")]
    Encoding(String),
}
