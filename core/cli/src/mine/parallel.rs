//! Work on many puzzles in parallel, with a progress bar.
use draughts_puzzles::Puzzle;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Works on every puzzle with this many threads, each with its own context (such as a transposition table). Passes
/// the results to `sink` in the order of the puzzles. Returns the number of puzzles done.
pub(super) fn for_each_puzzle<Context, Done: Send>(
    threads: usize,
    puzzles: &[Puzzle],
    new_context: impl Fn() -> Context + Sync,
    work: impl Fn(&mut Context, &Puzzle) -> Done + Sync,
    mut sink: impl FnMut(Done) -> Result<(), String>,
) -> Result<usize, String> {
    let bar = ProgressBar::new(puzzles.len() as u64);
    let style = "{bar:30} {pos}/{len} ({eta} left)";
    bar.set_style(ProgressStyle::with_template(style).map_err(|error| error.to_string())?);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(puzzles.len()) {
            let sender = sender.clone();
            let (next, new_context, work) = (&next, &new_context, &work);
            scope.spawn(move || {
                let mut context = new_context();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(at) else {
                        return;
                    };
                    // Fails only if the receiver stopped after an error.
                    if sender.send((at, work(&mut context, puzzle))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut pending = BTreeMap::new();
        let mut passed = 0;
        while let Ok((at, done)) = receiver.recv() {
            pending.insert(at, done);
            while let Some(done) = pending.remove(&passed) {
                sink(done)?;
                passed += 1;
                bar.set_position(passed as u64);
            }
        }
        bar.finish_and_clear();
        Ok(passed)
    })
}
