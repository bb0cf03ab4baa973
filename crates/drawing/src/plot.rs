//! Plots: a rectangle of a picture in which values have their places, and the text of the picture.

use std::fmt::{Arguments, Write};

/// The places of values in a picture. Unit of places: pixels, from the left and from the top.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plot {
    /// The left edge.
    pub left: f64,
    /// The upper edge.
    pub top: f64,
    /// The distance from the left edge to the right one.
    pub width: f64,
    /// The distance from the upper edge to the lower one.
    pub height: f64,
    /// The values at the left and at the right edge.
    pub across: (f64, f64),
    /// The values at the lower and at the upper edge.
    pub up: (f64, f64),
}

impl Plot {
    /// The place of a value from left to right.
    pub fn x(&self, value: f64) -> f64 {
        self.left + self.width * (value - self.across.0) / (self.across.1 - self.across.0)
    }

    /// The place of a value from the top down.
    pub fn y(&self, value: f64) -> f64 {
        self.top + self.height * (self.up.1 - value) / (self.up.1 - self.up.0)
    }

    /// The right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

/// The text of a picture that grows line by line.
#[derive(Clone, Default, Debug)]
pub struct Svg(String);

impl Svg {
    /// Adds a line.
    pub fn put(&mut self, text: Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{text}");
    }

    /// The lines so far.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// A text in which the characters that have a meaning in SVG are written as entities.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_between_the_edges() {
        let plot =
            Plot { left: 10.0, top: 20.0, width: 100.0, height: 50.0, across: (1.0, 3.0), up: (0.0, 1.0) };
        assert_eq!([plot.x(1.0), plot.x(2.0), plot.x(3.0)], [10.0, 60.0, plot.right()]);
        assert_eq!([plot.y(0.0), plot.y(0.5), plot.y(1.0)], [plot.bottom(), 45.0, 20.0]);
    }

    #[test]
    fn texts_are_never_read_as_svg() {
        assert_eq!(escaped("<a> & \"b\""), "&lt;a&gt; &amp; &quot;b&quot;");
    }
}
