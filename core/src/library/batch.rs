//! Calls that change many games at once: a name corrected everywhere, tags set in chosen games.
use super::edit::{set_tag, write};
use super::params::{NameKind, TagView};
use crate::app::App;
use crate::call::Call;
use crate::error::bad_params;
use crate::stored_game::{going_on, open};
use crate::views::view;
use crate::{ApiError, ErrorKind};
use damier_store::NameOf;

view! {
    /// `correctName {kind, name, newName}` → `CorrectedName`: gives some games another name; call it until `done`. If
    /// the new name exists already, both become one, which cannot be undone.
    pub struct CorrectName { pub kind: NameKind, pub name: String, pub new_name: String }
}
view! {
    /// Progress of a corrected name.
    pub struct CorrectedName { pub games: u32, pub done: bool }
}
view! {
    /// `editGames {games, tags}` → `EditedGames`: sets tags of several games; an empty value removes a tag. At most
    /// 200 games per call.
    pub struct EditGames { pub games: Vec<i64>, pub tags: Vec<TagView> }
}
view! {
    /// Numbers of games changed, and of games that are still being played or cannot be read.
    pub struct EditedGames { pub changed: u32, pub refused: u32 }
}

/// Maximum number of games per call of `editGames`.
const MOST_EDITED: usize = 200;
/// Maximum length of a name, in characters.
const LONGEST: usize = 1_000;

impl Call for CorrectName {
    type Reply = CorrectedName;

    fn run(self, app: &mut App) -> Result<CorrectedName, ApiError> {
        let new_name = self.new_name.trim();
        if new_name.is_empty() || new_name == "?" || new_name.chars().count() > LONGEST {
            return Err(bad_params(format!("a name has 1 to {LONGEST} characters")));
        }
        let of = match self.kind {
            NameKind::Player => NameOf::Player,
            NameKind::Event => NameOf::Event,
        };
        let games = app.store.correct_name(of, &self.name, new_name)?;
        // The board reads its game again.
        app.close_game(|_| true);
        Ok(CorrectedName {
            games,
            done: games == 0,
        })
    }
}

impl Call for EditGames {
    type Reply = EditedGames;

    fn run(self, app: &mut App) -> Result<EditedGames, ApiError> {
        if self.games.len() > MOST_EDITED {
            return Err(bad_params(format!("at most {MOST_EDITED} games per call")));
        }
        let (mut changed, mut refused) = (0, 0);
        for id in self.games {
            let going_on = going_on(app, id)?;
            let opened = match open(app, id) {
                Ok(opened) if !going_on => opened,
                Err(error) if !matches!(error.kind, ErrorKind::GameDamaged | ErrorKind::NotFound) => {
                    return Err(error);
                }
                _ => {
                    refused += 1;
                    continue;
                }
            };
            let mut text = opened.text;
            for TagView { name, value } in &self.tags {
                set_tag(
                    &mut text.tags,
                    name,
                    Some(value.trim()).filter(|value| !value.is_empty()),
                )?;
            }
            let (facts, body) = text.to_kept(opened.row.facts.themes);
            if (&facts, &body) != (&opened.row.facts, &opened.body) {
                write(app, id, opened.row.revision, &facts, &body)?;
                changed += 1;
            }
        }
        Ok(EditedGames { changed, refused })
    }
}
