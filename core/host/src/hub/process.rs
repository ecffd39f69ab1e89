//! A program that was started here: its lines, in and out. It ends with the value. Knows no protocol.
use super::fault::HubFault;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// So many lines wait to be read at most: limits the memory that a program can fill.
const WAITING: usize = 256;
/// The longest line that is read, in bytes; a longer one is cut off.
const LONGEST: u64 = 1 << 16;
/// How often, and how long, a program that was asked to end is waited for.
const LOOKS: u32 = 30;
const LOOK: Duration = Duration::from_millis(10);

/// Ends a program from elsewhere, whatever is asked of it just now.
#[derive(Debug)]
pub(super) struct Ending(Weak<Mutex<Child>>);

impl Ending {
    /// It may still run.
    pub(super) fn is_of_any(&self) -> bool {
        self.0.strong_count() > 0
    }

    /// Ends it at once.
    pub(super) fn end(&self) {
        if let Some(child) = self.0.upgrade() {
            kill(&child);
        }
    }
}

fn kill(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    // One that has ended already cannot be ended.
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
    /// Starts it in its own folder: engines look for their data there.
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
        // A thread waits for lines; it ends with the program, or with whoever reads them.
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

    /// By this it can be ended from elsewhere.
    pub(super) fn ending(&self) -> Ending {
        Ending(Arc::downgrade(&self.child))
    }

    /// Sends a line.
    pub(super) fn say(&mut self, line: &str) -> Result<(), HubFault> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| HubFault::Ended)
    }

    /// The next line; nothing where none came in time.
    pub(super) fn line(&self, within: Duration) -> Result<Option<String>, HubFault> {
        match self.lines.recv_timeout(within) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(HubFault::Ended),
        }
    }
}

/// On Windows a program of the command line opens a window of its own unless it is told not to.
#[cfg(windows)]
fn without_window(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(CREATE_NO_WINDOW);
}

#[cfg(not(windows))]
fn without_window(_: &mut Command) {}

/// The next line; `None` at the end. Bytes that are no text become characters that no command has.
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
    /// Asks it to end, and ends it where it does not.
    fn drop(&mut self) {
        drop(self.say("quit"));
        for _ in 0..LOOKS {
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
