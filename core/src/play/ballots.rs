//! Drawn openings (ballots) of the games on 64 squares. The lists are data; who draws passes a random number. Knows no
//! player.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::views::{BallotChoice, BallotListView, BoardView, PositionView, view};
use draughts::notation::movetext;
use draughts::notation::squares::square_name;
use draughts::{Move, Position, Setup, Square, Variant};

const RUSSIAN: &str = include_str!("../../data/ballots/russian.txt");
const ENGLISH: &str = include_str!("../../data/ballots/english.txt");
const ITALIAN: &str = include_str!("../../data/ballots/italian.txt");

/// Begins the line of the rows that the Brazilian game leaves out.
const BRAZILIAN_WITHOUT: &str = "#brazilian-without ";

view! {
    /// `drawBallot {variant, list, seed}` → `BallotView`: the front end draws the seed.
    pub struct DrawBallot { pub variant: String, pub list: BallotListView, pub seed: u32 }
}
view! {
    /// A drawn opening.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Ballot"))]
    pub struct BallotView {
        pub choice: BallotChoice,
        /// Its moves as players write them: "9-13 22-18 11-15", and before them the men taken off ("−11, −28") or placed
        /// anew ("a1→e5").
        pub text: String,
        pub board: BoardView,
        /// The position from which the game is played, without legal moves.
        pub position: PositionView,
    }
}

/// A drawn opening.
pub(crate) struct Ballot {
    /// The position from which the game is played.
    pub(crate) start: Position,
    pub(crate) text: String,
}

/// Returns the lists of a game.
fn lists(variant: Variant) -> &'static [BallotListView] {
    match variant {
        Variant::Russian | Variant::Brazilian => &[BallotListView::Moves, BallotListView::FlyingMen],
        Variant::English => &[BallotListView::ThreeMove, BallotListView::ElevenMan],
        Variant::Italian => &[BallotListView::ThreeMove, BallotListView::Level],
        _ => &[],
    }
}

/// Returns the rows of a list: the number and what follows it.
fn rows(variant: Variant, list: BallotListView) -> Vec<(&'static str, &'static str)> {
    if !lists(variant).contains(&list) {
        return Vec::new();
    }
    let text = match variant {
        Variant::English => ENGLISH,
        Variant::Italian => ITALIAN,
        _ => RUSSIAN,
    };
    let left_out: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix(BRAZILIAN_WITHOUT))
        .filter(|_| variant == Variant::Brazilian)
        .flat_map(str::split_whitespace)
        .collect();
    let mut section = "";
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some((number, row)) = line.split_once(' ') else {
            section = line;
            continue;
        };
        let fits = match list {
            BallotListView::ThreeMove if variant == Variant::Italian => true,
            BallotListView::Level => row.ends_with('C'),
            BallotListView::ThreeMove => section == "[three-move]",
            BallotListView::ElevenMan => section == "[eleven-man]",
            BallotListView::FlyingMen => row.contains('-'),
            BallotListView::Moves => !row.contains('-'),
        };
        if fits && !left_out.contains(&number) {
            rows.push((number, row));
        }
    }
    rows
}

/// Returns a ballot of a game.
///
/// # Errors
/// `NotFound` if the game has no such list, or the list no such number.
pub(crate) fn ballot(variant: Variant, choice: &BallotChoice) -> Result<Ballot, ApiError> {
    let row = rows(variant, choice.list)
        .into_iter()
        .find(|(number, _)| *number == choice.number)
        .and_then(|(_, row)| read(variant, row));
    row.ok_or_else(|| {
        let number: String = choice.number.chars().take(20).collect();
        let message = format!("{} draughts have no drawn opening {number:?}", variant.key());
        ApiError::new(ErrorKind::NotFound, message)
    })
}

/// Returns the number of the drawn opening with this position, of two the first; `None` if there is none.
pub(crate) fn number_of(start: &Position) -> Option<&'static str> {
    let variant = start.variant();
    if *start == variant.start() {
        return None;
    }
    let rows = lists(variant).iter().flat_map(|&list| rows(variant, list));
    let mut found = rows.filter(|(_, row)| read(variant, row).is_some_and(|ballot| ballot.start == *start));
    found.next().map(|(number, _)| number)
}

/// Reads a row; `None` if a move is not legal.
fn read(variant: Variant, row: &str) -> Option<Ballot> {
    let mut setup = Setup::start(variant);
    let mut start = variant.start();
    let mut said = Vec::new();
    let mut placed = Vec::new();
    let mut moves = Vec::new();
    for word in row.split(' ') {
        match word.split_once([',', '-']) {
            // Men taken off: "11,28".
            Some((first, second)) if word.contains(',') => {
                for man in [first, second] {
                    setup.clear(square(variant, man)?);
                    said.push(format!("\u{2212}{man}"));
                }
                start = Position::from_setup(variant, &setup).ok()?;
            }
            // A man placed anew: "a1-e5", perhaps on the square that the other of the two leaves.
            Some((from, to)) if variant != Variant::English && variant != Variant::Italian => {
                let (origin, target) = (square(variant, from)?, square(variant, to)?);
                placed.push((target, variant.start().piece_at(origin)?));
                setup.clear(origin);
                said.push(format!("{from}\u{2192}{to}"));
            }
            // The tables of an Italian opening.
            None if word.chars().all(|table| table.is_ascii_uppercase()) => {}
            _ => moves.push(word),
        }
    }
    if !placed.is_empty() {
        for (target, man) in placed {
            setup.put(target, man);
        }
        start = Position::from_setup(variant, &setup).ok()?;
    }
    for word in moves {
        let mv = legal(&start, word)?;
        said.push(movetext::write(&start, &mv));
        start.play_unchecked(&mv);
    }
    Some(Ballot {
        start,
        text: said.join(" "),
    })
}

fn square(variant: Variant, name: &str) -> Option<Square> {
    variant
        .start()
        .all_squares()
        .find(|&square| square_name(variant, square) == name)
}

/// Reads a move in full, or as the tables have it: "ab4" is a3-b4.
fn legal(position: &Position, word: &str) -> Option<Move> {
    if word.contains(['-', 'x']) {
        return movetext::read(position, word).ok();
    }
    let variant = position.variant();
    let (column, target) = word.split_at_checked(1)?;
    let fits = |mv: &Move| {
        square_name(variant, mv.origin()).starts_with(column) && square_name(variant, mv.target()) == target
    };
    let mut found = position.legal_moves().into_iter().filter(fits);
    let mv = found.next()?;
    found.next().is_none().then_some(mv)
}

impl Call for DrawBallot {
    type Reply = BallotView;

    fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let choice = drawn(&self.variant, self.list, self.seed)?;
        let Ballot { start, text } = ballot(variant, &choice)?;
        Ok(BallotView {
            choice,
            text,
            board: BoardView::of(variant),
            position: PositionView::of(&start),
        })
    }
}

/// Draws from a list of a game by a random number. The game is named by its key.
///
/// # Errors
/// `UnknownVariant`; `NotFound` if the game has no such list.
pub fn drawn(variant: &str, list: BallotListView, random: u32) -> Result<BallotChoice, ApiError> {
    let variant = convert::variant(variant)?;
    let rows = rows(variant, list);
    let row = rows.get(random as usize % rows.len().max(1));
    let (number, _) = row.ok_or_else(|| {
        let message = format!("{} draughts draw no opening from this list", variant.key());
        ApiError::new(ErrorKind::NotFound, message)
    })?;
    Ok(BallotChoice {
        list,
        number: (*number).into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::notation::fen;

    fn at(variant: Variant, list: BallotListView, number: &str) -> (String, String) {
        let choice = BallotChoice {
            list,
            number: number.into(),
        };
        let ballot = ballot(variant, &choice).unwrap();
        (ballot.text, fen::write(&ballot.start))
    }

    #[test]
    fn every_row_of_every_list_leads_to_its_position() {
        use BallotListView as L;
        let counts = [
            (Variant::Russian, L::Moves, 344),
            (Variant::Russian, L::FlyingMen, 392),
            (Variant::Brazilian, L::Moves, 336),
            (Variant::Brazilian, L::FlyingMen, 389),
            (Variant::English, L::ThreeMove, 156),
            (Variant::English, L::ElevenMan, 2253),
            (Variant::Italian, L::ThreeMove, 174),
            (Variant::Italian, L::Level, 83),
        ];
        for (variant, list, count) in counts {
            let rows = rows(variant, list);
            assert_eq!(rows.len(), count, "{variant} {list:?}");
            let mut numbers: Vec<&str> = rows.iter().map(|(number, _)| *number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), count, "{variant} {list:?}: a number twice");
            for (number, row) in rows {
                let ballot = read(variant, row).unwrap_or_else(|| panic!("{variant} {number} {row}"));
                let men = |side| ballot.start.count(side).0;
                let lost = if list == L::ElevenMan { 2 } else { 0 };
                let both = men(draughts::Side::White) + men(draughts::Side::Black);
                assert!(
                    (22 - lost..=24 - lost).contains(&both),
                    "{variant} {number} {row}"
                );
                assert!(ballot.start.can_move(), "{variant} {number}");
            }
        }
    }

    #[test]
    fn known_rows_are_read_as_published() {
        use BallotListView as L;
        assert_eq!(
            at(Variant::Russian, L::Moves, "1-I"),
            (
                "a3-b4 b6-a5 b2-a3 a7-b6 a1-b2 d6-c5".into(),
                "W:Wc1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,b4:Bb8,d8,f8,h8,c7,e7,g7,b6,f6,h6,a5,c5".into()
            )
        );
        // Edinburgh Single.
        assert_eq!(
            at(Variant::English, L::ThreeMove, "8"),
            (
                "9-13 22-18 11-15".into(),
                "W:W18,21,23-32:B1-8,10,12,13,15".into()
            )
        );
        // 11 and 28 are off.
        assert_eq!(
            at(Variant::English, L::ElevenMan, "1").0,
            "\u{2212}11 \u{2212}28 8-11 24-19"
        );
        // A capture is part of it.
        assert_eq!(at(Variant::Italian, L::ThreeMove, "46").0, "21-18 11-14 18x11");
        // A white man goes to the square that a black one leaves.
        let (text, _) = at(Variant::Russian, L::FlyingMen, "17-XI");
        assert_eq!(text, "b2\u{2192}h6 h6\u{2192}a5");
    }

    #[test]
    fn a_position_tells_its_number() {
        let mut same = Vec::new();
        for variant in [
            Variant::Russian,
            Variant::Brazilian,
            Variant::English,
            Variant::Italian,
        ] {
            let mut seen = std::collections::HashMap::new();
            for &list in lists(variant) {
                for (number, row) in rows(variant, list) {
                    let start = fen::write(&read(variant, row).unwrap().start);
                    if let Some(before) = seen.insert(start, number)
                        && before != number
                    {
                        same.push((variant, before, number));
                    }
                }
            }
        }
        // The last rows of table 15 transpose to the first of table 16.
        assert_eq!(
            same,
            [Variant::Russian, Variant::Brazilian]
                .into_iter()
                .flat_map(|variant| [(variant, "15-XV", "16-I"), (variant, "15-XVI", "16-II")])
                .collect::<Vec<_>>()
        );
        let choice = BallotChoice {
            list: BallotListView::ThreeMove,
            number: "8".into(),
        };
        let drawn = ballot(Variant::English, &choice).unwrap().start;
        assert_eq!(number_of(&drawn), Some("8"));
        assert_eq!(number_of(&Variant::English.start()), None);
    }

    #[test]
    fn a_draw_takes_any_number_and_refuses_another_list() {
        for random in [0, 1, 343, 344, u32::MAX] {
            drawn("russian", BallotListView::Moves, random).unwrap();
        }
        assert!(drawn("international", BallotListView::Moves, 0).is_err());
        assert!(drawn("russian", BallotListView::ElevenMan, 0).is_err());
        let barred = BallotChoice {
            list: BallotListView::ThreeMove,
            number: "3".into(),
        };
        assert!(ballot(Variant::English, &barred).is_err());
    }
}
