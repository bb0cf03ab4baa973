//! Charts of long runs, as SVG: lines across with their values, curves, and names at the right.

use std::fmt::{Arguments, Write};

/// The size of a chart, in pixels.
const SIZE: (f64, f64) = (800.0, 400.0);
/// The plot in it: left, top, width, height.
const PLOT: (f64, f64, f64, f64) = (76.0, 40.0, 460.0, 316.0);

/// A chart that grows.
pub struct Chart {
    svg: String,
    /// The values at the left and at the right edge of the plot.
    across: (f64, f64),
    /// The values at its lower and at its upper edge.
    up: (f64, f64),
}

impl Chart {
    /// A chart with nothing in it, of values between those at the edges.
    pub fn new(title: &str, across: (f64, f64), up: (f64, f64)) -> Self {
        let mut chart = Chart { svg: String::new(), across, up };
        let (width, height) = SIZE;
        chart.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
             font-size=\"12\" fill=\"#333\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{}\" y=\"24\" font-size=\"15\">{title}</text>",
            PLOT.0
        ));
        chart
    }

    fn put(&mut self, text: Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = writeln!(self.svg, "{text}");
    }

    fn x(&self, value: f64) -> f64 {
        PLOT.0 + PLOT.2 * (value - self.across.0) / (self.across.1 - self.across.0)
    }

    /// Returns the height of a value, in pixels from the top.
    pub fn y(&self, value: f64) -> f64 {
        PLOT.1 + PLOT.3 * (self.up.1 - value) / (self.up.1 - self.up.0)
    }

    /// Draws a horizontal line at a value, which is printed at the left.
    pub fn line(&mut self, value: f64, says: &str) {
        let (left, y) = (PLOT.0, self.y(value));
        self.put(format_args!("<path d=\"M{left} {y:.1}h{}\" stroke=\"#ddd\"/>", PLOT.2));
        let (x, y) = (left - 8.0, y + 4.0);
        self.put(format_args!("<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{says}</text>"));
    }

    /// A dashed line across at a value, with a name.
    pub fn limit(&mut self, value: f64, colour: &str, name: &str) {
        let (left, y) = (PLOT.0, self.y(value));
        let dashed = "stroke-width=\"2\" stroke-dasharray=\"6 4\"";
        self.put(format_args!("<path d=\"M{left} {y:.1}h{}\" stroke=\"{colour}\" {dashed}/>", PLOT.2));
        self.name(y, colour, name);
    }

    /// A value said below the plot.
    pub fn below(&mut self, value: f64, says: &str) {
        let (x, y) = (self.x(value), PLOT.1 + PLOT.3 + 20.0);
        self.put(format_args!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{says}</text>"));
    }

    /// A curve through points, given by their values across and up.
    pub fn curve(&mut self, points: &[(f64, f64)], colour: &str) {
        let points: Vec<String> =
            points.iter().map(|&(across, up)| format!("{:.1},{:.1}", self.x(across), self.y(up))).collect();
        let path = points.join(" ");
        let line = "fill=\"none\" stroke-width=\"1.5\"";
        self.put(format_args!("<polyline points=\"{path}\" {line} stroke=\"{colour}\"/>"));
    }

    /// Draws a name at the right, `y` pixels down.
    pub fn name(&mut self, y: f64, colour: &str, name: &str) {
        let (x, y) = (PLOT.0 + PLOT.2 + 12.0, y + 4.0);
        self.put(format_args!("<text x=\"{x}\" y=\"{y:.1}\" fill=\"{colour}\">{name}</text>"));
    }

    /// The picture.
    pub fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}
