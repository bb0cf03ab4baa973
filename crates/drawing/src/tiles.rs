//! The pieces of shogi, xiangqi, janggi and their kin: wedges, discs and octagons with Western signs or with characters.
//!
//! A game belongs to a family by the names of its pieces, so that games of files do as well.

use helgi_rules::Info;
use helgi_rules::games::GameId;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The families, and what their pieces are made of.
#[derive(Deserialize)]
pub(crate) struct Tiles {
    families: Vec<Family>,
    /// Own signs, and icons that no other game has, each one path in a field of 512 x 512.
    signs: BTreeMap<String, String>,
    icons: BTreeMap<String, String>,
    /// The outlines of characters in a field of 300 x 300.
    characters: BTreeMap<String, String>,
    /// By shapes: White's colours, and Black's.
    colours: BTreeMap<String, [TileColours; 2]>,
    /// By shapes: the outline, and a smaller one inside.
    shapes: BTreeMap<String, [String; 2]>,
    places: BTreeMap<String, BTreeMap<String, Vec<f64>>>,
    /// The distance by which an upright sign on a wedge that points down is moved.
    lift: f64,
}

/// Games that share the shape of their pieces, and their signs.
#[derive(Deserialize)]
struct Family {
    shape: String,
    /// A game whose pieces have all the names of one of these lists belongs to it.
    marks: Vec<Vec<String>>,
    looks: BTreeMap<String, TileLook>,
    /// By games: looks that stand in for those of the family.
    #[serde(default)]
    own: BTreeMap<String, BTreeMap<String, TileLook>>,
}

/// The two signs of a kind of piece.
#[derive(Deserialize)]
struct TileLook {
    icon: String,
    badge: Option<String>,
    /// True if the Western sign shows directions, and turns with its owner.
    #[serde(default)]
    turned: bool,
    #[serde(default)]
    mirrored: bool,
    /// White's writing, and Black's if it differs.
    characters: Vec<String>,
}

/// The colours of one side's pieces.
#[derive(Deserialize)]
struct TileColours {
    fill: String,
    edge: String,
    ring: String,
    ink: String,
    promoted: String,
}

/// The way in which a tile is drawn.
#[derive(Clone, Copy)]
pub(crate) struct TileStyle {
    /// True for characters, false for Western signs.
    pub is_written: bool,
    /// True if Black sits below.
    pub is_flipped: bool,
}

impl Tiles {
    /// The piece as positions write it, in a field of 100 x 100; `None` if the game belongs to no family, or the kind has no
    /// sign. `icon` finds the path of an icon.
    pub(crate) fn piece<'a>(
        &'a self,
        icon: impl Fn(&str) -> Option<&'a str>,
        game: GameId,
        text: &str,
        style: TileStyle,
    ) -> Option<String> {
        let (family, name) = (self.family_of(game.info())?, name_of(game.info(), text)?);
        let look = family.look_of(game, name)?;
        let is_black = text.trim_start_matches('+').starts_with(|letter: char| letter.is_ascii_lowercase());
        self.draw(&icon, (family, look), (is_black, text.contains(['+', '~'])), style)
    }

    fn family_of(&self, info: &Info) -> Option<&Family> {
        let has = |name: &String| info.pieces.iter().any(|piece| piece.name == name);
        self.families.iter().find(|family| family.marks.iter().any(|all| all.iter().all(has)))
    }

    fn place(&self, name: &str, shape: &str) -> Option<&[f64]> {
        self.places.get(name)?.get(shape).map(Vec::as_slice)
    }

    /// A tile of a side, promoted or not.
    fn draw<'a>(
        &'a self,
        icon: &impl Fn(&str) -> Option<&'a str>,
        (family, look): (&Family, &TileLook),
        (is_black, is_promoted): (bool, bool),
        TileStyle { is_written, is_flipped }: TileStyle,
    ) -> Option<String> {
        let shape = family.shape.as_str();
        let colours = &self.colours.get(shape)?[usize::from(is_black)];
        let [outer, inner] = self.shapes.get(shape)?;
        let (ink, ring, width) = if is_promoted {
            (&colours.promoted, "#d4a017", 4.5)
        } else {
            (&colours.ink, colours.ring.as_str(), 2.5)
        };
        let body = format!(
            "<path d=\"{outer}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3.5\" stroke-linejoin=\"round\"/>\
             <path d=\"{inner}\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"/>",
            colours.fill, colours.edge
        );
        // Wedges and what is written on them stand upside down for their opponents, as across a board.
        let points_down = shape == "wedge" && is_black != is_flipped;
        let turned = |content: String| match points_down {
            true => format!("<g transform=\"rotate(180 50 50)\">{content}</g>"),
            false => content,
        };
        if is_written {
            let own = look.characters.get(usize::from(is_black)).or_else(|| look.characters.first())?;
            // Two characters stand one above the other.
            let places: &[&str] = if own.chars().nth(1).is_none() { &["one"] } else { &["upper", "lower"] };
            let written = own.chars().zip(places).map(|(character, place)| {
                let path = self.characters.get(character.encode_utf8(&mut [0; 4]) as &str)?;
                Some(inked(path, 300.0, self.place(place, shape)?, ink))
            });
            return Some(turned(body + &written.collect::<Option<String>>()?));
        }
        let sign_of = |name: &str| {
            let own = self.signs.get(name).or_else(|| self.icons.get(name)).map(String::as_str);
            own.or_else(|| icon(name))
        };
        let place = self.place(if look.badge.is_some() { "badged" } else { "sign" }, shape)?;
        let mut sign = inked(sign_of(&look.icon)?, 512.0, place, ink);
        if look.mirrored {
            let (x, width) = (place.first()?, place.get(2)?);
            // Mirrored at its own middle, which is half its width behind its left edge.
            sign = format!("<g transform=\"translate({:.2} 0) scale(-1 1)\">{sign}</g>", 2.0 * x + width);
        }
        if let Some(badge) = &look.badge {
            sign += &inked(sign_of(badge)?, 512.0, self.place("badge", shape)?, ink);
        }
        if look.turned {
            return Some(turned(body + &sign));
        }
        // The middle of a wedge lies nearer to its owner.
        if points_down {
            sign = format!("<g transform=\"translate(0 {})\">{sign}</g>", self.lift);
        }
        Some(turned(body) + &sign)
    }

    /// Draws every look of every family for both sides in both forms; with the shape, whether it turns, and the drawing.
    #[cfg(test)]
    pub(crate) fn all<'a>(
        &'a self,
        icon: impl Fn(&str) -> Option<&'a str>,
        is_flipped: bool,
    ) -> Vec<(String, bool, bool, Option<String>)> {
        let mut drawn = Vec::new();
        for family in &self.families {
            let own = family.own.values().flatten();
            for (name, look) in family.looks.iter().chain(own) {
                for (is_written, is_black) in [(true, true), (true, false), (false, true), (false, false)] {
                    let style = TileStyle { is_written, is_flipped };
                    let piece = self.draw(&icon, (family, look), (is_black, false), style);
                    drawn.push((name.clone(), family.shape == "wedge", is_black, piece));
                }
            }
        }
        drawn
    }
}

impl Family {
    /// A promoted piece without a look of its own has the plain one.
    fn look_of(&self, game: GameId, name: &str) -> Option<&TileLook> {
        let plain = name.strip_prefix("promoted ").unwrap_or(name);
        let own = self.own.get(game.name()).and_then(|looks| looks.get(name));
        own.or_else(|| self.looks.get(name)).or_else(|| self.looks.get(plain))
    }
}

/// The name of a piece as positions write it.
fn name_of(info: &Info, text: &str) -> Option<&'static str> {
    let piece = info.pieces.iter().find(|piece| piece.text().eq_ignore_ascii_case(text))?;
    Some(piece.name)
}

/// A path of a field of so many units at a place.
fn inked(path: &str, field: f64, place: &[f64], ink: &str) -> String {
    let at = |index: usize| place.get(index).copied();
    let (x, y, width) = (at(0).unwrap_or(0.0), at(1).unwrap_or(0.0), at(2).unwrap_or(field));
    let (across, along) = (width / field, at(3).unwrap_or(width) / field);
    format!(
        "<path d=\"{path}\" fill=\"{ink}\" transform=\"translate({x} {y}) scale({across:.4} {along:.4})\"/>"
    )
}
