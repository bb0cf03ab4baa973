//! Boards as data, which go from one module to another, and their moves.

use crate::errors::WebError;
use crate::games;
use crate::texts::Texts;
use helgi_notation::excerpt;
use helgi_rules::board::Move;
use helgi_rules::{AnyPosition, Game, Line, readable};

/// The number of the form in which boards are saved.
pub const VERSION: u32 = 1;

/// The legal move of a text.
///
/// # Errors
///
/// A `MoveError` if it is none.
pub fn find(position: &AnyPosition, text: &str) -> Result<Move, WebError> {
    readable::read(position, text).map_err(|error| WebError::played(text, &error))
}

/// The line of play of a board that was saved: the version, the game, the fingerprint (empty for none), the start, and the
/// moves with a line each.
///
/// # Errors
///
/// A `HelgiError` if it is of another version or of other rules, and those of its texts.
pub fn line(texts: &Texts) -> Result<Line, WebError> {
    let [version, name, rules, start, moves] = [0, 1, 2, 3, 4].map(|place| texts.text(place));
    if version != VERSION.to_string() {
        return Err(WebError::saved("version", &excerpt(version), &VERSION.to_string()));
    }
    let game = games::find(name)?;
    // Another module may have loaded another file with a game of the same name.
    let own = game.fingerprint();
    if rules != own.as_deref().unwrap_or_default() {
        let expected = own.as_deref().unwrap_or("a game that is built in");
        return Err(WebError::saved("rules", &excerpt(rules), expected));
    }
    let mut line = Line::new(game.parse(start).map_err(|error| WebError::from(&error))?);
    for text in moves.split('\n').filter(|text| !text.is_empty()) {
        let legal = find(line.present(), text)?;
        line.play(legal);
    }
    Ok(line)
}
