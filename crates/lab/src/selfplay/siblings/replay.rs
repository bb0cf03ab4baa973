//! Files of siblings read again: the positions that they stand for.

use super::super::frames::Damage;
use super::super::replay::ReplayError;
use super::file::{Head, Reader, Sibling, SiblingFamily};
use helgi_files::open_input;
use helgi_rules::{Game, GameId, Position};
use std::io::{self, BufReader};
use std::path::Path;

/// The bytes that are read of a file at once.
const BUFFER: usize = 1 << 20;

/// Hands each sibling of a family to `take` with its position.
///
/// # Errors
///
/// If the start or a move is none of the game.
pub fn each_position<G: Game>(
    game: &G,
    family: &SiblingFamily,
    mut take: impl FnMut(&G::Position, &Sibling),
) -> Result<(), ReplayError> {
    let mut position = match &family.start {
        Some(start) => game.parse(start)?,
        None => game.start(),
    };
    let mut siblings = family.siblings.iter().peekable();
    for ply in 0..=family.moves.len() {
        while let Some(sibling) = siblings.next_if(|sibling| usize::from(sibling.ply) == ply) {
            let mut beside = position.clone();
            for &drawn in &sibling.drawn {
                beside.try_play(drawn).map_err(|_| ReplayError::IllegalBeside(ply + 1))?;
            }
            take(&beside, sibling);
        }
        // Behind the last sibling nobody looks at the positions of the game.
        let Some(&played) = family.moves.get(ply).filter(|_| siblings.peek().is_some()) else { break };
        position.try_play(played).map_err(|_| ReplayError::Illegal(ply + 1))?;
    }
    Ok(())
}

/// Reads a file and hands each of its families to `each`, with what game it is of and its head.
///
/// # Errors
///
/// If the file cannot be read or is none of siblings, or `each` fails.
///
/// # Returns
///
/// The damage, if there is any; what is behind it, and behind a family that `each` finds wrong, is left out.
pub fn read(
    path: &Path,
    mut each: impl FnMut(GameId, &Head, SiblingFamily) -> Result<(), ReplayError>,
) -> io::Result<Option<Damage>> {
    let file = BufReader::with_capacity(BUFFER, open_input(path)?);
    let mut reader =
        Reader::new(file).map_err(|damage| io::Error::new(io::ErrorKind::InvalidData, damage.to_string()))?;
    let mut games = 0;
    loop {
        let offset = reader.offset();
        let family = match reader.next() {
            None => return Ok(None),
            Some(Err(damage)) => return Ok(Some(damage)),
            Some(Ok(family)) => family,
        };
        let name = &reader.head().game;
        let found = GameId::named(name)
            .ok_or_else(|| ReplayError::UnknownGame(name.clone()))
            .and_then(|game| each(game, reader.head(), family));
        if let Err(error) = found {
            return Ok(Some(Damage { offset, games, error: error.into() }));
        }
        games += 1;
    }
}
