//! Charts of long runs, as SVG: lines across with their values, curves, and names at the right.

use crate::plot::{Plot, Svg, escaped};

/// The size of a chart, in pixels.
const SIZE: (f64, f64) = (800.0, 400.0);
/// The plot in it: left, top, width, height.
const PLOT: (f64, f64, f64, f64) = (76.0, 40.0, 460.0, 316.0);

/// A chart that grows.
#[derive(Clone, Debug)]
pub struct Chart {
    svg: Svg,
    plot: Plot,
}

impl Chart {
    /// A chart with nothing in it, of values between those at the edges: `across` at the left and at the right one,
    /// `up` at the lower and at the upper one.
    pub fn new(title: &str, across: (f64, f64), up: (f64, f64)) -> Self {
        let (left, top, width, height) = PLOT;
        let mut svg = Svg::default();
        svg.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
             font-size=\"12\" fill=\"#333\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <text x=\"{left}\" y=\"24\" font-size=\"15\">{}</text>",
            SIZE.0,
            SIZE.1,
            escaped(title)
        ));
        Chart { svg, plot: Plot { left, top, width, height, across, up } }
    }

    /// The distance of a value from the upper edge of the picture, in pixels.
    pub fn y(&self, value: f64) -> f64 {
        self.plot.y(value)
    }

    /// Draws a horizontal line at a value, which is printed at the left.
    pub fn line(&mut self, value: f64, says: &str) {
        let (left, y) = (self.plot.left, self.y(value));
        self.svg.put(format_args!("<path d=\"M{left} {y:.1}h{}\" stroke=\"#ddd\"/>", self.plot.width));
        let (x, y) = (left - 8.0, y + 4.0);
        self.svg
            .put(format_args!("<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>", escaped(says)));
    }

    /// A dashed line across at a value, with a name.
    pub fn limit(&mut self, value: f64, colour: &str, name: &str) {
        let (left, y) = (self.plot.left, self.y(value));
        let dashed = "stroke-width=\"2\" stroke-dasharray=\"6 4\"";
        self.svg.put(format_args!(
            "<path d=\"M{left} {y:.1}h{}\" stroke=\"{colour}\" {dashed}/>",
            self.plot.width
        ));
        self.name(y, colour, name);
    }

    /// A value said below the plot.
    pub fn below(&mut self, value: f64, says: &str) {
        let (x, y) = (self.plot.x(value), self.plot.bottom() + 20.0);
        self.svg.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text>",
            escaped(says)
        ));
    }

    /// A curve through points, given by their values across and up.
    pub fn curve(&mut self, points: &[(f64, f64)], colour: &str) {
        let points: Vec<String> = points
            .iter()
            .map(|&(across, up)| format!("{:.1},{:.1}", self.plot.x(across), self.plot.y(up)))
            .collect();
        let path = points.join(" ");
        let line = "fill=\"none\" stroke-width=\"1.5\"";
        self.svg.put(format_args!("<polyline points=\"{path}\" {line} stroke=\"{colour}\"/>"));
    }

    /// Draws a name at the right, `y` pixels down.
    pub fn name(&mut self, y: f64, colour: &str, name: &str) {
        let (x, y) = (self.plot.right() + 12.0, y + 4.0);
        self.svg.put(format_args!("<text x=\"{x}\" y=\"{y:.1}\" fill=\"{colour}\">{}</text>", escaped(name)));
    }

    /// The picture.
    pub fn finish(self) -> String {
        format!("{}</svg>\n", self.svg.text())
    }
}
