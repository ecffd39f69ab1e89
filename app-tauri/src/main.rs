//! Opens the window; handles `--help` and `--version` without one.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]
use std::process::ExitCode;

const HELP: &str = "\
Damier: learn, play and solve draughts, in a window.

Usage: damier-app [FILE.pdn | damier://link/...]...

  FILE.pdn       games to open
  damier://...   a shared position, lesson or set of puzzles
  -h, --help     this text
  -V, --version  the version";

fn main() -> ExitCode {
    match std::env::args_os()
        .nth(1)
        .as_deref()
        .and_then(|first| first.to_str())
    {
        Some("-h" | "--help") => println!("{HELP}"),
        Some("-V" | "--version") => println!("Damier {}", env!("CARGO_PKG_VERSION")),
        _ if !has_screen() => {
            eprintln!("error: there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set)");
            return ExitCode::FAILURE;
        }
        _ => damier_app::run(),
    }
    ExitCode::SUCCESS
}

/// True unless this is Linux without a display.
fn has_screen() -> bool {
    !cfg!(target_os = "linux")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|screen| !screen.is_empty()))
}
