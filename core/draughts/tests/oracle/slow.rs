//! A slow second generator for every game, square by square, written from the text of the rules. It shares no code
//! and no table with the first.
use std::collections::{BTreeSet, HashSet};

/// Origin, target, captured squares ascending, and whether a man becomes a king.
pub(crate) type Found = (u8, u8, Vec<u8>, bool);

/// A piece: its side and kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) white: bool,
    pub(crate) king: bool,
}

/// Column and row from the top left.
type Place = (i32, i32);

const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHT: [Place; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// The rules of a game.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    pub(crate) size: i32,
    /// True if the corner at the bottom left is played on.
    pub(crate) left_corner: bool,
    /// True if all squares are played on (Turkish: pieces move along rows and columns).
    pub(crate) turkish: bool,
    /// Captures along rows and columns too.
    pub(crate) frisian: bool,
    pub(crate) men_take_back: bool,
    pub(crate) men_take_kings: bool,
    pub(crate) flying: bool,
    /// A king lands directly behind the captured piece.
    pub(crate) lands_behind: bool,
    /// A king lands directly behind the last captured piece if that is a king.
    pub(crate) killer: bool,
    pub(crate) choice: Choice,
    /// A man on the last row continues as a king.
    pub(crate) crowned_in_passing: bool,
    /// A man on the last row stops there.
    pub(crate) stops_on_last_row: bool,
    pub(crate) removed_at_once: bool,
    pub(crate) race: bool,
    pub(crate) most_pieces: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    Free,
    Most,
    MostThenKings,
    KingFirst,
    Italian,
    Frisian,
}

const INTERNATIONAL: Game = Game {
    size: 10,
    left_corner: true,
    turkish: false,
    frisian: false,
    men_take_back: true,
    men_take_kings: true,
    flying: true,
    lands_behind: false,
    killer: false,
    choice: Choice::Most,
    crowned_in_passing: false,
    stops_on_last_row: false,
    removed_at_once: false,
    race: false,
    most_pieces: 20,
};

impl Game {
    pub(crate) fn named(key: &str) -> Game {
        let small = Game {
            size: 8,
            most_pieces: 12,
            ..INTERNATIONAL
        };
        let forward = Game {
            men_take_back: false,
            stops_on_last_row: true,
            ..small
        };
        let large = Game {
            size: 12,
            most_pieces: 30,
            ..INTERNATIONAL
        };
        let short = Game {
            flying: false,
            lands_behind: true,
            choice: Choice::Free,
            ..forward
        };
        match key {
            "international" | "antidraughts" => INTERNATIONAL,
            "breakthrough" => Game {
                race: true,
                ..INTERNATIONAL
            },
            "killer" => Game {
                killer: true,
                ..INTERNATIONAL
            },
            "frisian" | "frysk" => Game {
                frisian: true,
                choice: Choice::Frisian,
                ..INTERNATIONAL
            },
            "canadian" => large,
            "srilankan" => Game {
                left_corner: false,
                ..large
            },
            "brazilian" => small,
            "russian" => Game {
                choice: Choice::Free,
                crowned_in_passing: true,
                ..small
            },
            "pool" => Game {
                choice: Choice::Free,
                ..small
            },
            "czech" => Game {
                choice: Choice::KingFirst,
                ..forward
            },
            "spanish" | "portuguese" => Game {
                choice: Choice::MostThenKings,
                left_corner: false,
                ..forward
            },
            "english" => short,
            "italian" => Game {
                choice: Choice::Italian,
                men_take_kings: false,
                left_corner: false,
                ..short
            },
            "thai" => Game {
                lands_behind: true,
                removed_at_once: true,
                choice: Choice::Free,
                ..forward
            },
            "turkish" => Game {
                turkish: true,
                removed_at_once: true,
                most_pieces: 16,
                ..small
            },
            _ => panic!("no rules for {key}"),
        }
    }

    fn plays_on(&self, (column, row): Place) -> bool {
        let inside = (0..self.size).contains(&column) && (0..self.size).contains(&row);
        // The corner at the bottom left: column 0, row size - 1, an odd sum.
        inside && (self.turkish || ((column + row) % 2 == 1) == self.left_corner)
    }

    pub(crate) fn squares(&self) -> Vec<Place> {
        let all = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (column, row)));
        all.filter(|&place| self.plays_on(place)).collect()
    }

    /// Returns the next square played on in a direction.
    fn next(&self, (x, y): Place, (dx, dy): Place) -> Option<Place> {
        let stride = if !self.turkish && (dx == 0 || dy == 0) {
            2
        } else {
            1
        };
        let there = (x + stride * dx, y + stride * dy);
        self.plays_on(there).then_some(there)
    }

    fn last_row(&self, white: bool) -> i32 {
        if white { 0 } else { self.size - 1 }
    }

    fn steps(&self, man: Man) -> Vec<Place> {
        let ways = if self.turkish { STRAIGHT } else { DIAGONAL };
        let backward = if man.white { 1 } else { -1 };
        ways.into_iter()
            .filter(|way| man.king || way.1 != backward)
            .collect()
    }

    fn capture_ways(&self, man: Man) -> Vec<Place> {
        if self.frisian {
            return [DIAGONAL, STRAIGHT].concat();
        }
        if self.men_take_back && !self.turkish {
            return DIAGONAL.to_vec();
        }
        self.steps(man)
    }
}

/// A complete capture.
struct Capture {
    from: Place,
    to: Place,
    taken: Vec<Place>,
    /// True for each captured king, in the order of capture.
    kings: Vec<bool>,
    by_king: bool,
    crowned: bool,
}

/// A position of a game.
pub(crate) struct Slow {
    pub(crate) game: Game,
    pub(crate) white_to_move: bool,
    /// Indexed by row and column.
    pub(crate) at: [[Option<Man>; 12]; 12],
    /// Square of the king that must rest.
    pub(crate) tired: Option<u8>,
}

/// A piece in the middle of a capture.
#[derive(Clone)]
struct Hand {
    from: Place,
    here: Place,
    man: Man,
    began_as_man: bool,
    came: Option<Place>,
    taken: Vec<Place>,
    kings: Vec<bool>,
}

/// State of a capturing piece: square, kind, direction, captured pieces.
type Visited = (Place, bool, Option<Place>, Vec<Place>, Vec<bool>);

impl Slow {
    /// Squares row by row from the top left.
    fn number(&self, (column, row): Place) -> u8 {
        let (size, apart) = (self.game.size, if self.game.turkish { 1 } else { 2 });
        (row * size / apart + column / apart + 1) as u8
    }

    fn get(&self, (column, row): Place) -> Option<Man> {
        self.at[row as usize][column as usize]
    }

    /// Returns true if a square is empty for the capturing piece: its origin is, and captured squares are if pieces
    /// leave at once.
    fn free(&self, place: Place, hand: &Hand) -> bool {
        place == hand.from
            || self.get(place).is_none()
            || self.game.removed_at_once && hand.taken.contains(&place)
    }

    /// Returns the jumps of the capturing piece: the captured square, the direction and the landing squares.
    fn jumps(&self, hand: &Hand) -> Vec<(Place, Place, Vec<Place>)> {
        let game = &self.game;
        let on_last_row = hand.here.1 == game.last_row(hand.man.white);
        if !hand.man.king && game.stops_on_last_row && on_last_row && !hand.taken.is_empty() {
            return Vec::new();
        }
        let mut jumps = Vec::new();
        for way in game.capture_ways(hand.man) {
            if game.turkish && hand.came == Some((-way.0, -way.1)) {
                continue;
            }
            let mut over = game.next(hand.here, way);
            while let Some(place) = over
                && hand.man.king
                && game.flying
                && self.free(place, hand)
            {
                over = game.next(place, way);
            }
            let Some(over) = over.filter(|&place| !self.free(place, hand) && !hand.taken.contains(&place))
            else {
                continue;
            };
            let other = self.get(over).expect("a piece is jumped");
            if other.white == hand.man.white || !hand.man.king && other.king && !game.men_take_kings {
                continue;
            }
            let mut landings = Vec::new();
            let mut landing = game.next(over, way);
            while let Some(place) = landing.filter(|&place| self.free(place, hand)) {
                landings.push(place);
                if !hand.man.king || !game.flying || game.lands_behind {
                    break;
                }
                landing = game.next(place, way);
            }
            if !landings.is_empty() {
                jumps.push((over, way, landings));
            }
        }
        jumps
    }

    fn captures(&self, hand: &Hand, visited: &mut HashSet<Visited>, captures: &mut Vec<Capture>) {
        for (over, way, landings) in self.jumps(hand) {
            let taken_king = self.get(over).expect("a piece is jumped").king;
            let mut ends = Vec::new();
            let mut goes_on = false;
            for (nth, &place) in landings.iter().enumerate() {
                let mut next = hand.clone();
                next.here = place;
                next.came = Some(way);
                next.taken.push(over);
                next.kings.push(taken_king);
                if self.game.crowned_in_passing && place.1 == self.game.last_row(next.man.white) {
                    next.man.king = true;
                }
                if !self.jumps(&next).is_empty() {
                    goes_on = true;
                    let mut set = next.taken.clone();
                    set.sort_unstable();
                    // The order of capture matters only in Italian draughts.
                    let order = if self.game.choice == Choice::Italian {
                        next.kings.clone()
                    } else {
                        Vec::new()
                    };
                    if visited.insert((place, next.man.king, next.came, set, order)) {
                        self.captures(&next, visited, captures);
                    }
                } else if nth == 0 || !(self.game.killer && taken_king) {
                    ends.push(next);
                }
            }
            for end in ends.into_iter().filter(|_| !goes_on) {
                let on_last_row = end.here.1 == self.game.last_row(end.man.white);
                captures.push(Capture {
                    from: end.from,
                    to: end.here,
                    by_king: !end.began_as_man,
                    crowned: end.began_as_man && (end.man.king || on_last_row),
                    taken: end.taken,
                    kings: end.kings,
                });
            }
        }
    }

    /// Returns the rank of a capture; only the greatest may be played.
    fn rank(&self, capture: &Capture) -> (usize, bool, usize, Vec<bool>) {
        let (pieces, kings) = (
            capture.taken.len(),
            capture.kings.iter().filter(|king| **king).count(),
        );
        match self.game.choice {
            Choice::Free => (0, false, 0, Vec::new()),
            Choice::Most => (pieces, false, 0, Vec::new()),
            Choice::MostThenKings => (pieces, false, kings, Vec::new()),
            Choice::KingFirst => (0, capture.by_king, 0, Vec::new()),
            Choice::Italian => (pieces, capture.by_king, kings, capture.kings.clone()),
            // A king counts a little less than two men, so little that no number of kings adds up to half a man.
            Choice::Frisian => (
                1000 * (pieces - kings) + 1999 * kings,
                capture.by_king,
                0,
                Vec::new(),
            ),
        }
    }

    pub(crate) fn legal(&self) -> BTreeSet<Found> {
        let squares = self.game.squares();
        let pieces: Vec<(Place, Man)> = squares
            .iter()
            .filter_map(|&place| Some((place, self.get(place)?)))
            .collect();
        if self.game.race && pieces.iter().any(|(_, man)| man.king) {
            return BTreeSet::new();
        }
        // Without pieces of one side the game is over.
        if pieces.iter().all(|(_, man)| man.white == self.white_to_move) {
            return BTreeSet::new();
        }
        let mut captures = Vec::new();
        let mut quiet = BTreeSet::new();
        let own = || pieces.iter().filter(|(_, man)| man.white == self.white_to_move);
        let has_men = own().any(|(_, man)| !man.king);
        for &(from, man) in own() {
            let hand = Hand {
                from,
                here: from,
                man,
                began_as_man: !man.king,
                came: None,
                taken: Vec::new(),
                kings: Vec::new(),
            };
            self.captures(&hand, &mut HashSet::new(), &mut captures);
            if has_men && self.tired == Some(self.number(from)) {
                continue;
            }
            for way in self.game.steps(man) {
                let mut to = self.game.next(from, way);
                while let Some(place) = to.filter(|&place| self.get(place).is_none()) {
                    let crowned = !man.king && place.1 == self.game.last_row(man.white);
                    quiet.insert((self.number(from), self.number(place), Vec::new(), crowned));
                    to = if man.king && self.game.flying {
                        self.game.next(place, way)
                    } else {
                        None
                    };
                }
            }
        }
        let Some(best) = captures.iter().map(|capture| self.rank(capture)).max() else {
            return quiet;
        };
        let allowed = captures.into_iter().filter(|capture| self.rank(capture) == best);
        allowed
            .map(|capture| {
                let mut taken: Vec<u8> = capture.taken.iter().map(|&place| self.number(place)).collect();
                taken.sort_unstable();
                (
                    self.number(capture.from),
                    self.number(capture.to),
                    taken,
                    capture.crowned,
                )
            })
            .collect()
    }
}
