//! The words of every language.

mod catalogues;
mod files;
mod sentences;
mod slips;
