//! Helpers that the tests of this crate share.

use helgi_record::{PgnReader, Record};

/// The games of a text, which has to be without fault.
pub fn games(text: &str) -> Vec<Record> {
    let whole = |located: Result<helgi_record::Located, helgi_record::ReadError>| {
        located.unwrap_or_else(|error| panic!("{error}: {text}")).whole()
    };
    PgnReader::new(text.as_bytes())
        .map(|located| whole(located).unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

/// The moves that were played.
#[allow(dead_code)]
pub fn moves(record: &Record) -> Vec<&str> {
    record.moves().collect()
}
