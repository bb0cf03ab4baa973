//! Figures for pieces of games from files: two in one picture, or one with a sign.

use crate::figures::{FigureSign, PieceFigure, Second};
use helgi_rules::board::Side;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The parts of figures; places are the left and the upper edge and the width, in a field of 100 x 100.
#[derive(Deserialize)]
pub(crate) struct Composed {
    /// The icons of the letters that are none of chess.
    icons: BTreeMap<char, String>,
    places: Places,
    colours: SideColours,
    /// By directions: steps, in a field of 512 x 512, and their beginning.
    rays: Vec<String>,
    centre: String,
    /// Lines, in a field of 100 x 100.
    signs: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Places {
    large: Place,
    small: Place,
    ground: Place,
    taken: Place,
    badge: Place,
    above: Place,
    sign: Place,
    alone: Place,
}

type Place = [f64; 3];

#[derive(Deserialize)]
struct SideColours {
    white: Colours,
    black: Colours,
}

/// The colours of a side.
#[derive(Deserialize)]
struct Colours {
    gap: String,
    ground: String,
    line: String,
    capture: String,
    ink: String,
    disc: [String; 2],
}

impl Composed {
    /// The icon of a letter that is none of chess.
    pub(crate) fn icon(&self, letter: char) -> Option<&str> {
        self.icons.get(&letter).map(String::as_str)
    }

    /// Draws a figure, in a field of 100 x 100. `piece` returns the figure of a letter and the gap around it, of which the colour
    /// is given.
    pub(crate) fn draw(
        &self,
        figure: &PieceFigure,
        side: Side,
        is_flipped: bool,
        piece: impl Fn(char, &str) -> Option<(String, String)>,
    ) -> Option<String> {
        let places = &self.places;
        let colours = if side == Side::White { &self.colours.white } else { &self.colours.black };
        let turns = (side == Side::Black) != is_flipped;
        let Some(main) = figure.main else {
            let sign = self.sign(figure.sign?, turns, &colours.ink)?;
            let [fill, edge] = &colours.disc;
            return Some(format!(
                "<circle cx=\"50\" cy=\"50\" r=\"43\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3.5\"/>{}",
                put(places.alone, &sign)
            ));
        };
        let (large, _) = piece(main, &colours.gap)?;
        let badge = |place: Place| match figure.sign {
            None => Some(String::new()),
            Some(sign) => {
                let sign = put(places.sign, &self.sign(sign, turns, &colours.line)?);
                Some(circle(place, &colours.ground, &colours.line) + &put(place, &sign))
            }
        };
        let Some((second, letter)) = figure.second else {
            let place = if figure.sign.is_some() { places.large } else { [0.0, 0.0, 100.0] };
            return Some(put(place, &large) + &badge(places.badge)?);
        };
        let (small, gap) = piece(letter, &colours.gap)?;
        let small = match second {
            Second::Both => put(places.small, &(gap + &small)),
            Second::Captures => {
                circle(places.ground, &colours.capture, &colours.line) + &put(places.taken, &small)
            }
        };
        Some(put(places.large, &large) + &small + &badge(places.above)?)
    }

    /// A sign, in a field of 100 x 100. One that shows directions turns with its owner.
    fn sign(&self, sign: FigureSign, turns: bool, ink: &str) -> Option<String> {
        if let FigureSign::Steps(directions) = sign {
            let there =
                self.rays.iter().enumerate().filter(|(direction, _)| directions >> direction & 1 != 0);
            let path: String = there.map(|(_, ray)| ray.as_str()).collect();
            let centre = &self.centre;
            let drawn = format!("<path d=\"{centre}{path}\" fill=\"{ink}\" transform=\"scale(0.1953)\"/>");
            return Some(turned(drawn, turns));
        }
        let line = self.signs.get(sign.name().as_ref())?;
        let drawn = format!(
            "<path d=\"{line}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"15\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/>"
        );
        Some(turned(drawn, turns && sign == FigureSign::Ahead))
    }
}

fn turned(drawn: String, turns: bool) -> String {
    if turns { format!("<g transform=\"rotate(180 50 50)\">{drawn}</g>") } else { drawn }
}

/// Puts a field of 100 x 100 at a place.
fn put([x, y, width]: Place, drawn: &str) -> String {
    format!("<g transform=\"translate({x} {y}) scale({})\">{drawn}</g>", width / 100.0)
}

/// A circle that fills a place.
fn circle([x, y, width]: Place, fill: &str, line: &str) -> String {
    let radius = width / 2.0;
    format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"2.5\"/>",
        x + radius,
        y + radius
    )
}
