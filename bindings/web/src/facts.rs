//! The facts about games.

use crate::games;
use crate::texts::{Answer, Texts, json};
use helgi_rules::actions::ActionTable;
use helgi_rules::board::Kind;
use helgi_rules::{Game, Info, PieceInfo, Promotion};
use helgi_words::{Catalogue, pieces};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GameFacts {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    family: &'static str,
    aliases: Vec<&'static str>,
    files: u8,
    ranks: u8,
    squares: Vec<String>,
    start: String,
    pieces: Vec<PieceFacts>,
    has_reserve: bool,
    captures_to_hand: bool,
    has_check: bool,
    move_limit: Option<u16>,
    has_draws: bool,
    actions: usize,
    choices: usize,
    is_from_file: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PieceFacts {
    text: String,
    name: &'static str,
    movement: String,
    words: Vec<String>,
    is_promoted: bool,
    promotes_to: Vec<String>,
}

/// The facts about a game.
///
/// # Errors
///
/// A `GameNameError` if there is none of this name.
pub fn info(texts: &Texts) -> Answer {
    let game = games::find(texts.text(0))?;
    let (info, outline, actions) = (game.info(), game.outline(), ActionTable::of(game));
    json(&GameFacts {
        name: info.name,
        title: info.title,
        summary: info.summary,
        family: info.family,
        aliases: info.aliases.to_vec(),
        files: info.files,
        ranks: info.ranks,
        squares: outline.squares().map(|square| outline.name(square)).collect(),
        start: info.start.to_owned(),
        pieces: info.pieces.iter().map(|piece| piece_facts(piece, info)).collect(),
        has_reserve: info.pocket > 0,
        captures_to_hand: info.captures_to_hand(),
        has_check: info.has_check(),
        move_limit: info.move_limit,
        has_draws: info.draws,
        actions: actions.len(),
        choices: actions.choices(),
        is_from_file: game.source().is_some(),
    })
}

fn piece_facts(piece: &PieceInfo, info: &Info) -> PieceFacts {
    let english = Catalogue::english();
    let text = |kind: &Kind| info.pieces.get(kind.index()).map(PieceInfo::text);
    PieceFacts {
        text: piece.text(),
        name: piece.name,
        movement: piece.movement.to_owned(),
        words: pieces::rules(piece, info).iter().map(|line| english.write(line)).collect(),
        is_promoted: piece.is_promoted(),
        promotes_to: match piece.promotion {
            Promotion::To { kinds, .. } => kinds.iter().filter_map(text).collect(),
            Promotion::None | Promotion::Leaves => Vec::new(),
        },
    }
}
