//! Converts ratings and repetitions between rows of the store and `draughts-puzzles`.
use crate::views;
use damier_store::{Experience, Review};
use draughts_puzzles::{Memory, Rating};

/// Rating of a solver before the first puzzle. Its deviation is high, so that the first results change it much.
pub(crate) fn first_rating(experience: Option<Experience>) -> Rating {
    let unknown = Rating::default();
    let rating = match experience {
        Some(Experience::NotYet) => 500.0,
        Some(Experience::AtHome) | None => unknown.rating,
        Some(Experience::InAClub) => 1450.0,
    };
    Rating { rating, ..unknown }
}

pub(crate) fn rating_of(of: damier_store::Rating) -> Rating {
    Rating {
        rating: of.rating,
        deviation: of.deviation,
        volatility: of.volatility,
    }
}

pub(crate) fn stored_rating(of: Rating) -> damier_store::Rating {
    damier_store::Rating {
        rating: of.rating,
        deviation: of.deviation,
        volatility: of.volatility,
    }
}

pub(crate) fn memory_of(of: Review) -> Memory {
    Memory {
        due: of.due,
        last: of.last,
        stability: of.stability,
        difficulty: of.difficulty,
        times: of.times,
        lapses: of.lapses,
    }
}

pub(crate) fn review_of(of: Memory) -> Review {
    Review {
        due: of.due,
        last: of.last,
        stability: of.stability,
        difficulty: of.difficulty,
        times: of.times,
        lapses: of.lapses,
    }
}

impl From<Experience> for views::Experience {
    fn from(stored: Experience) -> Self {
        match stored {
            Experience::NotYet => Self::NotYet,
            Experience::AtHome => Self::AtHome,
            Experience::InAClub => Self::InAClub,
        }
    }
}

impl From<views::Experience> for Experience {
    fn from(answered: views::Experience) -> Self {
        match answered {
            views::Experience::NotYet => Self::NotYet,
            views::Experience::AtHome => Self::AtHome,
            views::Experience::InAClub => Self::InAClub,
        }
    }
}
