//! Checks the kinds of steps that are not a tap, a number or a line: every answer that a learner may give.
use super::StepCheck;
use crate::hint::as_written;
use crate::judge::{advised_move, play_on};
use crate::{Answer, Options, PlayOut, SearchPending, Verdict, WrongAnswer};
use draughts::notation::movetext;
use draughts::{Move, Piece, Role, Side, Square, SquareSet};

impl StepCheck<'_> {
    /// Checks every route of every capture, and every illegal try.
    pub(super) fn routes(&mut self, right: &[Vec<Square>]) {
        let position = self.step.position;
        let all: Vec<Vec<Square>> = position
            .legal_moves()
            .iter()
            .flat_map(|mv| position.routes(mv))
            .collect();
        if !position.must_capture() || all.len() < 2 {
            self.fault("there are not two routes to choose from");
        }
        for route in all {
            let path: Vec<u8> = route.iter().copied().map(Square::number).collect();
            let answer = Answer::Moves(vec![path]);
            if right.contains(&route) {
                // Two routes may share the squares of the path; then the judge asks again.
                let verdict = self.judge(&answer).map(|judgement| judgement.verdict);
                let open = verdict == Ok(Verdict::GoOn);
                self.right(&answer, if open { Verdict::GoOn } else { Verdict::Done });
            } else if self
                .judge(&answer)
                .is_ok_and(|judged| judged.verdict != Verdict::GoOn)
            {
                self.wrong(&answer, true);
            }
        }
        self.refusals(position, &[]);
    }

    /// Lets the computer reach the goal for the learner with more time, and checks that every first move that
    /// spoils it is answered.
    ///
    /// # Errors
    /// If a search must be done first.
    pub(super) fn play_out(&mut self, out: &PlayOut) -> Result<(), SearchPending> {
        let mut kept: Vec<Vec<u8>> = Vec::new();
        loop {
            let (game, _) = play_on(self.step, out, &kept, self.provider)?;
            let Some(mv) = advised_move(&game, out, kept.len(), self.provider)? else {
                self.missed_goal("the game is over before the goal is reached");
                return Ok(());
            };
            let mut paths = kept.clone();
            paths.push(super::path(game.position(), &mv));
            let answer = Answer::Moves(paths);
            match self.judge(&answer) {
                Ok(judged) if judged.verdict == Verdict::Done => {
                    self.report.right += 1;
                    break;
                }
                Ok(judged) if judged.verdict == Verdict::GoOn => {
                    self.report.right += 1;
                    kept = judged.kept;
                }
                Ok(judged) => {
                    self.missed_goal(format!(
                        "the goal is not reached: after {} moves {} is judged wrong ({})",
                        kept.len(),
                        movetext::write(game.position(), &mv),
                        judged.words.key
                    ));
                    return Ok(());
                }
                Err(WrongAnswer::SearchPending(pending)) => return Err(pending),
                Err(error) => {
                    self.fault(error.to_string());
                    return Ok(());
                }
            }
        }
        let position = self.step.position;
        for mv in position.legal_moves() {
            let answer = Answer::Moves(vec![super::path(&position, &mv)]);
            match self.judge(&answer) {
                Ok(judged) if judged.verdict == Verdict::Wrong => self.wrong(&answer, true),
                Err(WrongAnswer::SearchPending(pending)) => return Err(pending),
                _ => {}
            }
        }
        self.refusals(position, &[]);
        Ok(())
    }

    /// Checks the position built, and every position with one wrong piece.
    pub(super) fn build(&mut self, given: SquareSet) {
        let position = self.step.position;
        let wanted: Vec<(u8, Piece)> = position
            .pieces()
            .map(|(square, piece)| (square.number(), piece))
            .collect();
        self.right(&Answer::Pieces(wanted.clone()), Verdict::Done);
        if position.pieces().all(|(square, _)| given.contains(square)) {
            self.fault("nothing is left to build");
        }
        let other = |side: Side| {
            if side == Side::White {
                Side::Black
            } else {
                Side::White
            }
        };
        for at in 0..wanted.len() {
            let (number, piece) = wanted[at];
            if Square::new(number).is_some_and(|square| given.contains(square)) {
                continue;
            }
            let mut missing = wanted.clone();
            missing.remove(at);
            self.wrong(&Answer::Pieces(missing), true);
            let role = match piece.role {
                Role::Man => Role::King,
                Role::King => Role::Man,
            };
            for changed in [
                Piece {
                    side: other(piece.side),
                    ..piece
                },
                Piece { role, ..piece },
            ] {
                let mut built = wanted.clone();
                built[at].1 = changed;
                self.wrong(&Answer::Pieces(built), true);
            }
        }
        let empty: Vec<Square> = position
            .all_squares()
            .filter(|&square| position.piece_at(square).is_none())
            .collect();
        for square in empty {
            for side in [Side::White, Side::Black] {
                let mut built = wanted.clone();
                let man = Piece {
                    side,
                    role: Role::Man,
                };
                built.push((square.number(), man));
                self.wrong(&Answer::Pieces(built), true);
            }
        }
    }

    /// Checks both answers.
    pub(super) fn truth(&mut self, answer: bool) {
        if self.step.claims.is_empty() {
            self.fault("no claim says what makes it true or false");
        }
        self.right(&Answer::Truth(answer), Verdict::Done);
        self.wrong(&Answer::Truth(!answer), true);
    }

    /// Checks every option.
    pub(super) fn options(&mut self, options: &Options) {
        for option in &options.all {
            let answer = Answer::Option(option.clone());
            if *option == options.right {
                self.right(&answer, Verdict::Done);
            } else {
                self.wrong(&answer, true);
            }
        }
    }

    /// Checks the written moves, and every kind of writing mistake.
    pub(super) fn written(&mut self, line: &[Move]) {
        if line.is_empty() {
            self.fault("there is no move to write");
            return;
        }
        let text = as_written(self.step, line);
        self.right(&Answer::Text(text.clone()), Verdict::Done);
        self.right(&Answer::Text(text.replace(['(', ')'], "")), Verdict::Done);
        let first = &line[0];
        let (sign, not) = if first.is_capture() {
            ('x', '-')
        } else {
            ('-', 'x')
        };
        // As the variant writes squares: "32", "c3".
        let written = movetext::write(&self.step.position, first);
        let mut squares = written.split(|c| movetext::CROSSES.contains(&c) || movetext::DASHES.contains(&c));
        let from = squares.next().unwrap_or_default();
        let to = squares.next_back().unwrap_or_default();
        let other = self
            .step
            .position
            .legal_moves()
            .into_iter()
            .find(|mv| mv != first);
        let mut slips = vec![
            "?".to_owned(),
            String::new(),
            format!("{to}{sign}{from}"),
            format!("{from}{not}{to}"),
            format!("{text} 1-1"),
        ];
        slips.extend(other.map(|mv| movetext::write(&self.step.position, &mv)));
        if line.len() > 1 {
            slips.push(movetext::write(&self.step.position, first));
        }
        for slip in slips {
            self.wrong(&Answer::Text(slip), true);
        }
    }
}
