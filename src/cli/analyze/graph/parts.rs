//! The parts below the plot of a picture: clocks, the remarks on the marks, the legend; and the colours.

use super::{GamePlot, WIDTH, class};
use helgi_drawing::plot::{Svg, escaped};
use helgi_rules::board::Side;
use helgi_study::annotation::{ReviewedGame, name};
use helgi_study::review::Grade;
use std::time::Duration;

/// The height of the strip of the clocks.
const CLOCKS: f64 = 56.0;
/// The most characters of a line of words.
const LONGEST: usize = 124;

/// The colours: those of daylight, and others where the surroundings are dark.
pub const fn style() -> &'static str {
    "<style>\n\
     .page{fill:#ffffff}.title{font-size:17px;fill:#2b2620}.faint{fill:#6d655b}.note,.lead{font-size:13px;fill:#2b2620}\n\
     .black{fill:#5a5048}.white{fill:#f3e9d6}.curve{fill:none;stroke:#b5622a;stroke-width:2;stroke-linejoin:round}\n\
     .grid{stroke:#8d8377;stroke-opacity:.25}.middle{stroke:#8d8377;stroke-dasharray:3 4}.tick{stroke:#8d8377}\n\
     .proof-white{fill:#3c8d4d;fill-opacity:.28}.proof-black{fill:#7d3cb0;fill-opacity:.38}\n\
     .decision{stroke:#b5622a;stroke-width:1.5;stroke-dasharray:5 3}.decided{fill:#b5622a}\n\
     .column{fill:#ffffff;fill-opacity:0}.mark{stroke:#ffffff;stroke-width:1.5}\n\
     .inaccuracy{fill:#e0b020}.mistake{fill:#e8822b}.blunder{fill:#d3382f}.missed{fill:#3f84d6}\n\
     .clock-white{fill:none;stroke:#a8895a;stroke-width:1.5}.clock-black{fill:none;stroke:#3f3a35;stroke-width:1.5}\n\
     .took-white{fill:#c9b083}.took-black{fill:#5a5048}.frame{fill:none;stroke:#8d8377;stroke-opacity:.5}\n\
     .in-black{fill:#f3e9d6;fill-opacity:.85}.in-white{fill:#5a5048}\n\
     .column:hover{fill-opacity:.18}a{cursor:pointer}.note{display:none}\n\
     .note:target{display:inline}\n\
     svg:has(.note:target) .lead{display:none}\n\
     @media (prefers-color-scheme: dark){\n\
     .in-white{fill:#1d1b19}\n\
     .page{fill:#1d1b19}.title,.note,.lead{fill:#ece5d9}.faint{fill:#a79d90}.black{fill:#35302b}.white{fill:#cfc4b0}\n\
     .curve,.decision{stroke:#f0955a}.decided{fill:#f0955a}.mark{stroke:#1d1b19}\n\
     .proof-white{fill-opacity:.4}.proof-black{fill:#a56fd6;fill-opacity:.35}\n\
     .clock-white{stroke:#d9c7a3}.clock-black{stroke:#8d8377}.took-white{fill:#cfc4b0}.took-black{fill:#6b6259}}\n\
     </style>\n"
}

/// The clocks of both sides, or else how long each move took. Returns where the next part begins.
pub fn clocks(svg: &mut Svg, plot: &GamePlot, judged: &ReviewedGame<'_>, top: f64) -> f64 {
    let left: Vec<Option<Duration>> =
        judged.subject.nodes.iter().map(|&id| judged.record().node(id).clock()).collect();
    let took: Vec<Option<Duration>> =
        judged.subject.nodes.iter().map(|&id| judged.record().node(id).time_taken()).collect();
    let (times, label) = match () {
        // A single time makes no line.
        () if left.iter().flatten().count() > 1 => (&left, "clock"),
        () if took.iter().flatten().count() > 1 => (&took, "time"),
        () => return top,
    };
    let most = times.iter().flatten().max().copied().unwrap_or_default().as_secs_f64().max(1e-3);
    let (begin, end) = plot.edges();
    let bottom = top + CLOCKS;
    let y = |time: Duration| bottom - CLOCKS * time.as_secs_f64() / most;
    svg.put(format_args!(
        "<rect class=\"frame\" x=\"{begin}\" y=\"{top}\" width=\"{}\" height=\"{CLOCKS}\"/>",
        end - begin
    ));
    for (y, text) in [(top + 10.0, span(most)), (bottom, label.to_owned())] {
        svg.put(format_args!(
            "<text class=\"faint\" x=\"{}\" y=\"{y}\" text-anchor=\"end\">{text}</text>",
            begin - 8.0
        ));
    }
    for side in Side::BOTH {
        let own = judged.review.moves.iter().zip(times).enumerate();
        let own = own.filter(|(_, (judged, _))| judged.side == side);
        let own: Vec<(usize, Duration)> = own.filter_map(|(ply, (_, time))| Some((ply, (*time)?))).collect();
        let colour = side.name().to_lowercase();
        if label == "clock" {
            let points: Vec<String> =
                own.iter().map(|&(ply, time)| format!("{:.1},{:.1}", plot.x(ply + 1), y(time))).collect();
            svg.put(format_args!("<polyline class=\"clock-{colour}\" points=\"{}\"/>", points.join(" ")));
        } else {
            let wide = ((plot.x(1) - plot.x(0)) * 0.7).max(0.5);
            for (ply, time) in own {
                let (x, y) = (plot.x(ply + 1) - wide, y(time));
                svg.put(format_args!(
                    "<rect class=\"took-{colour}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{:.1}\"/>",
                    bottom - y
                ));
            }
        }
    }
    bottom + 14.0
}

/// A time for people: `1:02:03`, `4:05` or `0.3 s`.
fn span(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..3600 => format!("{}:{:02}", whole / 60, whole % 60),
        _ => format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60),
    }
}

/// The remarks on marked moves, shown by a click, and on the decisive move, which is shown first.
/// Returns where the next part begins.
pub fn notes(svg: &mut Svg, judged: &ReviewedGame<'_>, top: f64) -> f64 {
    let (x, y) = (GamePlot::new(1).edges().0, top + 16.0);
    let mut is_any = false;
    let decision = judged.decision();
    let text = |ply: usize, words: &str| cut(&format!("{}  {words}", judged.named(ply)));
    for step in judged.steps() {
        let decided = decision.as_ref().filter(|(ply, _)| *ply == step.ply);
        let Some(remark) = judged.remark(&step) else { continue };
        is_any = true;
        svg.put(format_args!(
            "<text class=\"note\" id=\"ply-{}\" x=\"{x}\" y=\"{y}\">{}</text>",
            step.ply + 1,
            escaped(&text(step.ply, &remark))
        ));
        if decided.is_some() {
            svg.put(format_args!(
                "<text class=\"lead\" x=\"{x}\" y=\"{y}\">{}</text>",
                escaped(&text(step.ply, &remark))
            ));
        }
    }
    if !is_any && decision.is_none() {
        return top;
    }
    if let Some((ply, words)) = decision.filter(|_| !is_any) {
        svg.put(format_args!(
            "<text class=\"lead\" x=\"{x}\" y=\"{y}\">{}</text>",
            escaped(&text(ply, &words))
        ));
    }
    top + 26.0
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The legend: the marks' meanings and counts. Returns where the picture ends.
pub fn legend(svg: &mut Svg, judged: &ReviewedGame<'_>, top: f64) -> f64 {
    let mut x = GamePlot::new(1).edges().0;
    let y = top + 16.0;
    let count = |grade| {
        let [white, black] = Side::BOTH.map(|side| judged.review.count(side, grade));
        (white + black > 0).then(|| (class(grade), format!("{}: {white} White, {black} Black", name(grade))))
    };
    let missed =
        judged.review.moves.iter().filter(|judged| judged.missed_win.is_some() && judged.grade.is_none());
    let missed = missed.count();
    let parts = Grade::ALL.into_iter().filter_map(count);
    let missed = (missed > 0).then(|| ("missed", format!("missed win: {missed}")));
    for (class, text) in parts.chain(missed) {
        svg.put(format_args!(
            "<circle class=\"mark {class}\" cx=\"{:.1}\" cy=\"{}\" r=\"5\"/>",
            x + 5.0,
            y - 4.0
        ));
        svg.put(format_args!("<text class=\"faint\" x=\"{:.1}\" y=\"{y}\">{}</text>", x + 16.0, text));
        // There is no font here to measure with: about the width of a letter.
        x += 34.0 + 6.6 * text.chars().count() as f64;
    }
    svg.put(format_args!(
        "<text class=\"faint\" x=\"{}\" y=\"{y}\" text-anchor=\"end\">{}</text>",
        WIDTH - 20.0,
        escaped(judged.effort)
    ));
    top + 32.0
}
