//! The call that exports the person's results at bundled puzzles, for new ratings. Contains no names or times.
use crate::convert::variant;
use crate::views::view;
use crate::{ApiError, App, Call};
use std::fmt::Write as _;

view! {
    /// `exportResults {variant}` → `ResultsFile`: first attempts at the bundled puzzles of a variant, in order.
    pub struct ExportResults { pub variant: String }
}
view! {
    /// Results as a table of text with a header line and tab-separated cells: puzzle, bundled rating, solved (1 or
    /// 0), hints, solution shown (1 or 0), the solver's rating afterwards.
    pub struct ResultsFile { pub name: String, pub text: String }
}

impl Call for ExportResults {
    type Reply = ResultsFile;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = variant(&self.variant)?;
        app.assets.need_puzzles(variant)?;
        let stock = app.assets.puzzles.of(variant);
        let mut text = String::from("puzzle\trating\tsolved\thints\tshown\tsolver\n");
        for attempt in app.store.puzzle_attempts(app.profile.id)? {
            // Only first attempts are rated. Own puzzles would reveal the person.
            let (Some(solver), Some(at)) = (attempt.rating, stock.place(&attempt.puzzle)) else {
                continue;
            };
            let (puzzle, rating) = (&attempt.puzzle, stock.cards()[at].rating);
            let (solved, shown) = (u8::from(attempt.solved), u8::from(attempt.shown));
            let hints = attempt.hints;
            writeln!(
                text,
                "{puzzle}\t{rating}\t{solved}\t{hints}\t{shown}\t{solver:.0}"
            )
            .expect("a String takes all that is written");
        }
        Ok(ResultsFile {
            name: format!("damier-results-{}-{}.tsv", variant.key(), app.day()),
            text,
        })
    }
}
