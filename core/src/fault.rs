//! Recovery from a call that panics, which is a bug. Memory may be half changed, so the app drops all of it and the
//! next call reads the store. In WebAssembly a panic ends the module, and its worker starts anew.
use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl App {
    /// Returns the result of a call; an `Internal` error if it panics.
    pub(crate) fn surviving<R>(
        &mut self,
        call: impl FnOnce(&mut Self) -> Result<R, ApiError>,
    ) -> Result<R, ApiError> {
        // Half-changed state is dropped: the store rolls back its open transaction.
        catch_unwind(AssertUnwindSafe(|| call(self))).unwrap_or_else(|panic| {
            let error = ApiError::new(ErrorKind::Internal, message(panic.as_ref()));
            // If the store cannot be read either, the next call reports that.
            Err(self.begin_anew().err().unwrap_or(error))
        })
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a call panicked")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Assets;
    use crate::call::{Call, Done};
    use crate::profile::Home;
    use damier_store::Store;
    use serde_json::{Value, json};

    const NOW: f64 = 1.8e12;

    /// Panics after a move was played in memory and before it is written.
    #[derive(serde::Deserialize)]
    struct HalfMove {
        game: i64,
    }

    impl Call for HalfMove {
        type Reply = Done;

        fn run(self, app: &mut App) -> Result<Done, ApiError> {
            app.store.set_setting(app.profile.id, "theme", "dark")?;
            app.game(self.game)?.play(&[32, 28])?;
            panic!("in the middle of a move")
        }
    }

    fn call(app: &mut App, name: &str, params: &Value) -> Result<Value, ApiError> {
        let reply = app.call(name, &params.to_string(), NOW)?;
        Ok(serde_json::from_str(&reply).unwrap())
    }

    #[test]
    fn after_a_panic_the_next_call_reads_the_store() {
        let mut app = App::new(Store::in_memory().unwrap(), Assets::bundled(), NOW).unwrap();
        let human = json!({"kind": "human"});
        let handicap = json!({"white": 0, "black": 0});
        let new = json!({"variant": "international", "white": human, "black": human, "handicap": handicap});
        let game = call(&mut app, "newGame", &new).unwrap()["id"].as_i64().unwrap();
        let begun = call(&mut app, "beginImport", &json!({"name": "games.pdn"})).unwrap();
        let chunk = json!({"import": begun["import"], "data": "", "last": false});
        call(&mut app, "importChunk", &chunk).unwrap();

        let error = app.run(HalfMove { game }, NOW).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Internal);
        assert_eq!(error.message, "in the middle of a move");

        // The game is as written, and work in progress is gone.
        let read = call(&mut app, "game", &json!({"id": game})).unwrap();
        assert_eq!((&read["ply"], &read["moves"]), (&json!(0), &json!([])));
        let gone = call(&mut app, "importChunk", &chunk).unwrap_err();
        assert_eq!(gone.kind, ErrorKind::NotFound);
        // Rows written before the panic stay.
        assert_eq!(app.run(Home {}, NOW).unwrap().settings["theme"], "dark");
        let moved = call(
            &mut app,
            "playMove",
            &json!({"game": game, "ply": 0, "path": [32, 28]}),
        );
        assert_eq!(moved.unwrap()["ply"], json!(1));
    }
}
