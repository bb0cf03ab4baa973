//! The reference of all keys, made from the table of keys.

use crate::keys::{FAMILIES, Key, KeyFamily, KeyWords, PieceRegion};
use crate::slot::Slot;
use helgi_rules::internals::games::{GameNames, known};
use std::fmt::Write;

/// The list for a terminal: a key a line, with its kind of value, its default and its sentence.
#[must_use]
pub fn list() -> String {
    let mut text = String::new();
    for KeyFamily { title, keys, .. } in FAMILIES {
        let _ = writeln!(text, "{title}");
        for Key { name, default, text: sentence, value } in *keys {
            let _ = writeln!(text, "  {name} ({}; {}): {sentence}", value.kind().words, default.text());
        }
    }
    let _ = writeln!(text, "Pieces");
    for slot in Slot::all().filter(|slot| !slot.is_custom()) {
        let _ = writeln!(text, "  {} (letter; none): moves as `{}`.", slot.key(), slot.betza());
    }
    let _ = writeln!(
        text,
        "  customPiece1 to customPiece{} (letter:moves; none): a piece of your own.",
        Slot::CUSTOM
    );
    for region in PieceRegion::ALL {
        let (prefix, KeyWords { kind, default, text: sentence }) = (region.prefix(), region.words());
        let kind_and_default = format!("{}; {}", kind.words, default.words);
        let _ = writeln!(text, "  {prefix}<White or Black><Piece> ({kind_and_default}): {}", sentence.words);
    }
    text
}

/// The table of the names of all games that the program brings, in Markdown.
///
/// The games that come along are in it once they are [installed](crate::install_library).
#[must_use]
pub fn names() -> String {
    let mut text = "| game | title | other names |\n|---|---|---|\n".to_owned();
    for GameNames { name, title, aliases } in known() {
        let _ = writeln!(text, "| `{name}` | {title} | {} |", aliases.join(", "));
    }
    text
}

/// The tables of the page, in Markdown.
#[must_use]
pub fn tables() -> String {
    let mut text = String::new();
    for KeyFamily { title, read_by, keys } in FAMILIES {
        let _ = writeln!(text, "### {title}\n\nCarried out by `{read_by}.rs`.\n");
        let _ = writeln!(text, "| key | value | default | meaning |\n|---|---|---|---|");
        for Key { name, default, text: sentence, value } in *keys {
            let _ = writeln!(text, "| `{name}` | {} | {} | {sentence} |", value.kind().words, default.text());
        }
        text.push('\n');
    }
    let _ = writeln!(text, "### Squares of one kind of piece\n\n| key | meaning |\n|---|---|");
    for region in PieceRegion::ALL {
        let (prefix, meaning) = (region.prefix(), region.words().text.words);
        let _ = writeln!(text, "| `{prefix}White<Piece>`, `{prefix}Black<Piece>` | {meaning} |");
    }
    let _ = writeln!(text, "\n### Pieces\n\n| key | moves in XBetza |\n|---|---|");
    for slot in Slot::all().filter(|slot| !slot.is_custom()) {
        let moves = if slot.betza().is_empty() { "none" } else { slot.betza() };
        // XBetza has no word for hurdles and victims of a kind: this piece alone needs a remark.
        let limits = if slot == Slot::JANGGI_CANNON {
            ", but it hops over none of its kind and takes none"
        } else {
            ""
        };
        let _ = writeln!(text, "| `{}` | `{moves}`{limits} |", slot.key());
    }
    text
}
