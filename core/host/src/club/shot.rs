//! A position sent to all: attempts, solvers and times. [`Shot`] judges the moves.
use super::{Club, random_below};
use crate::person::Page;
use damier_core::together::{
    GuestMessage, HostMessage, Moment, Refusal, SharedShotView, Shot, ShotAnswer, ShotChoice, ShotReply,
    ShotSolver, ShotTally,
};
use damier_core::views::VerdictView;
use std::collections::BTreeMap;

/// The position that was sent.
#[derive(Debug)]
pub(super) struct SentShot {
    id: u32,
    shot: Shot,
    /// Time of sending.
    since: f64,
    /// True once the solution is shown.
    shown: bool,
    /// Attempts, by person.
    solvers: BTreeMap<u32, Solver>,
}

/// The attempts of one person.
#[derive(Debug, Default)]
struct Solver {
    /// Kept after the person has left.
    name: String,
    /// Correct moves so far, as paths.
    found: Vec<Vec<u8>>,
    /// Number of attempts.
    tries: u32,
    /// Milliseconds until it was solved.
    solved: Option<f64>,
    /// The last reply.
    reply: Option<ShotReply>,
    /// The chosen move, if moves are counted and not judged.
    answer: Option<String>,
}

impl Club {
    pub(super) fn handle_shot(
        &mut self,
        person: u32,
        message: GuestMessage,
        now: Moment,
    ) -> Result<(), Refusal> {
        match message {
            GuestMessage::TryShot { shot, found, path } => {
                return self.try_shot(person, shot, found as usize, path.into(), now);
            }
            GuestMessage::LookAtShot {} => {
                self.sent()?;
                self.show_new_page(person, Page::Shot, now);
                return Ok(());
            }
            _ => self.expect_host(person)?,
        }
        match message {
            GuestMessage::SendShot { shot } => self.send_shot(person, &shot, now),
            GuestMessage::ShowSolution {} => {
                self.sent()?.shown = true;
                self.show_shot_to_all(None, now);
                Ok(())
            }
            GuestMessage::EndShot {} => {
                self.sent()?;
                self.shot = None;
                let there = self.at_shot();
                there.into_iter().for_each(|one| self.move_to(one, None, now));
                self.changed = true;
                Ok(())
            }
            _ => Err(Refusal::Unreadable),
        }
    }

    fn sent(&mut self) -> Result<&mut SentShot, Refusal> {
        self.shot.as_mut().ok_or(Refusal::NoShot)
    }

    fn at_shot(&self) -> Vec<u32> {
        let there = self
            .people
            .values()
            .filter(|one| one.at.is_none() && one.page == Page::Shot);
        there.map(|one| one.id).collect()
    }

    fn send_shot(&mut self, person: u32, choice: &ShotChoice, now: Moment) -> Result<(), Refusal> {
        let shot = Shot::choose(&self.stocks, choice, random_below)?;
        self.last_shot += 1;
        self.shot = Some(SentShot {
            id: self.last_shot,
            shot,
            since: now.clock,
            shown: false,
            solvers: BTreeMap::new(),
        });
        self.changed = true;
        self.show_shot_to_all(Some(person), now);
        Ok(())
    }

    /// Leads all people who are not playing to the position, except that the sender always goes.
    fn show_shot_to_all(&mut self, sender: Option<u32>, now: Moment) {
        let plays = |id: u32| {
            let mut tables = self.tables.values();
            tables.any(|table| table.is_going() && table.side_of(id).is_some())
        };
        let people: Vec<u32> = self.people.values().map(|one| one.id).collect();
        let (mut led, mut others) = (Vec::new(), Vec::new());
        for id in people {
            let to = if Some(id) == sender || !plays(id) {
                &mut led
            } else {
                &mut others
            };
            to.push(id);
        }
        led.into_iter()
            .for_each(|one| self.show_new_page(one, Page::Shot, now));
        let there = self.at_shot();
        for one in others.into_iter().filter(|one| there.contains(one)) {
            self.show_shot(one, None);
        }
    }

    fn try_shot(
        &mut self,
        person: u32,
        shot: u32,
        found: usize,
        path: Vec<u8>,
        now: Moment,
    ) -> Result<(), Refusal> {
        let name = self
            .people
            .get(&person)
            .map(|one| one.name.clone())
            .unwrap_or_default();
        let sent = self
            .shot
            .as_mut()
            .filter(|sent| sent.id == shot)
            .ok_or(Refusal::NoShot)?;
        let solver = sent.solvers.entry(person).or_default();
        if sent.shown || solver.solved.is_some() {
            return Err(Refusal::ShotIsOver);
        }
        if solver.found.len() != found {
            return Err(Refusal::Stale);
        }
        let reply = sent.shot.try_move(&solver.found, &path)?;
        solver.name = name;
        match reply.verdict {
            None => {
                solver.answer = reply.played.first().map(|mv| mv.notation.clone());
                solver.tries += 1;
            }
            Some(VerdictView::GoOn) => solver.found.push(path),
            Some(VerdictView::Done) => {
                solver.tries += 1;
                solver.solved = Some((now.clock - sent.since).max(0.0));
                solver.found.push(path);
            }
            Some(VerdictView::Lesser | VerdictView::Wrong) => solver.tries += 1,
        }
        solver.reply = Some(reply.clone());
        self.tried = true;
        self.show_shot(person, Some(reply));
        Ok(())
    }

    /// Sends the tally to the hosts.
    pub(super) fn show_wall(&mut self) {
        let there = self.at_shot();
        let hosts = there
            .into_iter()
            .filter(|id| self.people.get(id).is_some_and(|one| one.host));
        hosts
            .collect::<Vec<_>>()
            .into_iter()
            .for_each(|host| self.show_shot(host, None));
    }

    pub(super) fn show_shot(&mut self, person: u32, reply: Option<ShotReply>) {
        let Some(sent) = &self.shot else {
            return self.show_lobby(person);
        };
        let shot = Box::new(self.shot_view(sent, person, reply));
        self.send(person, &HostMessage::Shot { shot });
    }

    fn shot_view(&self, sent: &SentShot, person: u32, reply: Option<ShotReply>) -> SharedShotView {
        let host = self.people.get(&person).is_some_and(|one| one.host);
        let own = sent.solvers.get(&person);
        let guests = || {
            self.people
                .values()
                .filter(|one| !one.host && one.connection.is_some())
        };
        let solved = sent.solvers.values().filter(|one| one.solved.is_some());
        let start = sent.shot.start();
        let position = own
            .and_then(|own| own.reply.as_ref())
            .map(|reply| reply.position.clone());
        SharedShotView {
            id: sent.id,
            board: sent.shot.board(),
            judged: sent.shot.is_judged(),
            moves: count(sent.shot.moves()),
            found: count(own.map_or(0, |own| own.found.len())),
            solved: own.is_some_and(|own| own.solved.is_some()),
            tries: own.map_or(0, |own| own.tries),
            answer: own.and_then(|own| own.answer.clone()),
            position: position.unwrap_or_else(|| start.clone()),
            start,
            reply,
            tally: ShotTally {
                here: count(guests().count()),
                tried: count(
                    sent.solvers
                        .values()
                        .filter(|one| one.tries > 0 || !one.found.is_empty())
                        .count(),
                ),
                solved: count(solved.count()),
            },
            solvers: if host { self.solvers(sent) } else { Vec::new() },
            answers: if host || sent.shown {
                answers(sent)
            } else {
                Vec::new()
            },
            shown: sent.shown,
            solution: sent.shown.then(|| sent.shot.solution()).flatten(),
        }
    }

    /// Solvers, the fastest first; then others who tried; then the rest of those here.
    fn solvers(&self, sent: &SentShot) -> Vec<ShotSolver> {
        let here = |id: &u32| self.people.get(id).is_some_and(|one| one.connection.is_some());
        let mut solvers: Vec<(f64, bool, ShotSolver)> = sent
            .solvers
            .iter()
            .map(|(id, solver)| {
                let view = ShotSolver {
                    name: solver.name.clone(),
                    here: here(id),
                    tries: solver.tries,
                    solved: solver.solved.is_some(),
                    seconds: solver.solved.map(|millis| millis / 1000.0),
                    answer: solver.answer.clone(),
                };
                (solver.solved.unwrap_or(f64::INFINITY), solver.tries == 0, view)
            })
            .collect();
        let others = self
            .people
            .values()
            .filter(|one| !one.host && one.connection.is_some());
        solvers.extend(
            others
                .filter(|one| !sent.solvers.contains_key(&one.id))
                .map(|one| {
                    let view = ShotSolver {
                        name: one.name.clone(),
                        here: true,
                        tries: 0,
                        solved: false,
                        seconds: None,
                        answer: None,
                    };
                    (f64::INFINITY, true, view)
                }),
        );
        solvers.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        solvers.into_iter().map(|(_, _, view)| view).collect()
    }
}

/// Chosen moves with counts, the most frequent first.
fn answers(sent: &SentShot) -> Vec<ShotAnswer> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for answer in sent
        .solvers
        .values()
        .filter_map(|solver| solver.answer.as_deref())
    {
        *counts.entry(answer).or_default() += 1;
    }
    let answer = |(notation, count): (&str, u32)| ShotAnswer {
        notation: notation.to_owned(),
        count,
    };
    let mut answers: Vec<ShotAnswer> = counts.into_iter().map(answer).collect();
    answers.sort_by_key(|answer| std::cmp::Reverse(answer.count));
    answers
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
