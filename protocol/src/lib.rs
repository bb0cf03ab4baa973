#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod client;
pub mod dialect;
pub mod info;
pub mod input;
pub mod options;
pub mod suite;
pub mod text;
pub mod transcript;
pub mod uci;
pub mod xboard;

#[doc(inline)]
pub use helgi_notation as notation;
