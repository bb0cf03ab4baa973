//! The words of every language.

mod catalogues;
mod files;
mod positions;
mod sentences;
mod slips;
