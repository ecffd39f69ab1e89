//! The call that looks a position up in the endgame tables. Searches nothing.
use crate::call::Call;
use crate::error::ApiError;
use crate::views::{SideView, view};
use crate::{App, convert};
use draughts_engine::endgame::Value;

view! {
    /// `tableFact {variant, fen}` → `TableFactView?`; null if the tables do not hold the position.
    pub struct TableFact { pub variant: String, pub fen: String }
}
view! {
    /// Proven value of a position.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ProvenValue"))]
    pub struct TableFactView {
        /// Winner; absent in a draw.
        pub winner: Option<SideView>,
        /// Plies to the end with best play, if the tables hold distances.
        pub plies: Option<u16>,
        /// Side that profits because the other side must move.
        pub opposition: Option<SideView>,
        /// Side to move, if the result depends on having the move.
        pub tempo: Option<SideView>,
    }
}

impl Call for TableFact {
    type Reply = Option<TableFactView>;

    fn run(self, app: &mut App) -> Result<Option<TableFactView>, ApiError> {
        let position = convert::position(convert::variant(&self.variant)?, &self.fen)?;
        app.assets.need_tables(position.variant())?;
        let turn = position.turn();
        Ok(
            draughts_engine::review::fact(&position, &app.assets.engine).map(|fact| {
                let (winner, plies) = match fact.value {
                    Value::Win(plies) => (Some(turn), plies),
                    Value::Draw => (None, None),
                    Value::Loss(plies) => (Some(turn.other()), plies),
                };
                TableFactView {
                    winner: winner.map(Into::into),
                    plies,
                    opposition: fact.opposition.map(Into::into),
                    tempo: fact.tempo.map(Into::into),
                }
            }),
        )
    }
}
