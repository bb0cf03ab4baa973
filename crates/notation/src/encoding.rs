//! The encoding of a text from a file: UTF-8, UTF-16 or Latin-1, and the formats of files that are packed and so no text.

use std::fmt;
use std::io;
use thiserror::Error;

/// The encoding in which a text was read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextEncoding {
    /// UTF-8, with a byte order mark or without.
    Utf8,
    /// UTF-16 with a byte order mark, as editors and shells of Windows write it.
    Utf16,
    /// Latin-1, with the further characters that Windows has in it.
    Latin1,
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TextEncoding::Utf8 => "UTF-8",
            TextEncoding::Utf16 => "UTF-16",
            TextEncoding::Latin1 => "Latin-1",
        })
    }
}

impl TextEncoding {
    /// Returns the sentence about a file in another encoding than UTF-8.
    ///
    /// ```
    /// use helgi_notation::TextEncoding;
    ///
    /// assert_eq!(TextEncoding::Utf16.notice(), Some("a text in UTF-16, read as such".to_owned()));
    /// assert_eq!(TextEncoding::Utf8.notice(), None);
    /// ```
    #[must_use]
    pub fn notice(self) -> Option<String> {
        (self != TextEncoding::Utf8).then(|| format!("a text in {self}, read as such"))
    }
}

/// The reason why the bytes of a file are no text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoText {
    /// They are packed.
    #[error("{0}")]
    Packed(#[from] PackedFormat),
    /// There are zero bytes among them.
    #[error("a zero byte, expected text in UTF-8, Latin-1 or UTF-16 with a byte order mark")]
    Binary,
}

impl From<NoText> for io::Error {
    fn from(error: NoText) -> Self {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

/// A format of packed files.
///
/// ```
/// let format = helgi_notation::PackedFormat::of(b"\x28\xb5\x2f\xfd...").expect("Zstandard");
/// assert_eq!(format.to_string(), "a file packed by zstd, expected text: unpack it first, as with `unzstd`");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a file packed by {name}, expected text: unpack it first, as with `{command}`")]
pub struct PackedFormat {
    /// The name of the program that packs so.
    pub name: &'static str,
    /// A command that unpacks such a file.
    pub command: &'static str,
}

/// The first bytes of packed files, from the format's own documents.
const MAGIC: [(&[u8], PackedFormat); 11] = [
    (b"\x1f\x8b", PackedFormat { name: "gzip", command: "gunzip" }),
    (b"\x1f\x9d", PackedFormat { name: "compress", command: "gunzip" }),
    (b"\x28\xb5\x2f\xfd", PackedFormat { name: "zstd", command: "unzstd" }),
    // A frame to be skipped, with which some writers begin.
    (b"\x50\x2a\x4d\x18", PackedFormat { name: "zstd", command: "unzstd" }),
    (b"PK\x03\x04", PackedFormat { name: "zip", command: "unzip" }),
    (b"PK\x05\x06", PackedFormat { name: "zip", command: "unzip" }),
    (b"\xfd7zXZ\x00", PackedFormat { name: "xz", command: "unxz" }),
    (b"7z\xbc\xaf\x27\x1c", PackedFormat { name: "7-Zip", command: "7z x" }),
    (b"Rar!\x1a\x07", PackedFormat { name: "RAR", command: "unrar x" }),
    (b"\x04\x22\x4d\x18", PackedFormat { name: "lz4", command: "unlz4" }),
    (b"LZIP\x01", PackedFormat { name: "lzip", command: "lunzip" }),
];

impl PackedFormat {
    /// Returns the format of a packed file by the bytes that it begins with; `None` if it has none of the usual ones.
    #[must_use]
    pub fn of(beginning: &[u8]) -> Option<PackedFormat> {
        // The digit of bzip2 is the size of its blocks; its blocks begin with the digits of pi.
        if let [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..] = beginning
            && rest.starts_with(b"\x31\x41\x59\x26\x53\x59")
        {
            return Some(PackedFormat { name: "bzip2", command: "bunzip2" });
        }
        MAGIC.iter().find(|(magic, _)| beginning.starts_with(magic)).map(|(_, format)| *format)
    }
}

/// The order of the bytes in UTF-16.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ByteOrder {
    /// The lower byte first.
    Little,
    /// The higher byte first.
    Big,
}

impl ByteOrder {
    /// Returns the order that a byte order mark of UTF-16 tells, if a text begins with one.
    ///
    /// ```
    /// use helgi_notation::ByteOrder;
    ///
    /// assert_eq!(ByteOrder::of_mark(b"\xff\xfe1\0"), Some(ByteOrder::Little));
    /// assert_eq!(ByteOrder::of_mark(b"1. e4"), None);
    /// ```
    #[must_use]
    pub fn of_mark(beginning: &[u8]) -> Option<ByteOrder> {
        match beginning {
            [0xff, 0xfe, ..] => Some(ByteOrder::Little),
            [0xfe, 0xff, ..] => Some(ByteOrder::Big),
            _ => None,
        }
    }

    /// Returns the unit of UTF-16 that two bytes are.
    #[must_use]
    pub fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            ByteOrder::Little => u16::from_le_bytes(bytes),
            ByteOrder::Big => u16::from_be_bytes(bytes),
        }
    }
}

/// Returns the text of some units of UTF-16; what is no character becomes U+FFFD.
pub fn utf16(units: impl IntoIterator<Item = u16>) -> impl Iterator<Item = char> {
    char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Returns the text of a file and the encoding that it is in. Byte order marks are left out.
///
/// ```
/// use helgi_notation::{TextEncoding, decode_text};
///
/// assert_eq!(decode_text(b"\xef\xbb\xbfa")?, ("a".to_owned(), TextEncoding::Utf8));
/// assert_eq!(decode_text(b"\xff\xfea\0")?, ("a".to_owned(), TextEncoding::Utf16));
/// assert_eq!(decode_text(b"M\xfcller")?, ("Müller".to_owned(), TextEncoding::Latin1));
/// assert!(decode_text(b"\x1f\x8b\x08").is_err());
/// # Ok::<(), helgi_notation::NoText>(())
/// ```
///
/// # Errors
///
/// If the file is packed, or is no text: UTF-8 and Latin-1 with zero bytes in the first line.
pub fn decode_text(bytes: &[u8]) -> Result<(String, TextEncoding), NoText> {
    if let Some(format) = PackedFormat::of(bytes) {
        return Err(format.into());
    }
    if let (Some(order), [_, _, rest @ ..]) = (ByteOrder::of_mark(bytes), bytes) {
        let (pairs, odd) = rest.as_chunks::<2>();
        let units = pairs.iter().map(|&pair| order.unit(pair));
        let mut text: String = utf16(units).collect();
        // Half a unit is a fault at the end, and named as one.
        if !odd.is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
        // Four bytes to a character.
        return if text.contains('\0') { Err(NoText::Binary) } else { Ok((text, TextEncoding::Utf16)) };
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if bytes.split(|byte| b"\r\n".contains(byte)).next().is_some_and(|line| line.contains(&0)) {
        return Err(NoText::Binary);
    }
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), TextEncoding::Utf8),
        Err(_) => (bytes.iter().copied().map(latin1).collect(), TextEncoding::Latin1),
    })
}

/// Returns a character of Latin-1, or of its extension by Windows, where Latin-1 has no characters.
///
/// ```
/// assert_eq!(helgi_notation::latin1(0xe9), 'é');
/// assert_eq!(helgi_notation::latin1(0x96), '–');
/// ```
#[must_use]
pub fn latin1(byte: u8) -> char {
    const WINDOWS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    let place = usize::from(byte).checked_sub(0x80);
    place.and_then(|place| WINDOWS.get(place)).copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_utf16(text: &str, order: ByteOrder) -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        let bytes = |unit: u16| match order {
            ByteOrder::Little => unit.to_le_bytes(),
            ByteOrder::Big => unit.to_be_bytes(),
        };
        units.flat_map(bytes).collect()
    }

    #[test]
    fn texts_are_read_in_their_encodings() {
        for text in ["", "a", "Müller – Ваня\r\n♘f3 𝄞\n"] {
            for order in [ByteOrder::Little, ByteOrder::Big] {
                assert_eq!(decode_text(&in_utf16(text, order)), Ok((text.to_owned(), TextEncoding::Utf16)));
            }
            assert_eq!(decode_text(text.as_bytes()), Ok((text.to_owned(), TextEncoding::Utf8)));
        }
        // Half a pair, and half a unit.
        assert_eq!(decode_text(b"\xff\xfe\x00\xd8a\0"), Ok(("\u{fffd}a".to_owned(), TextEncoding::Utf16)));
        assert_eq!(decode_text(b"\xff\xfea\0b"), Ok(("a\u{fffd}".to_owned(), TextEncoding::Utf16)));
        // Four bytes to a character, a picture, and a byte that was lost in a later line.
        for bytes in [&b"\xff\xfe\0\0a\0\0\0"[..], b"\x89PNG\0", b"a\0", b"a\0\0\0"] {
            assert_eq!(decode_text(bytes), Err(NoText::Binary), "{bytes:?}");
        }
        assert!(decode_text(b"a\nb\0").is_ok());
    }

    #[test]
    fn packed_files_are_known_by_their_first_bytes() {
        for (magic, format) in MAGIC {
            let bytes = [magic, b"\x08\0rest"].concat();
            assert_eq!(PackedFormat::of(&bytes), Some(format));
            assert_eq!(decode_text(&bytes), Err(NoText::Packed(format)));
            assert_eq!(PackedFormat::of(&magic[..1]), None);
        }
        assert_eq!(PackedFormat::of(b"BZh91AY&SY..").map(|format| format.name), Some("bzip2"));
        for text in ["BZh9", "PK", "P*", "7z", "LZIP", "", "1. e4"] {
            assert_eq!(PackedFormat::of(text.as_bytes()), None, "{text}");
        }
    }
}
