//! The picture of how a net learned: errors by epoch.

use helgi_drawing::chart::Chart;
use helgi_lab::train::{Epoch, Trained};

/// Number of lines across the plot.
const LINES: usize = 5;

/// An SVG of the errors of a training, with the hand-written evaluation's as a dashed line.
pub fn draw(title: &str, trained: &Trained) -> String {
    let errors = trained.epochs.iter().flat_map(|epoch| [epoch.trained, epoch.held_out]);
    let (least, most) = errors
        .chain([trained.hand_written])
        .fold((f64::MAX, f64::MIN), |(least, most), error| (least.min(error), most.max(error)));
    // All errors may be alike, and the plot has to have a height even so.
    let room = ((most - least) * 0.08).max(1e-9);
    let (least, most) = (least - room, most + room);
    let first = trained.epochs.first().map_or(1, |epoch| epoch.number);
    let last = trained.epochs.last().map_or(0, |epoch| epoch.number).max(first + 1);
    let across = (first as f64, last as f64);

    let mut chart = Chart::new(&format!("{title}: error by epoch"), across, (least, most));
    for line in 0..=LINES {
        let error = least + (most - least) * line as f64 / LINES as f64;
        chart.line(error, &format!("{error:.5}"));
    }
    for epoch in &trained.epochs {
        chart.below(epoch.number as f64, &epoch.number.to_string());
    }
    let mut curve = |name: &str, colour: &str, error: fn(&Epoch) -> f64| {
        let points: Vec<(f64, f64)> =
            trained.epochs.iter().map(|epoch| (epoch.number as f64, error(epoch))).collect();
        chart.curve(&points, colour);
        if let Some(&(_, last)) = points.last() {
            chart.name(chart.y(last), colour, name);
        }
    };
    curve("while learning", "#888", |epoch| epoch.trained);
    curve("held out", "#1668b8", |epoch| epoch.held_out);
    chart.limit(trained.hand_written, "#b33", "hand-written");
    chart.finish()
}
