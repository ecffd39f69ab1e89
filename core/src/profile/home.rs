//! Calls for the person and the start page.
use crate::app::App;
use crate::call::{Call, Done};
use crate::days::ZONES;
use crate::error::{ApiError, ErrorKind};
use crate::over_the_board::KEPT;
use crate::play::summary;
use crate::profile::params::{Home, HomeView, ProfileView, RescueView, SetProfile, SetSetting};
use crate::profile::storage as keeping;
use crate::views::{BoardView, Experience};
use damier_store::{Profile, Rescue};
use draughts::Variant;

/// Maximum lengths, in characters.
const LONGEST_NAME: usize = 100;
const LONGEST_SETTING: usize = 10_000;

impl Call for Home {
    type Reply = HomeView;

    fn run(self, app: &mut App) -> Result<HomeView, ApiError> {
        let current = app.store.current_game(app.profile.id)?;
        Ok(HomeView {
            profile: profile_view(&app.profile),
            storage: keeping::storage(&app.store),
            unkept: keeping::unkept(&app.store),
            settings: (app.store.settings(app.profile.id)?.into_iter())
                .filter(|(key, _)| key != ZONES && !key.starts_with(KEPT))
                .collect(),
            // Absent if this version does not know the game's variant.
            current: current
                .as_ref()
                .and_then(|row| Some(summary(row.start.variant.parse().ok()?, row))),
            board: BoardView::of(Variant::International),
            rescue: app.store.rescue(app.profile.id)?.map(rescue_view),
        })
    }
}

fn rescue_view(rescue: Rescue) -> RescueView {
    RescueView {
        file: rescue.aside.to_string_lossy().into_owned(),
        games: rescue.games,
        moves: rescue.moves,
        moves_only: rescue.moves_only,
        names_only: rescue.names_only,
        steps: rescue.steps,
        attempts: rescue.attempts,
        parts: rescue.pages,
        unreadable: rescue.unreadable,
    }
}

pub(super) fn profile_view(profile: &Profile) -> ProfileView {
    ProfileView {
        id: profile.id,
        name: profile.name.clone(),
        colour: profile.colour,
        experience: profile.experience.map(Experience::from),
    }
}

/// Trims a name.
///
/// # Errors
/// `BadParams` if it is too long.
pub(super) fn named(name: &str) -> Result<&str, ApiError> {
    let name = name.trim();
    if name.chars().count() > LONGEST_NAME {
        let message = format!("a name has at most {LONGEST_NAME} characters");
        return Err(ApiError::new(ErrorKind::BadParams, message));
    }
    Ok(name)
}

impl Call for SetProfile {
    type Reply = ProfileView;

    fn run(self, app: &mut App) -> Result<ProfileView, ApiError> {
        let name = self.name.as_deref().map(named).transpose()?;
        let experience = self.experience.map(damier_store::Experience::from);
        app.store
            .set_profile(app.profile.id, name, experience, self.colour)?;
        app.profile = app.store.profile(app.now())?;
        Ok(profile_view(&app.profile))
    }
}

impl Call for SetSetting {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Done, ApiError> {
        if self.key.is_empty() || self.key.len() > LONGEST_NAME || self.value.len() > LONGEST_SETTING {
            let message =
                format!("a setting has a key of 1 to {LONGEST_NAME} bytes and at most {LONGEST_SETTING}");
            return Err(ApiError::new(ErrorKind::BadParams, message));
        }
        app.store.set_setting(app.profile.id, &self.key, &self.value)?;
        Ok(Done {})
    }
}
