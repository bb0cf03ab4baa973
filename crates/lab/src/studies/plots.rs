//! The pictures on the page of a study, as SVG whose colours are those of the page.

use super::report::{PieceFigures, Spread, SquareFigures};
use helgi_drawing::plot::{Plot, Svg, escaped};

/// The width of a picture, in pixels.
const WIDTH: f64 = 720.0;

/// The width of the names at the left of bars.
const NAMES: f64 = 230.0;

/// The height of a bar with the room around it.
const ROW: f64 = 30.0;

/// The most columns of a histogram.
const COLUMNS: u64 = 40;

/// The side of a square of a board.
const CELL: f64 = 34.0;

/// A picture with a text for those who do not see it.
fn picture(height: f64, width: f64, says: &str, svg: &Svg) -> String {
    // On a narrow screen a wide picture is moved about, so that its words stay large enough to be read.
    let class = if width < WIDTH { "plot" } else { "plot wide" };
    format!(
        "<div class=\"table\"><svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\" role=\"img\" aria-label=\"{}\">\n{}</svg></div>\n",
        escaped(says),
        svg.text()
    )
}

fn text(svg: &mut Svg, (x, y): (f64, f64), anchor: &str, words: &str) {
    svg.put(format_args!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
        escaped(words)
    ));
}

/// A name that fits to the left of bars.
fn short(name: &str) -> String {
    const LONGEST: usize = 34;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// A bar for each row: what White won, draws, what Black won. The longest row is as wide as there is room.
pub fn bars(says: &str, rows: &[(String, [u64; 3])]) -> String {
    let mut svg = Svg::default();
    let most = rows.iter().map(|(_, counts)| counts.iter().sum::<u64>()).max().unwrap_or(0).max(1);
    // The number behind the longest bar needs some room.
    let room = WIDTH - NAMES - 60.0;
    for (index, (name, counts)) in rows.iter().enumerate() {
        let y = index as f64 * ROW + 6.0;
        text(&mut svg, (NAMES - 10.0, y + 14.0), "end", &short(name));
        let mut x = NAMES;
        for (count, class) in counts.iter().zip(["white", "draw", "black"]) {
            let width = room * *count as f64 / most as f64;
            if *count > 0 {
                svg.put(format_args!(
                    "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"20\"/>"
                ));
            }
            x += width;
        }
        text(&mut svg, (x + 6.0, y + 14.0), "start", &counts.iter().sum::<u64>().to_string());
    }
    let y = rows.len() as f64 * ROW + 18.0;
    for (index, (class, words)) in
        [("white", "White wins"), ("draw", "draws"), ("black", "Black wins")].into_iter().enumerate()
    {
        let x = NAMES + index as f64 * 120.0;
        svg.put(format_args!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\"/>",
            y - 10.0
        ));
        text(&mut svg, (x + 18.0, y), "start", words);
    }
    picture(y + 10.0, WIDTH, says, &svg)
}

/// A histogram of numbers.
pub fn histogram(says: &str, spread: &Spread) -> String {
    let mut svg = Svg::default();
    let range = spread.most - spread.least + 1;
    let step = range.div_ceil(COLUMNS).max(1);
    let columns = range.div_ceil(step);
    let mut counts = vec![0_u64; columns as usize];
    for (number, count) in &spread.counts {
        if let Some(column) = counts.get_mut(((number - spread.least) / step) as usize) {
            *column += count;
        }
    }
    let most = counts.iter().max().copied().unwrap_or(0).max(1);
    let plot = plot(columns as f64, most as f64);
    axes(&mut svg, &plot, &[0.0, most as f64]);
    for (index, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (x, y) = (plot.x(index as f64), plot.y(*count as f64));
        let width = (plot.width / columns as f64 - 1.0).max(1.0);
        svg.put(format_args!(
            "<rect class=\"bar\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\"/>",
            plot.bottom() - y
        ));
    }
    finished(svg, &plot, [spread.least, spread.most], says)
}

/// A plot from 0 to `across` and from 0 to `up`.
fn plot(across: f64, up: f64) -> Plot {
    Plot { left: 50.0, top: 16.0, width: WIDTH - 70.0, height: 150.0, across: (0.0, across), up: (0.0, up) }
}

/// The picture of a plot, with the numbers at its ends and its title below it.
fn finished(mut svg: Svg, plot: &Plot, ends: [u64; 2], says: &str) -> String {
    let (least, most) = plot.across;
    let y = plot.bottom() + 18.0;
    for (place, number) in [least, most].into_iter().zip(ends) {
        text(&mut svg, (plot.x(place), y), "middle", &number.to_string());
    }
    text(&mut svg, (plot.x((least + most) / 2.0), y), "middle", says);
    picture(200.0, WIDTH, says, &svg)
}

/// Lines across a plot at some values, which are printed at the left.
fn axes(svg: &mut Svg, plot: &Plot, values: &[f64]) {
    for value in values {
        let y = plot.y(*value);
        svg.put(format_args!("<path class=\"line\" d=\"M{:.1} {y:.1}h{:.1}\"/>", plot.left, plot.width));
        text(svg, (plot.left - 8.0, y + 4.0), "end", &format!("{value:.0}"));
    }
}

/// A curve of values by their number from 0.
pub fn curve(says: &str, values: &[f64]) -> String {
    let most = values.iter().copied().fold(1.0, f64::max);
    let last = values.len().saturating_sub(1).max(1);
    let plot = plot(last as f64, most);
    let mut svg = Svg::default();
    axes(&mut svg, &plot, &[0.0, most / 2.0, most]);
    let point = |(index, value): (usize, &f64)| format!("{:.1},{:.1}", plot.x(index as f64), plot.y(*value));
    let points: Vec<String> = values.iter().enumerate().map(point).collect();
    svg.put(format_args!("<polyline class=\"curve\" points=\"{}\"/>", points.join(" ")));
    finished(svg, &plot, [0, last as u64], says)
}

/// The fitted worths with their intervals, and the given ones as rings; nothing where none was fitted.
pub fn worths(pieces: &[PieceFigures]) -> Option<String> {
    let rows = pieces.iter().filter_map(|piece| Some((piece, piece.worth?)));
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return None;
    }
    let ends = rows.iter().flat_map(|(piece, worth)| {
        [worth.fitted - worth.error, worth.fitted + worth.error, piece.given.map_or(0.0, f64::from)]
    });
    let (least, most) =
        ends.fold((0.0, 1.0), |(least, most): (f64, f64), end| (least.min(end), most.max(end)));
    let height = rows.len() as f64 * ROW;
    let plot = Plot {
        left: NAMES,
        top: 0.0,
        width: WIDTH - NAMES - 40.0,
        height,
        across: (least, most),
        up: (height, 0.0),
    };
    let mut svg = Svg::default();
    svg.put(format_args!("<path class=\"line\" d=\"M{:.1} 0v{height:.1}\"/>", plot.x(0.0)));
    for (index, (piece, worth)) in rows.iter().enumerate() {
        let y = index as f64 * ROW + 15.0;
        text(&mut svg, (NAMES - 10.0, y + 4.0), "end", &short(&piece.name));
        let [low, middle, high] =
            [worth.fitted - worth.error, worth.fitted, worth.fitted + worth.error].map(|value| plot.x(value));
        svg.put(format_args!("<path class=\"curve\" d=\"M{low:.1} {y:.1}H{high:.1}\"/>"));
        svg.put(format_args!("<circle class=\"bar\" cx=\"{middle:.1}\" cy=\"{y:.1}\" r=\"5\"/>"));
        if let Some(given) = piece.given {
            let x = plot.x(given.into());
            svg.put(format_args!("<circle class=\"ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\"/>"));
        }
    }
    for value in [least, most] {
        text(&mut svg, (plot.x(value), height + 16.0), "middle", &format!("{value:.0}"));
    }
    Some(picture(height + 24.0, WIDTH, "worth of the pieces", &svg))
}

/// The board, each square as dark as pieces arrived on it; a cross where nothing ever stood.
pub fn squares(figures: &SquareFigures) -> String {
    let mut svg = Svg::default();
    let most = figures.arrivals.values().copied().max().unwrap_or(0).max(1) as f64;
    let place = |name: &str| {
        let file = name.bytes().next()?.checked_sub(b'a')?;
        let rank: u32 = name.get(1..)?.parse().ok()?;
        Some((f64::from(file), f64::from(rank)))
    };
    let places: Vec<_> =
        figures.arrivals.iter().filter_map(|(name, count)| Some((name, place(name)?, *count))).collect();
    let files = places.iter().map(|(_, (file, _), _)| *file).fold(0.0, f64::max) + 1.0;
    let ranks = places.iter().map(|(_, (_, rank), _)| *rank).fold(0.0, f64::max);
    for (name, (file, rank), count) in &places {
        let (x, y) = (24.0 + file * CELL, 4.0 + (ranks - rank) * CELL);
        // The root lets squares with few arrivals show beside those with many.
        let full = (*count as f64 / most).sqrt();
        svg.put(format_args!(
            "<rect class=\"square\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>\
             <rect class=\"heat\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill-opacity=\"{full:.2}\">\
             <title>{}: {count}</title></rect>",
            escaped(name)
        ));
        if figures.unvisited.contains(name) {
            let (end, right) = (y + CELL - 8.0, x + CELL - 8.0);
            svg.put(format_args!(
                "<path class=\"cross\" d=\"M{} {}L{right} {end}M{} {end}L{right} {}\"/>",
                x + 8.0,
                y + 8.0,
                x + 8.0,
                y + 8.0
            ));
        }
    }
    for rank in 1..=ranks as u32 {
        text(&mut svg, (18.0, 4.0 + (ranks - f64::from(rank)) * CELL + 22.0), "end", &rank.to_string());
    }
    for (file, letter) in ('a'..='z').take(files as usize).enumerate() {
        let x = 24.0 + (file as f64 + 0.5) * CELL;
        text(&mut svg, (x, ranks * CELL + 20.0), "middle", &letter.to_string());
    }
    picture(ranks * CELL + 28.0, files * CELL + 32.0, "pieces that arrived on each square", &svg)
}
