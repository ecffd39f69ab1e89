//! Several people on one device, such as a family or a class. Each has their own progress, ratings, settings and
//! running games; they share the library.
use crate::app::App;
use crate::call::{Call, Done};
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::profile::home::{named, profile_view};
use crate::profile::params::{AddPerson, People, PersonCard, ProfileView, RemovePerson, SwitchPerson};
use crate::school::find;
use damier_store::PersonRow;
use draughts_lessons::School;

/// Maximum number of people.
const MOST: usize = 200;

impl Call for People {
    type Reply = Vec<PersonCard>;

    fn run(self, app: &mut App) -> Result<Vec<PersonCard>, ApiError> {
        let school = app.school()?;
        let rows = app.store.people()?;
        Ok(rows
            .iter()
            .map(|row| card(&school, row, app.profile.id))
            .collect())
    }
}

fn card(school: &School, row: &PersonRow, here: i64) -> PersonCard {
    let finished = |(lesson, done): &&(String, u32)| {
        // Lessons that no longer exist do not count.
        find(school, lesson).is_ok_and(|lesson| lesson.steps.len() <= *done as usize)
    };
    PersonCard {
        profile: profile_view(&row.profile),
        here: row.profile.id == here,
        used: row.used,
        lessons: row.steps.iter().filter(finished).count() as u32,
        puzzles: row.puzzles,
        rating: row.rating,
        games: row.games,
    }
}

impl App {
    /// Switches to a person and drops the features' state of the previous one.
    fn take_seat(&mut self, id: i64) -> Result<ProfileView, ApiError> {
        if !self.store.use_person(id, self.now())? {
            return Err(ApiError::new(
                ErrorKind::NotFound,
                "there is no person with this id",
            ));
        }
        self.states.clear();
        self.profile = self.store.profile(self.now())?;
        Ok(profile_view(&self.profile))
    }
}

impl Call for AddPerson {
    type Reply = ProfileView;

    fn run(self, app: &mut App) -> Result<ProfileView, ApiError> {
        let name = named(&self.name)?;
        if name.is_empty() {
            return Err(bad_params("the name is empty"));
        }
        let people = app.store.people()?;
        if people.len() >= MOST || people.iter().any(|one| one.profile.name == name) {
            return Err(bad_params("a person has this name, or there are too many people"));
        }
        let id = app.store.add_person(name, self.colour, app.now())?;
        app.take_seat(id)
    }
}

impl Call for SwitchPerson {
    type Reply = ProfileView;

    fn run(self, app: &mut App) -> Result<ProfileView, ApiError> {
        app.take_seat(self.id)
    }
}

impl Call for RemovePerson {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Done, ApiError> {
        if self.id == app.profile.id {
            return Err(bad_params("the current person cannot be removed"));
        }
        if !app.store.remove_person(self.id)? {
            return Err(ApiError::new(
                ErrorKind::NotFound,
                "there is no person with this id",
            ));
        }
        Ok(Done {})
    }
}
