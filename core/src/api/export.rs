//! What the call that exports does: every game of the store as one text.
use super::app::App;
use super::calls::Call;
use super::error::ApiError;
use super::game::OpenGame;
use super::play::{ExportGames, ExportView};
use crate::notation::pdn::{self, PdnPlayer, PdnTags};

/// Games read from the store at a time.
const BATCH: u32 = 200;

impl Call for ExportGames {
    type Reply = ExportView;

    fn run(self, app: &mut App) -> Result<ExportView, ApiError> {
        let mut text = String::new();
        let mut last = 0;
        loop {
            let rows = app.store.games_after(last, BATCH)?;
            let Some(row) = rows.last() else { break };
            last = row.id;
            for row in rows {
                let (id, date) = (row.id, row.created);
                let player = |level: &Option<String>| match level {
                    Some(level) => PdnPlayer {
                        name: format!("Damier ({level})"),
                        program: true,
                    },
                    None => PdnPlayer {
                        name: app.profile.name.clone(),
                        program: false,
                    },
                };
                let tags = PdnTags {
                    white: player(&row.start.white_level),
                    black: player(&row.start.black_level),
                    date,
                };
                // One game that cannot be read must not keep the others from being saved.
                match OpenGame::read(row) {
                    Ok(open) => text.push_str(&pdn::write(open.game(), &tags)),
                    Err(error) => text.push_str(&format!("% game {id}: {}\n\n", error.message)),
                }
            }
        }
        let (year, month, day) = pdn::civil(app.now());
        Ok(ExportView {
            name: format!("damier-{year:04}-{month:02}-{day:02}.pdn"),
            text,
        })
    }
}
