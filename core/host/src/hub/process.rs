//! A child process with line-based input and output. Dropping it ends the process.
use super::fault::HubFault;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// Maximum number of unread lines: limits the memory that a program can fill.
const WAITING: usize = 256;
/// Longest line in bytes; the rest is cut off.
const LONGEST: u64 = 1 << 16;
/// Number of checks, and their interval, for a program that was asked to quit.
const CHECKS: u32 = 30;
const LOOK: Duration = Duration::from_millis(10);

/// Ends a process from another thread, even during a request.
#[derive(Debug)]
pub(super) struct KillHandle(Weak<Mutex<Child>>);

impl KillHandle {
    /// True if the process may still run.
    pub(super) fn may_run(&self) -> bool {
        self.0.strong_count() > 0
    }

    /// Kills the process.
    pub(super) fn kill(&self) {
        if let Some(child) = self.0.upgrade() {
            kill(&child);
        }
    }
}

fn kill(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    // Fails only if it has already ended.
    drop(child.kill());
    drop(child.wait());
}

/// A running program.
#[derive(Debug)]
pub(super) struct Process {
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program in its own folder, where engines look for their data.
    pub(super) fn start(program: &Path, arguments: &[String]) -> Result<Self, HubFault> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(folder) = program.parent().filter(|folder| folder.is_dir()) {
            command.current_dir(folder);
        }
        without_window(&mut command);
        let mut child = command.spawn().map_err(HubFault::NotStarted)?;
        let input = child.stdin.take().expect("its input is a pipe");
        let output = child.stdout.take().expect("its output is a pipe");
        let (send, lines) = sync_channel(WAITING);
        // The reader thread ends with the program or with the receiver.
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = next_line(&mut output) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            child: Arc::new(Mutex::new(child)),
            input,
            lines,
        })
    }

    /// Handle that ends the process from another thread.
    pub(super) fn kill_handle(&self) -> KillHandle {
        KillHandle(Arc::downgrade(&self.child))
    }

    /// Sends a line.
    pub(super) fn say(&mut self, line: &str) -> Result<(), HubFault> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| HubFault::Ended)
    }

    /// Returns the next line, or `None` after the timeout.
    pub(super) fn line(&self, within: Duration) -> Result<Option<String>, HubFault> {
        match self.lines.recv_timeout(within) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(HubFault::Ended),
        }
    }
}

/// Without this flag, Windows opens a console window for the program.
#[cfg(windows)]
fn without_window(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(CREATE_NO_WINDOW);
}

#[cfg(not(windows))]
fn without_window(_: &mut Command) {}

/// Reads the next line; `None` at the end. Invalid UTF-8 becomes replacement characters, which no command contains.
fn next_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    if output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes).ok()? == 0 {
        return None;
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST {
        output.skip_until(b'\n').ok()?;
    }
    Some(String::from_utf8_lossy(&bytes).trim_end().to_owned())
}

impl Drop for Process {
    /// Asks the program to quit, and kills it if it does not.
    fn drop(&mut self) {
        drop(self.say("quit"));
        for _ in 0..CHECKS {
            let ended = self
                .child
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .try_wait();
            if matches!(ended, Ok(Some(_))) {
                return;
            }
            std::thread::sleep(LOOK);
        }
        kill(&self.child);
    }
}
