//! Threads with a stack that is large enough for a search, and panics on them.

use super::params::THREAD_STACK;
use std::any::Any;
use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, Scope, ScopedJoinHandle};

/// Starts a thread with a stack that is large enough for a search; `None` if none can be had, as
/// without the feature `threads`.
pub(super) fn spawn<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> R + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, R>> {
    if !cfg!(feature = "threads") {
        return None;
    }
    let builder = thread::Builder::new().name("search".to_owned()).stack_size(THREAD_STACK);
    builder.spawn_scoped(scope, work).ok()
}

thread_local! {
    /// True on a thread whose stack is large enough for a search.
    static HAS_LARGE_STACK: Cell<bool> = const { Cell::new(false) };
}

/// Starts a thread on which searches run without a thread of their own: on a busy machine each new thread has to wait
/// for its turn.
///
/// # Errors
///
/// If the system gives no thread.
pub fn spawn_on_large_stack(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let builder = thread::Builder::new().name(name.to_owned()).stack_size(THREAD_STACK);
    let work = || {
        HAS_LARGE_STACK.set(true);
        work();
    };
    builder.spawn(work).map(drop)
}

/// Runs `work` on a thread with a stack that is large enough for a search: on this one, if it is, or if no other can
/// be started.
pub fn on_large_stack<R: Send + Default>(work: impl FnOnce() -> R + Send) -> R {
    if HAS_LARGE_STACK.get() {
        return work();
    }
    // The closure is taken by whichever thread comes to run it.
    let mut work = Some(work);
    let done = thread::scope(|scope| {
        let run = || work.take().map(|work| work());
        spawn(scope, run)?.join().ok().flatten()
    });
    // No thread was to be had: it is done here, on whatever stack there is.
    done.or_else(|| work.take().map(|work| work())).unwrap_or_default()
}

/// Runs `work`; the message of its panic, if it panics.
pub(super) fn catch(work: impl FnOnce()) -> Option<String> {
    // The caller throws away anything that the work may have left half done.
    catch_unwind(AssertUnwindSafe(work)).err().map(|panic| panic_message(&*panic).to_owned())
}

/// Returns the message of a caught panic.
pub fn panic_message(panic: &(dyn Any + Send)) -> &str {
    // A literal message is `&str`, a formatted one `String`; other values have no text.
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it panicked")
}
