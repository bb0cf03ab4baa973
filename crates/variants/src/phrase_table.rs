//! Tables of texts for people: the name of each in the catalogues, and its English.

/// Makes a constant of each text, and the list of all.
macro_rules! phrases {
    ($(#[$about:meta])* $all:ident; $($name:ident = $id:literal: $words:literal;)+) => {
        $(pub(crate) const $name: helgi_rules::Phrase = helgi_rules::Phrase::new($id, $words);)+

        $(#[$about])*
        pub const $all: &[helgi_rules::Phrase] = &[$($name),+];
    };
}

pub(crate) use phrases;
