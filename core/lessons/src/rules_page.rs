//! The rule book: the rules of each game by chapter, each with its picture.
use super::read::{read_line, squares};
use super::{Accept, Lesson, Mark, Step, Task};
use draughts::notation::fen;
use draughts::{Move, Piece, Position, Square, Variant};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Rules of a game.
#[derive(Clone, Debug)]
pub struct Page {
    /// The game.
    pub variant: Variant,
    /// Publisher and year of the rules.
    pub edition: String,
    /// Id of the lesson that teaches it, if there is one.
    pub lesson: Option<String>,
    /// A position to try it on, White to move.
    pub position: Position,
    /// The rules, in order; those of a chapter follow one another.
    pub points: Vec<Point>,
}

impl Page {
    /// Returns the key of the text that describes the game in a sentence.
    pub fn intro_key(&self) -> String {
        format!("game.{}", self.variant.key())
    }
}

/// One rule on a page.
#[derive(Clone, Debug)]
pub struct Point {
    /// Id: "most".
    pub key: String,
    /// The chapter that it belongs to.
    pub chapter: Chapter,
    /// Article of the edition, if it has numbers.
    pub article: Option<String>,
    /// Its picture. The games that have lessons have one for every rule.
    pub figure: Option<Figure>,
}

impl Point {
    /// Returns the key of the rule's text.
    pub fn text_key(&self) -> String {
        format!("rule.{}", self.key)
    }
}

/// A chapter of the rule book. The order is that of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Chapter {
    /// Board and men.
    Board,
    /// How pieces move.
    Moving,
    /// How pieces capture.
    Capturing,
    /// How a man becomes a king, and what a king does.
    King,
    /// How a game is won.
    Result,
    /// How a game is drawn.
    Draw,
    /// Hands, signs and manners at a real board.
    Conduct,
    /// Moves that break the rules, and what is done about them.
    Irregularities,
    /// How games are written down.
    Notation,
    /// Play with a clock.
    Clock,
    /// Ways to play.
    Ways,
}

/// The picture of a rule.
#[derive(Clone, Debug)]
pub enum Figure {
    /// The picture of a step.
    Step(StepId),
    /// A picture of its own.
    Own {
        /// The picture.
        picture: Box<Picture>,
        /// The step that plays the rule.
        step: StepId,
    },
    /// A drawing of something that is no move: "clock".
    Drawing(String),
    /// A sign of the notation: "!?".
    Sign(String),
}

/// One position under the rules of two games.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Id: "crowning".
    pub id: String,
    /// The position in each game.
    pub sides: [Position; 2],
}

impl Comparison {
    /// Returns the key of the text that tells the difference.
    pub fn text_key(&self) -> String {
        format!("comparison.{}", self.id)
    }
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepId {
    /// Id of the lesson.
    pub lesson: String,
    /// Id of the step.
    pub step: String,
}

impl StepId {
    /// Returns the step and its index in the lesson, if the lesson has it.
    pub fn find<'a>(&self, lesson: &'a Lesson) -> Option<(usize, &'a Step)> {
        let mut steps = lesson.steps.iter().enumerate();
        steps.find(|(_, step)| step.id == self.step)
    }
}

/// A position and what happens in it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The position.
    pub position: Position,
    /// The pieces to show instead of the position's: an irregular move was made.
    pub after: Option<Vec<(Square, Piece)>>,
    /// Shapes drawn over it.
    pub marks: Vec<Mark>,
    /// Moves of both sides, from the position.
    pub line: Vec<Move>,
}

impl Picture {
    /// Returns the picture of a step: the position with the right answer.
    pub fn of(step: &Step) -> Picture {
        let Step { position, task, .. } = step;
        let mut marks = step.marks.clone();
        let mut after = None;
        match task {
            Task::TapSquares { squares } | Task::TapPieces { squares } => {
                marks.push(Mark::Ring(squares.iter().collect()));
            }
            Task::PlayAllCaptures => {
                for mv in position.legal_moves() {
                    let route = position.routes(&mv).into_iter().next();
                    marks.extend(route.map(|route| Mark::Route(route, None)));
                }
            }
            Task::ChooseRoute { routes } => {
                marks.extend(routes.first().map(|route| Mark::Route(route.clone(), None)));
            }
            Task::SpotIrregularity { after: pieces, .. } => {
                marks.extend(action(position, pieces));
                after = Some(pieces.clone());
            }
            _ => {}
        }
        Picture {
            position: *position,
            after,
            marks,
            line: step.solution(),
        }
    }
}

/// Draws an action: an arrow from the square that the mover's piece left to the one that it reached, and crosses on the pieces that
/// left the board.
fn action(before: &Position, after: &[(Square, Piece)]) -> Vec<Mark> {
    let before: BTreeMap<Square, Piece> = before.pieces().collect();
    let after: BTreeMap<Square, Piece> = after.iter().copied().collect();
    let reached = after.iter().find(|(square, _)| !before.contains_key(square));
    let (mut marks, mut lifted) = (Vec::new(), Vec::new());
    for (square, piece) in before.iter().filter(|(square, _)| !after.contains_key(square)) {
        match reached.filter(|(_, moved)| marks.is_empty() && moved.side == piece.side) {
            Some((target, _)) => marks.push(Mark::Arrow(*square, *target)),
            None => lifted.push(*square),
        }
    }
    if !lifted.is_empty() {
        marks.push(Mark::Cross(lifted));
    }
    marks
}

impl Step {
    /// Returns the right line, with the first accepted move at each turn: empty if nothing is played.
    pub fn solution(&self) -> Vec<Move> {
        match &self.task {
            Task::Explain { line } | Task::WriteMove { line } => line.clone(),
            Task::CountCapture { .. } => self.position.legal_moves().into_iter().take(1).collect(),
            Task::TrueFalse { .. } | Task::Choose(_) => self.shows.clone(),
            _ => self.played(),
        }
    }

    fn played(&self) -> Vec<Move> {
        let mut here = self.position;
        let mut line = Vec::new();
        for turn in self.turns() {
            if matches!(turn.accept, Accept::Any) && here.legal_moves().len() > 1 {
                break;
            }
            let Some(mv) = turn.accepted(&here).first().copied() else {
                break;
            };
            here.play_unchecked(&mv);
            line.push(mv);
            if let Some(reply) = turn.reply_in(&here) {
                here.play_unchecked(&reply);
                line.push(reply);
            }
        }
        line
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPages {
    chapters: BTreeMap<Chapter, Vec<String>>,
    pages: Vec<RawPage>,
    comparisons: Vec<RawComparison>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawComparison {
    id: String,
    sides: [RawSide; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSide {
    game: String,
    fen: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPage {
    variant: String,
    edition: String,
    lesson: Option<String>,
    fen: String,
    points: Vec<RawPoint>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPoint {
    rule: String,
    article: Option<String>,
    /// Lesson and step: "chain/landings".
    step: Option<String>,
    drawing: Option<String>,
    sign: Option<String>,
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    ring: Vec<u8>,
    #[serde(default)]
    cross: Vec<u8>,
    /// Moves that are not played: the rules do not allow them, or they go to and fro. With more than two squares, a route.
    #[serde(default)]
    arrows: Vec<Vec<u8>>,
}

impl RawPages {
    /// Reads the pages, in their order.
    pub(super) fn read(&self) -> Result<Vec<Page>, String> {
        let read = |page: &RawPage| {
            self.page(page)
                .map_err(|what| format!("{}: {what}", page.variant))
        };
        self.pages.iter().map(read).collect()
    }

    /// Reads the comparisons, in their order.
    pub(super) fn comparisons(&self) -> Result<Vec<Comparison>, String> {
        let side = |raw: &RawSide| {
            let variant: Variant = raw.game.parse().map_err(|_| format!("no game {:?}", raw.game))?;
            fen::read(variant, &raw.fen).map_err(|e| format!("{}: {e}", raw.fen))
        };
        let read = |RawComparison {
                        id,
                        sides: [one, other],
                    }: &RawComparison| {
            Ok(Comparison {
                id: id.clone(),
                sides: [side(one)?, side(other)?],
            })
        };
        self.comparisons.iter().map(read).collect()
    }

    fn page(&self, raw: &RawPage) -> Result<Page, String> {
        let variant: Variant = raw
            .variant
            .parse()
            .map_err(|_| "no game has this key".to_owned())?;
        let point = |point: &RawPoint| {
            let chapter = self
                .chapter_of(&point.rule)
                .ok_or_else(|| format!("no rule is called {:?}", point.rule))?;
            Ok(Point {
                key: point.rule.clone(),
                chapter,
                article: point.article.clone(),
                figure: figure(variant, point).map_err(|what| format!("{}: {what}", point.rule))?,
            })
        };
        let mut points: Vec<Point> = raw.points.iter().map(point).collect::<Result<_, String>>()?;
        points.sort_by_key(|point| point.chapter);
        Ok(Page {
            variant,
            edition: raw.edition.clone(),
            lesson: raw.lesson.clone(),
            position: fen::read(variant, &raw.fen).map_err(|e| e.to_string())?,
            points,
        })
    }

    fn chapter_of(&self, rule: &str) -> Option<Chapter> {
        let mut chapters = self.chapters.iter();
        let (chapter, _) = chapters.find(|(_, rules)| rules.iter().any(|one| one == rule))?;
        Some(*chapter)
    }
}

fn figure(variant: Variant, raw: &RawPoint) -> Result<Option<Figure>, String> {
    let step = raw.step.as_ref().map(|step| {
        let (lesson, step) = step
            .split_once('/')
            .ok_or_else(|| format!("{step:?} is not a lesson and a step"))?;
        Ok::<_, String>(StepId {
            lesson: lesson.to_owned(),
            step: step.to_owned(),
        })
    });
    let figure = match (step.transpose()?, &raw.fen, &raw.drawing, &raw.sign) {
        (Some(step), Some(fen), None, None) => Figure::Own {
            picture: Box::new(own_picture(variant, fen, raw)?),
            step,
        },
        (Some(step), None, None, None) => Figure::Step(step),
        (None, None, Some(drawing), None) => Figure::Drawing(drawing.clone()),
        (None, None, None, Some(sign)) => Figure::Sign(sign.clone()),
        (None, None, None, None) => return Ok(None),
        _ => return Err("a picture is a step, a position with a step, a drawing or a sign".to_owned()),
    };
    Ok(Some(figure))
}

fn own_picture(variant: Variant, text: &str, raw: &RawPoint) -> Result<Picture, String> {
    let position = fen::read(variant, text).map_err(|e| e.to_string())?;
    let on = |numbers: &[u8]| squares(&position, numbers);
    let mut marks = Vec::new();
    if !raw.ring.is_empty() {
        marks.push(Mark::Ring(on(&raw.ring)?));
    }
    if !raw.cross.is_empty() {
        marks.push(Mark::Cross(on(&raw.cross)?));
    }
    for arrow in &raw.arrows {
        marks.push(match on(arrow)?[..] {
            [from, to] => Mark::Arrow(from, to),
            ref path => Mark::Route(path.to_vec(), None),
        });
    }
    Ok(Picture {
        line: read_line(&position, &raw.moves)?,
        position,
        after: None,
        marks,
    })
}
