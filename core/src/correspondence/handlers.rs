//! Handlers of the calls for correspondence games.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::correspondence::arrival::{Fit, fit, take_in};
use crate::correspondence::calendar::Reminder;
use crate::correspondence::kept::{Kept, id_of, id_text, offer, summary, view};
use crate::correspondence::letter::{Letter, LetterError, Word, named};
use crate::correspondence::params::{
    BeginCorrespondence, Correspond, CorrespondenceSummary, CorrespondenceView, Correspondences, LetterAct,
    LineAnswer, LineRefusal, LineReminder, OpenCorrespondence, PlanReplies, ReceiveLine, ReminderView,
};
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::link;
use crate::play::{self, LoadedGame};
use crate::terms;
use damier_store::{GameStart, KeptLetter, tree};
use draughts::notation::{fen, movetext};
use draughts::{Position, Side};

/// Maximum number of games listed.
const MOST_GAMES: u32 = 100;
/// Maximum number of conditional replies, and of plies in one.
const MOST_REPLIES: usize = 40;
const LONGEST_REPLY: usize = 20;

impl App {
    /// Adds a correspondence game without moves.
    fn add_letter_game(
        &mut self,
        id: u64,
        kept: &Kept,
        position: &Position,
        removed: Vec<u8>,
    ) -> Result<i64, ApiError> {
        // PDN's word for electronic mail.
        let mut tags = vec![("Mode".into(), "EM".into())];
        if let Some(number) = play::ballot_number(position) {
            tags.push((terms::BALLOT.into(), number.into()));
        }
        let start = GameStart {
            profile: self.profile.id,
            variant: position.variant().key().into(),
            start_fen: fen::write(position),
            white_level: None,
            black_level: None,
            removed,
            terms: None,
            tags,
            letter: Some(KeptLetter {
                id: id_text(id),
                state: kept.text()?,
            }),
        };
        let (players, now) = (kept.players.each_ref().map(String::as_str), self.now());
        let row = self
            .store
            .add_game_between(start, tree::write(&[]), players, now)?;
        let game = row.id;
        self.put_game(LoadedGame::read(row)?);
        Ok(game)
    }

    /// Changes a game and its correspondence state in one transaction.
    fn change_letter<T>(
        &mut self,
        id: i64,
        change: impl FnOnce(&mut LoadedGame, &mut Kept) -> Result<T, ApiError>,
    ) -> Result<(CorrespondenceView, T), ApiError> {
        let mut done = None;
        let changed = self.change_any(id, |open| {
            let mut kept = Kept::of(open)?;
            done = Some(change(open, &mut kept)?);
            open.set_letter(kept.text()?);
            Ok(())
        });
        // After an error the game is read again.
        if changed.is_err() {
            self.close_game(|open| open == id);
        }
        changed?;
        let now = self.now();
        let done = done.ok_or_else(|| ApiError::new(ErrorKind::Internal, "nothing was done"))?;
        Ok((view(self.game(id)?, now)?, done))
    }
}

impl Call for BeginCorrespondence {
    type Reply = CorrespondenceView;

    fn run(self, app: &mut App) -> Result<CorrespondenceView, ApiError> {
        let id = id_of(&self.id)?;
        let variant = convert::variant(&self.variant)?;
        let (position, removed) = match &self.fen {
            Some(fen) => (convert::position(variant, fen)?, Vec::new()),
            None => play::start(
                variant,
                self.handicap,
                self.removed.as_deref(),
                self.short.unwrap_or_default(),
            )?,
        };
        let (name, opponent) = (named(&self.name), named(&self.opponent));
        if name.is_empty() || opponent.is_empty() {
            return Err(bad_params("both players have a name"));
        }
        if app.store.letter_game(app.profile.id, &id_text(id))?.is_some() {
            return Err(bad_params("there is a game of this id"));
        }
        let side = Side::from(self.side);
        let mut kept = Kept {
            side: self.side,
            days: self.days,
            players: if side == Side::White {
                [name, opponent]
            } else {
                [opponent, name]
            },
            last: None,
            before: None,
            sent: false,
            replies: Vec::new(),
        };
        let now = app.now();
        // The player who does not move first sends an invitation.
        if position.turn() != side {
            kept.say(Word::Moves, now);
        }
        let game = app.add_letter_game(id, &kept, &position, removed)?;
        view(app.game(game)?, now)
    }
}

impl Call for Correspondences {
    type Reply = Vec<CorrespondenceSummary>;

    fn run(self, app: &mut App) -> Result<Vec<CorrespondenceSummary>, ApiError> {
        let rows = app.store.letter_games(app.profile.id, MOST_GAMES)?;
        // An unreadable game must not hide the others; the library shows its damage.
        let mut all: Vec<_> = rows.iter().filter_map(|row| summary(row).ok()).collect();
        all.sort_by_key(|game| {
            (
                game.outcome.is_some() && !game.unsent,
                !(game.my_turn || game.unsent),
            )
        });
        Ok(all)
    }
}

/// Number of correspondence games that wait for a move or for a line to be sent.
///
/// # Errors
/// If the store fails.
pub(crate) fn waiting(app: &mut App) -> Result<u32, ApiError> {
    let all = Correspondences {}.run(app)?;
    Ok(all.iter().filter(|game| game.my_turn || game.unsent).count() as u32)
}

impl Call for OpenCorrespondence {
    type Reply = CorrespondenceView;

    fn run(self, app: &mut App) -> Result<CorrespondenceView, ApiError> {
        // Another window may have taken a line in.
        app.close_game(|_| true);
        let now = app.now();
        view(app.game(self.game)?, now)
    }
}

impl Call for Correspond {
    type Reply = CorrespondenceView;

    fn run(self, app: &mut App) -> Result<CorrespondenceView, ApiError> {
        let now = app.now();
        let (view, ()) = app.change_letter(self.game, |open, kept| {
            open.expect_ply(self.ply)?;
            act(self.act, open, kept, now)
        })?;
        Ok(view)
    }
}

fn act(act: LetterAct, open: &mut LoadedGame, kept: &mut Kept, now: f64) -> Result<(), ApiError> {
    match act {
        LetterAct::Move { path } => {
            kept.expect_my_turn(open)?;
            open.play(&path)?;
            kept.say(Word::Moves, now);
        }
        LetterAct::Offer { on } => {
            open.expect_going()?;
            let last = kept.last.as_mut().filter(|last| last.by == kept.side);
            let mine = last.filter(|last| !kept.sent && matches!(last.word, Word::Moves | Word::Offers));
            mine.ok_or_else(|| bad_params("a draw is offered with a move"))?
                .word = if on { Word::Offers } else { Word::Moves };
        }
        LetterAct::Agree => {
            kept.expect_my_turn(open)?;
            if !kept.is_offered() {
                return Err(bad_params("no draw was offered"));
            }
            open.agree_draw();
            kept.say(Word::Agrees, now);
        }
        LetterAct::Resign => {
            open.expect_going()?;
            open.resign(kept.mine());
            kept.say(Word::Resigns, now);
        }
        LetterAct::Claim => {
            open.expect_going()?;
            let waits = open.position().turn() != kept.mine() && !kept.is_unsent();
            if !waits || !kept.deadline().is_some_and(|until| until < now) {
                return Err(bad_params("there is still time"));
            }
            open.out_of_time(kept.mine().other());
            kept.say(Word::Claims, now);
        }
        LetterAct::TakeBack => {
            let moved = kept
                .own_line()
                .is_some_and(|last| matches!(last.word, Word::Moves | Word::Offers));
            if !moved || kept.sent || open.ply() == 0 {
                return Err(bad_params("there is no move that was not sent"));
            }
            open.unplay();
            kept.last = kept.before.take();
            kept.replies.clear();
        }
        LetterAct::Sent if kept.own_line().is_some() => (kept.sent, kept.before) = (true, None),
        LetterAct::Sent => return Err(bad_params("there is no line to send")),
    }
    Ok(())
}

impl Call for PlanReplies {
    type Reply = CorrespondenceView;

    fn run(self, app: &mut App) -> Result<CorrespondenceView, ApiError> {
        let (view, ()) = app.change_letter(self.game, |open, kept| {
            open.expect_ply(self.ply)?;
            open.expect_going()?;
            if open.position().turn() == kept.mine() {
                return Err(bad_params("replies are planned while the other is to move"));
            }
            kept.replies = checked(open.position(), self.replies)?;
            Ok(())
        })?;
        Ok(view)
    }
}

/// Checks replies: each must be a legal line, with one answer to each move.
fn checked(position: &Position, replies: Vec<Vec<String>>) -> Result<Vec<Vec<String>>, ApiError> {
    if replies.len() > MOST_REPLIES {
        return Err(bad_params("a game has at most 40 conditional replies"));
    }
    let mut kept: Vec<Vec<String>> = Vec::new();
    for reply in &replies {
        if reply.is_empty() || reply.len() % 2 != 0 || reply.len() > LONGEST_REPLY {
            return Err(bad_params(
                "a conditional reply ends with one's own move, and has at most 20 half-moves",
            ));
        }
        let (mut now, mut line) = (*position, Vec::new());
        for text in reply {
            let mv = movetext::read(&now, text)
                .map_err(|e| ApiError::new(ErrorKind::IllegalMove, e.to_string()))?;
            line.push(movetext::write(&now, &mv));
            now.play_unchecked(&mv);
        }
        let two_answers = |other: &Vec<String>| {
            let same = line.iter().zip(other).take_while(|(a, b)| a == b).count();
            // They differ at an own move.
            same % 2 == 1 && same < line.len().min(other.len())
        };
        if kept.iter().any(two_answers) {
            return Err(bad_params("two answers to the same move"));
        }
        if !kept.contains(&line) {
            kept.push(line);
        }
    }
    Ok(kept)
}

impl Call for ReceiveLine {
    type Reply = LineAnswer;

    fn run(self, app: &mut App) -> Result<LineAnswer, ApiError> {
        let refused = |why, game| Ok(LineAnswer::Refused { why, game });
        let Some(content) = link::read_letter(&self.line)? else {
            return refused(LineRefusal::OtherLink, None);
        };
        let letter = match Letter::read(&content) {
            Ok(letter) => letter,
            Err(LetterError::Newer) => {
                return Err(ApiError::new(
                    ErrorKind::LinkNewer,
                    LetterError::Newer.to_string(),
                ));
            }
            Err(LetterError::Altered) => return refused(LineRefusal::Altered, None),
            Err(LetterError::Illegal { ply }) => return refused(LineRefusal::Illegal { ply }, None),
            Err(LetterError::NotTheirTurn) => return refused(LineRefusal::NotTheirTurn, None),
        };
        let accepted = self.accept.unwrap_or_default();
        // Another window may have continued the game.
        app.close_game(|_| true);
        let known = app.store.letter_game(app.profile.id, &id_text(letter.id))?;
        let game = match known {
            Some(row) => {
                let game = row.id;
                let open = app.game(game)?;
                let kept = Kept::of(open)?;
                match fit(open, &kept, &letter) {
                    Fit::GoesOn => {}
                    Fit::Ahead if accepted => {}
                    Fit::Ahead => {
                        let offer = offer(&letter, kept.mine());
                        return Ok(LineAnswer::Ahead { game, offer });
                    }
                    Fit::Not(why) => return refused(why, Some(game)),
                }
                game
            }
            None if accepted => begin(app, &letter)?,
            None => {
                let offer = offer(&letter, letter.sender.other());
                return Ok(LineAnswer::Unknown { offer });
            }
        };
        let now = app.now();
        let (game, replied) = app.change_letter(game, |open, kept| take_in(open, kept, &letter, now))?;
        Ok(LineAnswer::Arrived { game, replied })
    }
}

/// Begins the game of an arriving line, as its recipient, without its moves.
fn begin(app: &mut App, letter: &Letter) -> Result<i64, ApiError> {
    let kept = Kept {
        side: letter.sender.other().into(),
        days: letter.days,
        players: letter.players.clone(),
        last: None,
        before: None,
        sent: false,
        replies: Vec::new(),
    };
    app.add_letter_game(letter.id, &kept, letter.game.start(), letter.start.removed())
}

impl Call for LineReminder {
    type Reply = ReminderView;

    fn run(self, app: &mut App) -> Result<ReminderView, ApiError> {
        let made = app.now();
        let open = app.game(self.game)?;
        open.expect_going()?;
        let kept = Kept::of(open)?;
        let Some(at) = kept.deadline() else {
            return Err(bad_params("this game has no days a move, or no line yet"));
        };
        let id = open.letter().map(|letter| letter.id.as_str()).unwrap_or_default();
        let reminder = Reminder {
            id: &format!("{id}-{}", open.ply()),
            title: &self.title,
            at,
            hours_before: if kept.days > 1 { 24 } else { 4 },
            made,
        };
        Ok(ReminderView {
            name: format!("damier-{}.ics", &id[..4.min(id.len())]),
            text: reminder.text(),
        })
    }
}
