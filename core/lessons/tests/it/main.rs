//! The lessons and the reference that come with the program, and the checker that proves them.
mod lesson_kinds;
mod lessons;
mod reference;
