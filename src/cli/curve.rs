//! The picture of how a net learned: errors by epoch.

use helgi_engine::train::Trained;
use std::fmt::Write;

/// The size of the picture, and the margins of the plot: left, top, right, bottom. Unit: pixels.
const SIZE: (f64, f64) = (640.0, 360.0);
const MARGINS: (f64, f64, f64, f64) = (76.0, 40.0, 150.0, 40.0);

/// How many lines there are across the plot.
const LINES: usize = 5;

/// An SVG of the errors of a training, with the hand-written evaluation's as a dashed line.
pub fn draw(title: &str, trained: &Trained) -> String {
    let errors = trained.epochs.iter().flat_map(|epoch| [epoch.trained, epoch.held_out]);
    let (least, most) = errors
        .chain([trained.hand_written])
        .fold((f64::MAX, f64::MIN), |(least, most), error| (least.min(error), most.max(error)));
    let room = ((most - least) * 0.08).max(1e-9);
    let (least, most) = (least - room, most + room);
    let (left, top, right, bottom) = MARGINS;
    let (width, height) = (SIZE.0 - left - right, SIZE.1 - top - bottom);
    let steps = trained.epochs.len().saturating_sub(1).max(1) as f64;
    let x = |epoch: usize| left + width * (epoch.saturating_sub(1)) as f64 / steps;
    let y = |error: f64| top + height * (most - error) / (most - least);

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#333\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{left}\" y=\"24\" font-size=\"15\">{title}: error by epoch</text>\n",
        SIZE.0, SIZE.1
    );
    // Writing to a string does not fail.
    let mut put = |text: std::fmt::Arguments<'_>| {
        let _ = svg.write_fmt(text);
        svg.push('\n');
    };
    for line in 0..=LINES {
        let error = least + (most - least) * line as f64 / LINES as f64;
        let (at, end) = (y(error), left + width);
        put(format_args!("<path d=\"M{left} {at:.1}H{end}\" stroke=\"#ddd\"/>"));
        put(format_args!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{error:.5}</text>",
            left - 8.0,
            at + 4.0
        ));
    }
    for epoch in &trained.epochs {
        let (at, base) = (x(epoch.number), top + height + 20.0);
        put(format_args!("<text x=\"{at:.1}\" y=\"{base}\" text-anchor=\"middle\">{}</text>", epoch.number));
    }
    let mut curve = |name: &str, colour: &str, points: Vec<(f64, f64)>| {
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        put(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        ));
        for (x, y) in &points {
            put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"));
        }
        if let Some((x, y)) = points.last() {
            put(format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
                x + 8.0,
                y + 4.0
            ));
        }
    };
    let points = |error: &dyn Fn(&helgi_engine::train::Epoch) -> f64| {
        trained.epochs.iter().map(|epoch| (x(epoch.number), y(error(epoch)))).collect()
    };
    curve("while learning", "#888", points(&|epoch| epoch.trained));
    curve("held out", "#1668b8", points(&|epoch| epoch.held_out));
    let (at, end) = (y(trained.hand_written), left + width);
    put(format_args!(
        "<path d=\"M{left} {at:.1}H{end}\" stroke=\"#b33\" stroke-width=\"2\" stroke-dasharray=\"6 4\"/>"
    ));
    put(format_args!("<text x=\"{:.1}\" y=\"{:.1}\" fill=\"#b33\">hand-written</text>", end + 8.0, at + 4.0));
    put(format_args!("</svg>"));
    svg
}
