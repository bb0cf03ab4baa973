//! The picture of an analysed game: the expected score, move by move.
//!
//! An SVG for light and dark surroundings that needs no script: pointing at a half-move shows the
//! move, and a click on a mark shows the remark under the plot.

mod parts;

use helgi_drawing::plot::{Plot, Svg, escaped};
use helgi_engine::search::{is_loss, is_win};
use helgi_rules::board::Side;
use helgi_study::annotation::{ReviewedGame, ReviewedPly, score, symbol, whole_percent};
use helgi_study::review::Grade;
use parts::{clocks, legend, notes, style};

/// The width of the picture, and the margins of the plot. Unit: pixels.
pub const WIDTH: f64 = 960.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 20.0;
/// The top of the plot, and its height.
const TOP: f64 = 72.0;
const HEIGHT: f64 = 240.0;
/// The distance between two numbers of moves, at least.
const STEP: f64 = 34.0;
/// The least width of a shade that has room for a word.
const WORDS: f64 = 54.0;

/// The plot of a game: across are its positions, up are expectations of White's.
pub struct GamePlot {
    /// The number of half-moves.
    pub plies: usize,
    plot: Plot,
}

impl GamePlot {
    /// Returns the plot of a game of this many half-moves.
    pub fn new(plies: usize) -> Self {
        let (across, up) = ((0.0, plies.max(1) as f64), (0.0, 1.0));
        let (left, width) = (LEFT, WIDTH - LEFT - RIGHT);
        GamePlot { plies, plot: Plot { left, top: TOP, width, height: HEIGHT, across, up } }
    }

    /// The place of a position, from left to right, after this many half-moves.
    pub fn x(&self, plies: usize) -> f64 {
        self.plot.x(plies as f64)
    }

    /// The place of an expectation of White's, from the top down.
    pub fn y(&self, expected: f64) -> f64 {
        self.plot.y(expected)
    }

    /// The left and right edge.
    pub fn edges(&self) -> (f64, f64) {
        (self.plot.left, self.plot.right())
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.plot.bottom()
    }
}

/// The picture of a game.
pub fn svg(judged: &ReviewedGame<'_>) -> String {
    let plot = GamePlot::new(judged.review.moves.len());
    let mut body = Svg::default();
    titles(&mut body, judged);
    area(&mut body, &plot, judged);
    proofs(&mut body, &plot, judged);
    axes(&mut body, &plot, judged);
    decision(&mut body, &plot, judged);
    curve(&mut body, &plot, judged);
    columns(&mut body, &plot, judged);
    marks(&mut body, &plot, judged);
    let mut bottom = plot.bottom() + 26.0;
    bottom = clocks(&mut body, &plot, judged, bottom);
    bottom = notes(&mut body, judged, bottom);
    bottom = legend(&mut body, judged, bottom);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {bottom}\" width=\"{WIDTH}\" height=\"{bottom}\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\">\n{}<rect class=\"page\" width=\"100%\" \
         height=\"100%\"/>\n{}</svg>\n",
        style(),
        body.text()
    )
}

/// The players, the game and the accuracies.
fn titles(svg: &mut Svg, judged: &ReviewedGame<'_>) {
    let tag = |name| judged.record().tags.get(name).unwrap_or("?").to_owned();
    // `?` is PGN's word for a player nobody knows.
    let known = |name: &str, side: Side| if name == "?" { side.name().to_owned() } else { name.to_owned() };
    let title = judged.subject.line.start().info().title;
    let end = judged.subject.replay.outcome.map(|outcome| outcome.reason_text().to_string());
    let end = end.or_else(|| judged.record().reason().map(str::to_owned));
    let end = end.map_or(String::new(), |reason| format!(", {reason}"));
    let (white, black) = (known(&tag("White"), Side::White), known(&tag("Black"), Side::Black));
    let result = judged.record().result;
    svg.put(format_args!("<title>{}</title>", escaped(&format!("{white} - {black}, {title}"))));
    svg.put(format_args!(
        "<text class=\"title\" x=\"{LEFT}\" y=\"30\">{}</text><text class=\"faint\" x=\"{}\" y=\"30\" text-anchor=\"end\">{}</text>",
        escaped(&format!("{white} - {black}")),
        WIDTH - RIGHT,
        escaped(&format!("{title}: {result}{end}"))
    ));
    let accuracy = |side: Side| {
        let found = judged.review.accuracy[side.index()];
        found.map(|accuracy| format!("{} {accuracy:.0}%", side.name()))
    };
    let texts: Vec<String> = Side::BOTH.into_iter().filter_map(accuracy).collect();
    if !texts.is_empty() {
        let text = format!("accuracy: {}", texts.join(", "));
        svg.put(format_args!("<text class=\"faint\" x=\"{LEFT}\" y=\"52\">{text}</text>"));
    }
}

/// The points of the curve.
fn points(plot: &GamePlot, judged: &ReviewedGame<'_>) -> Vec<(f64, f64)> {
    (0..=plot.plies).map(|plies| (plot.x(plies), plot.y(judged.review.expected(plies)))).collect()
}

/// Black's share of the point, and White's below the curve.
fn area(svg: &mut Svg, plot: &GamePlot, judged: &ReviewedGame<'_>) {
    let (left, right) = plot.edges();
    let (width, bottom) = (right - left, plot.bottom());
    svg.put(format_args!(
        "<rect class=\"black\" x=\"{left}\" y=\"{TOP}\" width=\"{width}\" height=\"{HEIGHT}\"/>"
    ));
    let path: Vec<String> = points(plot, judged).iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let end = plot.x(plot.plies);
    svg.put(format_args!(
        "<path class=\"white\" d=\"M{left},{bottom}L{}L{end:.1},{bottom}Z\"/>",
        path.join("L")
    ));
    for (y, name) in [(TOP + 17.0, "Black"), (bottom - 9.0, "White")] {
        let class = name.to_lowercase();
        svg.put(format_args!("<text class=\"in-{class}\" x=\"{}\" y=\"{y}\">{name}</text>", left + 8.0));
    }
}

/// Shades the plot where a win is proven.
fn proofs(svg: &mut Svg, plot: &GamePlot, judged: &ReviewedGame<'_>) {
    let winner = |plies: usize| {
        let score = judged.review.positions[plies].score_for(Side::White);
        match score {
            _ if is_win(score) => Some(Side::White),
            _ if is_loss(score) => Some(Side::Black),
            _ => None,
        }
    };
    let mut from = 0;
    while from <= plot.plies {
        let side = winner(from);
        let to = (from..=plot.plies).take_while(|&plies| winner(plies) == side).last().unwrap_or(from);
        if let Some(side) = side {
            // A single position is as wide as half the way to its neighbours.
            let half = (plot.x(1) - plot.x(0)) / 2.0;
            let (left, right) = plot.edges();
            let (begin, end) = ((plot.x(from) - half).max(left), (plot.x(to) + half).min(right));
            let (name, wide) = (side.name().to_lowercase(), end - begin);
            svg.put(format_args!(
                "<rect class=\"proof-{name}\" x=\"{begin:.1}\" y=\"{TOP}\" width=\"{wide:.1}\" height=\"{HEIGHT}\"/>"
            ));
            if wide >= WORDS {
                svg.put(format_args!(
                    "<text class=\"in-{name}\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">forced</text>",
                    f64::midpoint(begin, end),
                    plot.y(0.5) - 8.0
                ));
            }
        }
        from = to + 1;
    }
}

/// Lines across the plot, and the numbers of moves below it.
fn axes(svg: &mut Svg, plot: &GamePlot, judged: &ReviewedGame<'_>) {
    let (left, right) = plot.edges();
    for (share, label) in [(1.0, "100%"), (0.75, ""), (0.5, "50%"), (0.25, ""), (0.0, "0%")] {
        let y = plot.y(share);
        let class = if share == 0.5 { "middle" } else { "grid" };
        svg.put(format_args!("<path class=\"{class}\" d=\"M{left} {y:.1}H{right}\"/>"));
        svg.put(format_args!(
            "<text class=\"faint\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            left - 8.0,
            y + 4.0
        ));
    }
    let wide = plot.x(2) - plot.x(0);
    // The first of these distances that leaves room for the numbers.
    let every = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|&every| wide * f64::from(every) >= STEP);
    for step in judged.steps() {
        // Black's half-moves are written `12...`, and have no number of their own below the plot.
        let Some(number) = step.number.strip_suffix('.').filter(|number| !number.ends_with('.')) else {
            continue;
        };
        let is_shown = number.parse::<i32>().is_ok_and(|number| number % every.unwrap_or(200) == 0);
        if is_shown {
            let (x, y) = (plot.x(step.ply + 1), plot.bottom());
            svg.put(format_args!("<path class=\"tick\" d=\"M{x:.1} {y}v4\"/>"));
            svg.put(format_args!(
                "<text class=\"faint\" x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
                y + 18.0
            ));
        }
    }
}

fn curve(svg: &mut Svg, plot: &GamePlot, judged: &ReviewedGame<'_>) {
    let path: Vec<String> = points(plot, judged).iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    svg.put(format_args!("<polyline class=\"curve\" points=\"{}\"/>", path.join(" ")));
}

/// The half-move that decided the game.
fn decision(svg: &mut Svg, plot: &GamePlot, judged: &ReviewedGame<'_>) {
    let Some((ply, _)) = judged.decision() else { return };
    let x = plot.x(ply + 1);
    svg.put(format_args!("<path class=\"decision\" d=\"M{x:.1} {TOP}V{}\"/>", plot.bottom()));
    let (_, right) = plot.edges();
    // Near the right edge the words stand to the left of the line.
    let (anchor, dx) = if x > right - 160.0 { ("end", -6.0) } else { ("start", 6.0) };
    svg.put(format_args!(
        "<text class=\"decided\" x=\"{:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
        (x + dx),
        TOP - 11.0,
        escaped(&format!("decided by {}", judged.named(ply)))
    ));
}

/// Over each half-move a column that tells of it.
fn columns(svg: &mut Svg, plot: &GamePlot, judged: &ReviewedGame<'_>) {
    let (left, right) = plot.edges();
    for step in judged.steps() {
        // From half a half-move before it to half a half-move behind.
        let (begin, end) = (f64::midpoint(plot.x(step.ply), plot.x(step.ply + 1)), plot.x(step.ply + 1));
        let (begin, end) = (begin.max(left), (2.0 * end - begin).min(right));
        svg.put(format_args!(
            "<rect class=\"column\" x=\"{begin:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{HEIGHT}\"><title>{}</title></rect>",
            end - begin,
            escaped(&title(judged, &step))
        ));
    }
}

/// The tooltip of a half-move.
fn title(judged: &ReviewedGame<'_>, step: &ReviewedPly<'_>) -> String {
    let mark = step.judged.grade.map_or("", symbol);
    let expected = format!("White {}", whole_percent(step.expected()));
    let score = Some(score(step.after)).filter(|score| !score.is_empty());
    let remark = judged.remark(step).map_or(String::new(), |remark| format!("\n{remark}"));
    let parts: Vec<String> = score.into_iter().chain([expected]).collect();
    format!("{} {}{mark}  {}{remark}", step.number, step.san, parts.join(", "))
}

/// A mark on each move that has a grade or missed a win; a click shows what is said of it.
fn marks(svg: &mut Svg, plot: &GamePlot, judged: &ReviewedGame<'_>) {
    for step in judged.steps() {
        let class = match step.judged.grade {
            Some(grade) => class(grade),
            None if step.judged.missed_win.is_some() => "missed",
            None => continue,
        };
        svg.put(format_args!(
            "<a href=\"#ply-{0}\"><title>{1}</title><circle class=\"mark {class}\" cx=\"{2:.1}\" cy=\"{3:.1}\" r=\"6\"/></a>",
            step.ply + 1,
            escaped(&title(judged, &step)),
            plot.x(step.ply + 1),
            plot.y(step.expected())
        ));
    }
}

/// The class of a grade in the style.
pub const fn class(grade: Grade) -> &'static str {
    match grade {
        Grade::Inaccuracy => "inaccuracy",
        Grade::Mistake => "mistake",
        Grade::Blunder => "blunder",
    }
}
