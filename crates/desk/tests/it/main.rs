//! The desk as a page uses it: requests, events, and jobs that an engine does.

mod asking;
mod findings;
mod games;
mod imports;
mod keeping;
mod refusals;
mod studies;
