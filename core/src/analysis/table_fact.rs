//! The call that asks the endgame tables what a position is worth for sure. Translates; searches nothing.
use crate::call::Call;
use crate::error::ApiError;
use crate::views::{SideView, view};
use crate::{App, convert};
use draughts_engine::endgame::Value;

view! {
    /// `tableFact {variant, fen}` → `TableFactView?`; null where the tables do not know the position.
    pub struct TableFact { pub variant: String, pub fen: String }
}
view! {
    /// What a position is worth for sure.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ProvenValue"))]
    pub struct TableFactView {
        /// Who wins; absent in a draw.
        pub winner: Option<SideView>,
        /// Plies to the end at best play, where the tables count them.
        pub plies: Option<u16>,
        /// The side that gains by its being the other's turn.
        pub opposition: Option<SideView>,
        /// The side to move, where all hangs on its being its turn.
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
