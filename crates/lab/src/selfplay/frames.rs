//! The frames of which files of self-play consist. Each is checked by its sum, so that the file of a killed
//! program is whole up to the last frame.
//!
//! A frame is its kind (1 byte), the length of its contents (4), the contents and their CRC-32 (4).
//! Numbers are little-endian; a text is its length in two bytes and its letters in UTF-8.

use helgi_rules::board::Move;
use std::fmt::{self, Debug, Display};
use std::io::{self, Read};

/// The kind of the frame that a file begins with.
const HEAD: u8 = b'h';

/// The value that stands for a missing score.
pub(super) const UNSCORED: i16 = i16::MIN;

/// No frame is longer: what claims to be is damaged. Unit: bytes.
const LONGEST: u32 = 1 << 24;

/// Damage in a file, and its place.
#[derive(Debug)]
pub struct Damage {
    /// The place of the frame that is damaged. Unit: bytes from the start of the file.
    pub offset: u64,
    /// The number of whole games before it.
    pub games: usize,
    /// The fault.
    pub error: io::Error,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { offset, games, error } = self;
        write!(f, "byte {offset}, after {games} whole games: {error}")
    }
}

impl std::error::Error for Damage {}

/// A kind of file: a head, and frames of what it holds.
pub trait FileFormat {
    /// The letters that the contents of a head begin with.
    const MAGIC: &'static [u8];
    /// The version of the format, which follows them.
    const VERSION: u8;
    /// The kind of the frames that are not heads.
    const KIND: u8;
    /// The name of such a file in an error, and the command that writes one.
    const NAME: &'static str;
    /// The settings of the entries behind it.
    type Head: Clone + PartialEq + Debug + Display;
    /// The contents of a frame.
    type Entry;

    /// Appends a head, without magic and version.
    fn write_head(head: &Self::Head, bytes: &mut Vec<u8>);

    /// Reads what [`write_head`](Self::write_head) wrote.
    ///
    /// # Errors
    ///
    /// If it is too short or a field has no such value.
    fn read_head(fields: &mut FrameFields<'_>) -> io::Result<Self::Head>;

    /// Appends an entry.
    fn write_entry(entry: &Self::Entry, bytes: &mut Vec<u8>);

    /// Reads what [`write_entry`](Self::write_entry) wrote.
    ///
    /// # Errors
    ///
    /// If it is too short or a field has no such value.
    fn read_entry(fields: &mut FrameFields<'_>) -> io::Result<Self::Entry>;

    /// The number of an entry's game.
    fn number(entry: &Self::Entry) -> u32;
}

/// Returns the frame that a file begins with.
pub fn head_frame<F: FileFormat>(head: &F::Head) -> Vec<u8> {
    let mut contents = F::MAGIC.to_vec();
    contents.push(F::VERSION);
    F::write_head(head, &mut contents);
    frame(HEAD, &contents)
}

/// Returns the frame of an entry.
pub fn entry_frame<F: FileFormat>(entry: &F::Entry) -> Vec<u8> {
    let mut contents = Vec::new();
    F::write_entry(entry, &mut contents);
    frame(F::KIND, &contents)
}

/// Returns true if a file that begins so begins with a head of this format; only its checksum makes that sure.
pub fn begins_with_head<F: FileFormat>(begin: &[u8]) -> bool {
    // After the kind of the frame and its length.
    begin.first() == Some(&HEAD) && begin.get(5..).is_some_and(|contents| contents.starts_with(F::MAGIC))
}

/// Returns a frame of this kind.
fn frame(kind: u8, contents: &[u8]) -> Vec<u8> {
    let mut bytes = vec![kind];
    bytes.extend((contents.len() as u32).to_le_bytes());
    bytes.extend(contents);
    bytes.extend(crc32fast::hash(contents).to_le_bytes());
    bytes
}

/// Appends a text of at most 65,535 bytes; ours are names and positions.
pub fn put_text(bytes: &mut Vec<u8>, text: &str) {
    // A longer text is left out rather than cut in the middle of a letter.
    let length = u16::try_from(text.len()).unwrap_or(0);
    bytes.extend(length.to_le_bytes());
    bytes.extend(&text.as_bytes()[..length.into()]);
}

/// Reads the entries of a file one by one.
#[derive(Debug)]
pub struct Reader<R, F: FileFormat> {
    input: R,
    head: F::Head,
    /// The end of the last whole frame. Unit: bytes.
    offset: u64,
    games: usize,
    is_over: bool,
}

impl<R: Read, F: FileFormat> Reader<R, F> {
    /// A reader of a file, which has to begin with a head.
    ///
    /// # Errors
    ///
    /// If it does not, or cannot be read.
    pub fn new(mut input: R) -> Result<Self, Damage> {
        let mut offset = 0;
        let head = next_frame(&mut input, F::KIND, &mut offset).and_then(|frame| match frame {
            Some((HEAD, contents)) => read_head::<F>(&contents),
            _ => Err(invalid("no head")),
        });
        match head {
            Ok(head) => Ok(Reader { input, head, offset, games: 0, is_over: false }),
            Err(error) => {
                let error = io::Error::new(error.kind(), format!("no {}: {error}", F::NAME));
                Err(Damage { offset: 0, games: 0, error })
            }
        }
    }

    /// Returns the head that applies to the entry read last, or to the first one before any is read.
    pub fn head(&self) -> &F::Head {
        &self.head
    }

    /// The end of the last whole frame. Unit: bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn next_entry(&mut self) -> io::Result<Option<F::Entry>> {
        loop {
            match next_frame(&mut self.input, F::KIND, &mut self.offset)? {
                None => return Ok(None),
                // A file that was continued has a head wherever its settings changed.
                Some((HEAD, contents)) => self.head = read_head::<F>(&contents)?,
                Some((_, contents)) => return F::read_entry(&mut FrameFields(&contents)).map(Some),
            }
        }
    }
}

impl<R: Read, F: FileFormat> Iterator for Reader<R, F> {
    type Item = Result<F::Entry, Damage>;

    /// The next entry. After damage there is none: what follows cannot be told from it.
    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let offset = self.offset;
        match self.next_entry() {
            Ok(Some(entry)) => {
                self.games += 1;
                Some(Ok(entry))
            }
            end => {
                self.is_over = true;
                end.err().map(|error| Err(Damage { offset, games: self.games, error }))
            }
        }
    }
}

fn read_head<F: FileFormat>(contents: &[u8]) -> io::Result<F::Head> {
    let mut fields = FrameFields(contents);
    if fields.take(F::MAGIC.len())? != F::MAGIC {
        return Err(invalid(&format!("the head does not begin with `{}`", F::MAGIC.escape_ascii())));
    }
    let version = fields.number::<1>()?[0];
    if version != F::VERSION {
        return Err(invalid(&format!("version {version}: expected {}", F::VERSION)));
    }
    F::read_head(&mut fields)
}

/// The kind and contents of the next frame; `None` at the end of the file. `offset` counts on to its end.
fn next_frame(input: &mut impl Read, expected: u8, offset: &mut u64) -> io::Result<Option<(u8, Vec<u8>)>> {
    let mut start = [0; 5];
    // A pipe may hand over fewer bytes than asked for.
    let mut length = 0;
    while length < start.len() {
        match input.read(&mut start[length..])? {
            0 if length == 0 => return Ok(None),
            0 => return Err(cut_off()),
            read => length += read,
        }
    }
    let [kind, size @ ..] = start;
    let size = u32::from_le_bytes(size);
    if size > LONGEST || kind != HEAD && kind != expected {
        return Err(invalid("neither a head nor a game; the file is damaged"));
    }
    let mut contents = Vec::new();
    let mut sum = [0; 4];
    // No more memory than there are bytes, whatever a damaged length says.
    if input.take(size.into()).read_to_end(&mut contents)? < size as usize {
        return Err(cut_off());
    }
    input.read_exact(&mut sum).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => cut_off(),
        _ => error,
    })?;
    if crc32fast::hash(&contents) != u32::from_le_bytes(sum) {
        return Err(invalid("the checksum is not that of the contents; the file is damaged"));
    }
    // Kind and length are five bytes, the checksum four.
    *offset += 9 + u64::from(size);
    Ok(Some((kind, contents)))
}

/// The rest of a frame's contents.
#[derive(Debug)]
pub struct FrameFields<'a>(&'a [u8]);

impl<'a> FrameFields<'a> {
    /// Takes so many bytes.
    ///
    /// # Errors
    ///
    /// If there are fewer.
    pub fn take(&mut self, count: usize) -> io::Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(|| invalid("a frame is too short"))?;
        self.0 = rest;
        Ok(taken)
    }

    /// Takes the bytes of a number.
    ///
    /// # Errors
    ///
    /// If there are fewer.
    pub fn number<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        self.take(N)?.try_into().map_err(|_| invalid("a frame is too short"))
    }

    /// Takes a move.
    ///
    /// # Errors
    ///
    /// If it has no form that moves have.
    pub fn played(&mut self) -> io::Result<Move> {
        let bits = u32::from_le_bytes(self.number()?);
        Move::from_bits(bits).ok_or_else(|| invalid("a move of no form"))
    }

    /// Takes a score.
    ///
    /// # Errors
    ///
    /// If there are too few bytes.
    pub fn score(&mut self) -> io::Result<Option<i16>> {
        Ok(Some(i16::from_le_bytes(self.number()?)).filter(|&score| score != UNSCORED))
    }

    /// Takes a text.
    ///
    /// # Errors
    ///
    /// If it is cut off or no UTF-8.
    pub fn text(&mut self) -> io::Result<String> {
        let length = u16::from_le_bytes(self.number()?);
        String::from_utf8(self.take(length.into())?.to_vec()).map_err(|error| invalid(&error.to_string()))
    }
}

fn cut_off() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the file is cut off in the middle of a game")
}

pub(super) fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
