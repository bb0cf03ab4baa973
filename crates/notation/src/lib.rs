#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod encoding;
mod number;
mod ranks;
mod read;
mod text;
mod wire;

pub use encoding::{ByteOrder, NoText, PackedFormat, TextEncoding, decode_text, latin1, utf16};
pub use number::whole_number;
pub use ranks::{ranks_from_one, ranks_from_zero};
pub use read::{ExpectedText, NotationError, Scanner};
pub use text::{escaped_markdown, excerpt, is_dash, is_invisible, one_line, without_numbers};
pub use wire::{Victims, WireMove, WireSquare};
