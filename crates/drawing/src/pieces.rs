//! Pieces as the board in the browser shows them: icons as silhouettes or on discs, and a chess set.
//!
//! The pictures are those of `assets/pieces.json`, in fields of 100 x 100.

use helgi_rules::games::GameId;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static PICTURES: LazyLock<Option<Pictures>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../assets/pieces.json")).ok());

/// The icons by their authors, the chess set, and which of them a game has.
#[derive(Deserialize)]
struct Pictures {
    icons: BTreeMap<String, BTreeMap<String, String>>,
    chess: BTreeMap<String, Vec<Stroke>>,
    sets: Vec<Set>,
}

/// A path of the chess set, in a field of 45 x 45.
#[derive(Deserialize)]
struct Stroke {
    d: String,
    fill: String,
    stroke: String,
    width: String,
    cap: String,
    join: String,
    transform: Option<String>,
}

/// The pictures of a game.
#[derive(Deserialize)]
struct Set {
    /// The beginning of the game's name.
    game: String,
    /// True if pieces are discs.
    discs: bool,
    /// True if the six pieces of chess are those of the chess set.
    chess: bool,
    /// By the pieces' letters, upper case.
    looks: BTreeMap<String, Look>,
}

/// The look of a piece.
#[derive(Deserialize)]
struct Look {
    icons: Vec<String>,
    badge: Option<String>,
}

/// Returns the authors of the pictures.
pub fn credits() -> String {
    let authors = PICTURES.iter().flat_map(|pictures| pictures.icons.keys());
    format!(
        "Icons made by {} of game-icons.net, licence CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/). Chess \
         pieces by Colin M.L. Burnett, BSD licence. Drawn by helgi.",
        authors.map(String::as_str).collect::<Vec<_>>().join(", ")
    )
}

/// The picture of a piece as positions write it, in a field of 100 x 100; `None` if there is none.
pub fn picture(game: GameId, text: &str) -> Option<String> {
    let pictures = PICTURES.as_ref()?;
    let set = pictures.sets.iter().find(|set| game.name().starts_with(&set.game))?;
    let (bare, upper) = (text.trim_matches(['+', '~']), text.to_ascii_uppercase());
    let look = set.looks.get(&upper).or_else(|| set.looks.get(&bare.to_ascii_uppercase()))?;
    let is_white = bare.starts_with(|letter: char| letter.is_ascii_uppercase());
    if set.discs {
        return pictures.disc(look, is_white, text != bare);
    }
    let star =
        "<circle cx=\"84\" cy=\"16\" r=\"10\" fill=\"#d4a017\" stroke=\"#2b2620\" stroke-width=\"3\"/>";
    let star = if text == bare { "" } else { star };
    let drawn = match pictures.chess.get(bare).filter(|_| set.chess) {
        Some(strokes) => chess(strokes),
        None => pictures.figure(look, is_white)?,
    };
    Some(drawn + star)
}

impl Pictures {
    /// An icon at a place of the field.
    fn icon(&self, name: &str, (x, y, size): (f32, f32, f32), look: &str) -> Option<String> {
        let path = self.icons.values().find_map(|icons| icons.get(name))?;
        let scale = size / 544.0;
        let (x, y) = (x + 16.0 * scale, y + 16.0 * scale);
        Some(format!("<path d=\"{path}\" transform=\"translate({x:.2} {y:.2}) scale({scale:.4})\" {look}/>"))
    }

    /// Icons as silhouettes, one or several.
    fn figure(&self, look: &Look, is_white: bool) -> Option<String> {
        let places: &[(f32, f32, f32)] = match look.icons.len() {
            1 => &[(8.0, 8.0, 84.0)],
            2 => &[(5.0, 28.0, 46.0), (49.0, 28.0, 46.0)],
            3 => &[(28.0, 8.0, 44.0), (6.0, 48.0, 44.0), (50.0, 48.0, 44.0)],
            _ => &[(7.0, 7.0, 43.0), (50.0, 7.0, 43.0), (7.0, 50.0, 43.0), (50.0, 50.0, 43.0)],
        };
        let (fill, edge) = if is_white { ("#fffefa", "#2b2620") } else { ("#2b2927", "#f4ecdf") };
        let look_of = format!(
            "fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"30\" stroke-linejoin=\"round\" paint-order=\"stroke\""
        );
        look.icons.iter().zip(places).map(|(name, &place)| self.icon(name, place, &look_of)).collect()
    }

    /// An icon on a disc, with a badge for soldiers, and a ring if it is promoted.
    fn disc(&self, look: &Look, is_white: bool, is_promoted: bool) -> Option<String> {
        let (fill, edge, ink, faint) = if is_white {
            ("#fffefa", "#2b2620", "#231f1b", "#000000")
        } else {
            ("#2b2927", "#0f0e0d", "#fffaf0", "#ffffff")
        };
        let ring = if is_promoted {
            "stroke=\"#d4a017\" stroke-width=\"8\"".to_owned()
        } else {
            format!("stroke=\"{faint}\" stroke-opacity=\"0.15\" stroke-width=\"1.5\"")
        };
        let ink = format!("fill=\"{ink}\"");
        let (name, badge) = (look.icons.first()?, look.badge.as_deref());
        let place = if badge.is_some() { (16.0, 14.0, 58.0) } else { (18.0, 18.0, 64.0) };
        let main = self.icon(name, place, &ink)?;
        let (under, over) = if is_white { ("#cfe3f7", "#2b2620") } else { ("#35506e", "#f4ecdf") };
        let badge = match badge {
            Some(name) => {
                let icon = self.icon(name, (59.0, 59.0, 28.0), &ink)?;
                format!(
                    "<circle cx=\"73\" cy=\"73\" r=\"20\" fill=\"{under}\" stroke=\"{over}\" stroke-width=\"2.5\"/>{icon}"
                )
            }
            None => String::new(),
        };
        Some(format!(
            "<circle cx=\"50\" cy=\"50\" r=\"43\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3.5\"/>\
             <circle cx=\"50\" cy=\"50\" r=\"37\" fill=\"none\" {ring}/>{main}{badge}"
        ))
    }
}

fn chess(strokes: &[Stroke]) -> String {
    let parts = strokes.iter().map(|stroke| {
        let Stroke { d, fill, stroke, width, cap, join, transform } = stroke;
        let transform = transform.as_ref().map(|it| format!(" transform=\"{it}\"")).unwrap_or_default();
        format!(
            "<path d=\"{d}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linecap=\"{cap}\" \
             stroke-linejoin=\"{join}\" fill-rule=\"evenodd\"{transform}/>"
        )
    });
    format!("<g transform=\"translate(2 2) scale(2.133)\">{}</g>", parts.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_rules::Game;

    #[test]
    fn every_piece_has_a_picture() {
        for &game in GameId::BUILT_IN {
            for piece in game.info().pieces {
                for text in [piece.text(), piece.text().to_lowercase()] {
                    let drawn = picture(game, &text).unwrap_or_else(|| panic!("{}: {text}", game.name()));
                    assert!(drawn.contains("<path"), "{}: {text}", game.name());
                }
            }
        }
        assert!(credits().starts_with("Icons made by Cathelineau, Delapouite"), "{}", credits());
        assert!(GameId::TAVRELI.start().game() == GameId::TAVRELI && picture(GameId::CHESS, "X").is_none());
    }
}
