//! Links as QR codes, for the page and for the terminal.

use qrcode::{Color, EcLevel, QrCode};

/// The light modules around a code in the terminal; on the page the style has them.
const MARGIN: usize = 2;

/// A code as rows of `#` for dark modules and spaces; `None` for a text that is too long for one.
pub fn rows(text: &str) -> Option<Vec<String>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let modules = code.to_colors();
    let row =
        |row: &[Color]| row.iter().map(|module| if *module == Color::Dark { '#' } else { ' ' }).collect();
    Some(modules.chunks(code.width()).map(row).collect())
}

/// A code for a terminal, two modules of a column in each character, light ones drawn: it is read on dark ground, as most
/// terminals have, and by most programs on light ground too.
pub fn drawing(text: &str) -> Option<String> {
    let rows = rows(text)?;
    let dark: Vec<Vec<bool>> =
        rows.iter().map(|row| row.chars().map(|module| module == '#').collect()).collect();
    let is_dark = |row: usize, column: usize| {
        let module = row.checked_sub(MARGIN).zip(column.checked_sub(MARGIN));
        module.and_then(|(row, column)| dark.get(row)?.get(column).copied()).unwrap_or(false)
    };
    let width = dark.len() + 2 * MARGIN;
    let lines = (0..width.div_ceil(2)).map(|line| {
        let module = |column| match (is_dark(2 * line, column), is_dark(2 * line + 1, column)) {
            (false, false) => '█',
            (false, true) => '▀',
            (true, false) => '▄',
            (true, true) => ' ',
        };
        (0..width).map(module).collect::<String>()
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_drawings_have_the_same_modules() {
        let link = "http://192.168.1.5:8000/#0123456789abcdef0123456789abcdef";
        let rows = rows(link).unwrap();
        assert!(rows.len() >= 21 && rows.iter().all(|row| row.len() == rows.len()), "{rows:?}");
        // The three large squares in the corners.
        assert!(rows[0].starts_with("####### ") && rows[0].ends_with(" #######"), "{rows:?}");
        assert!(rows[rows.len() - 1].starts_with("####### "), "{rows:?}");
        let drawing = drawing(link).unwrap();
        let lines: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
        for (row, modules) in rows.iter().enumerate() {
            for (column, module) in modules.chars().enumerate() {
                let drawn = lines[(row + MARGIN) / 2][column + MARGIN];
                let is_light = if (row + MARGIN).is_multiple_of(2) { "█▀" } else { "█▄" }.contains(drawn);
                assert_eq!(is_light, module == ' ', "{row}, {column}");
            }
        }
    }
}
