//! Pictures as PNG, made from SVG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The letters of the pictures: the machine's own fonts may not have them.
const FONT: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans-Latin.ttf");
/// Pixels for each unit of the SVG: sharp also on large screens.
const SCALE: f32 = 2.0;

/// The picture of an SVG text as a PNG file.
///
/// # Errors
///
/// What the library says of an SVG that it cannot draw.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let mut options = Options::default();
    options.fontdb_mut().load_font_data(FONT.to_vec());
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or("the picture has no size")?;
    let mut picture = Pixmap::new(size.width(), size.height()).ok_or("no memory for the picture")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
    picture.encode_png().map_err(|error| error.to_string())
}
