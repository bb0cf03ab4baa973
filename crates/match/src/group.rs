//! Groups of processes: an engine with all that it starts, which is killed together.
//!
//! No group outlives this program, however it ends: on Unix a watcher, a shell whose input is closed
//! with this program, kills what is left; on Windows the system ends a job with its last handle.

use std::io;
use std::process::{Child, Command};
use std::sync::Mutex;
use system::Group;

/// The groups that are alive, by the number of their first process.
static ALIVE: Mutex<Vec<(u32, Group)>> = Mutex::new(Vec::new());

/// Kills all engines of this program at once, for a program that ends without waiting for its matches.
pub fn kill_all() {
    if let Ok(mut alive) = ALIVE.lock() {
        alive.drain(..).for_each(|(_, group)| group.kill());
    }
}

/// Starts a process as the first one of a group.
///
/// # Errors
///
/// If it does not start, or there can be no group.
pub fn start(command: &mut Command) -> io::Result<Child> {
    system::prepare(command);
    // The lock keeps `kill_all` from coming between the start and the list.
    let mut alive = ALIVE.lock().map_err(|_| io::Error::other("a thread has panicked"))?;
    let mut child = command.spawn()?;
    match Group::of(&mut child) {
        Ok(group) => {
            alive.push((child.id(), group));
            Ok(child)
        }
        Err(error) => {
            let _ = child.kill().and_then(|()| child.wait());
            Err(error)
        }
    }
}

/// Returns true if a process that [`start`] has started has ended; it stays to be reaped.
pub fn has_ended(child: &mut Child) -> bool {
    system::has_ended(child)
}

/// Kills the group of a process that [`start`] has started.
pub fn kill(child: &mut Child) {
    if let Ok(mut alive) = ALIVE.lock() {
        alive.extract_if(.., |(id, _)| *id == child.id()).for_each(|(_, group)| group.kill());
    }
    let _ = child.kill();
    // Before it is waited for, no other process can have its number.
    let _ = child.wait();
}

#[cfg(unix)]
mod system {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::io::{self, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, ChildStdin, Command, Stdio};
    use std::sync::Mutex;

    /// The watcher's input, once there is a watcher.
    static WATCHER: Mutex<Option<ChildStdin>> = Mutex::new(None);

    pub struct Group(Pid);

    pub fn prepare(command: &mut Command) {
        command.process_group(0);
    }

    impl Group {
        pub fn of(child: &mut Child) -> io::Result<Group> {
            let pid = pid(child).ok_or_else(|| io::Error::other("a process without a number"))?;
            notify_watcher('+', pid)?;
            Ok(Group(pid))
        }

        pub fn kill(self) {
            let _ = kill_process_group(self.0, Signal::KILL);
            // A watcher that has gone has nothing to forget.
            let _ = notify_watcher('-', self.0);
        }
    }

    fn pid(child: &Child) -> Option<Pid> {
        Pid::from_raw(i32::try_from(child.id()).ok()?)
    }

    /// Tells the watcher of a group, and starts it if it is not there.
    fn notify_watcher(sign: char, group: Pid) -> io::Result<()> {
        let line = format!("{sign} {}\n", group.as_raw_nonzero());
        let mut watcher = WATCHER.lock().map_err(|_| io::Error::other("a thread has panicked"))?;
        if let Some(input) = watcher.as_mut()
            && input.write_all(line.as_bytes()).is_ok()
        {
            return Ok(());
        }
        // There is none yet, or it has been killed.
        let input = watcher.insert(start_watcher()?);
        input.write_all(line.as_bytes())
    }

    fn start_watcher() -> io::Result<ChildStdin> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", include_str!("watcher.sh"), "watcher of engines"]).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let input = command.process_group(0).spawn()?.stdin;
        input.ok_or_else(|| io::Error::other("a watcher without an input"))
    }

    /// Returns true if it has ended; it stays to be reaped.
    pub fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }
}

#[cfg(windows)]
mod system {
    use std::io;
    use std::os::windows::io::AsRawHandle;
    use std::os::windows::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::Mutex;
    use win32job::{ExtendedLimitInfo, Job, JobError};

    /// A group of its own does not get the Ctrl-C that is meant for this program.
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

    /// A job with the only handle to it: when that is closed the system kills its processes.
    pub struct Group(Job);

    /// The job of this program itself, which its engines are in from their first moment. Without it one that is being
    /// started while this program is killed would be left, before it comes into a job of its own.
    static OWN: Mutex<Option<Job>> = Mutex::new(None);

    pub fn prepare(command: &mut Command) {
        command.creation_flags(CREATE_NEW_PROCESS_GROUP);
        let Ok(mut own) = OWN.lock() else { return };
        if own.is_none() {
            // Where the system refuses a job in a job, engines have their own alone.
            *own = job().and_then(|job| job.assign_current_process().map(|()| job)).ok();
        }
    }

    /// A job whose processes are killed with its last handle.
    fn job() -> Result<Job, JobError> {
        let mut limits = ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        Job::create_with_limit_info(&limits)
    }

    impl Group {
        pub fn of(child: &mut Child) -> io::Result<Group> {
            let job = job().map_err(io::Error::other)?;
            let assigned = job.assign_process(child.as_raw_handle() as isize);
            // One that has ended by now has no group to join.
            if has_ended(child) { Ok(()) } else { assigned }.map_err(io::Error::other)?;
            Ok(Group(job))
        }

        pub fn kill(self) {
            drop(self.0);
        }
    }

    pub fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }
}
