//! Pictures as pixels, made from SVG.

use super::error::PictureError;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The letters of the pictures: the machine's own fonts may not have them.
const FONT: &[u8] = include_bytes!("../assets/fonts/DejaVuSans-Latin.ttf");
/// Pixels for each unit of the SVG in files: sharp also on large screens.
const SCALE: f32 = 2.0;

/// The rasteriser of SVG.
pub(super) struct Raster(Options<'static>);

impl Raster {
    pub(super) fn new() -> Self {
        let mut options = Options::default();
        // The database is empty otherwise: the same picture on every machine.
        options.fontdb_mut().load_font_data(FONT.to_vec());
        Raster(options)
    }

    /// The pixels of an SVG text.
    pub(super) fn draw(&self, svg: &str, scale: f32) -> Result<Pixmap, PictureError> {
        let tree = Tree::from_str(svg, &self.0).map_err(|error| PictureError::Svg(error.to_string()))?;
        let size = tree.size().to_int_size().scale_by(scale).ok_or(PictureError::Empty)?;
        let mut picture = Pixmap::new(size.width(), size.height()).ok_or(PictureError::TooLarge)?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
        Ok(picture)
    }
}

/// The picture of an SVG text as a PNG file.
///
/// # Errors
///
/// If the text is no SVG that can be drawn, or has no size.
pub fn png(svg: &str) -> Result<Vec<u8>, PictureError> {
    Raster::new().draw(svg, SCALE)?.encode_png().map_err(|error| PictureError::Encoding(error.to_string()))
}
