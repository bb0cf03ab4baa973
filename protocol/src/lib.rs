#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

#[cfg(feature = "uci")]
pub mod client;
#[cfg(feature = "uci")]
pub mod dialect;
pub mod info;
pub mod input;
pub mod options;
#[cfg(feature = "uci")]
pub mod suite;
pub mod text;
#[cfg(feature = "uci")]
pub mod transcript;
#[cfg(feature = "uci")]
pub mod uci;
pub mod xboard;

#[doc(inline)]
pub use helgi_notation as notation;
