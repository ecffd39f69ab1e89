//! Pairings and standings of tournaments.
use damier_core::together::{GameScore, Refusal, TableTerms, TournamentSystem};
use damier_host::{Pairing, Standing, Tournament};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn terms() -> TableTerms {
    let terms = r#"{"variant":"international","opener":"lot","handicap":{"white":0,"black":0},"clock":null,"serious":true}"#;
    serde_json::from_str(terms).expect("terms")
}

fn of(system: TournamentSystem, rounds: u32, players: usize) -> Tournament {
    let mut tournament = Tournament::open(system, rounds, terms()).expect("it opens");
    for player in 0..players {
        tournament
            .enter(&format!("Player {player}"))
            .expect("there is room");
    }
    tournament
}

/// Keeps the order of entry.
fn in_order(bound: usize) -> usize {
    bound - 1
}

fn next(tournament: &mut Tournament) {
    tournament.pair_round(in_order).expect("a round is paired");
}

/// Enters these results in the latest round, and draws for the rest.
fn play(tournament: &mut Tournament, scores: &[GameScore]) {
    let round = tournament.rounds().len() - 1;
    for board in 0..tournament.rounds()[round].len() {
        if tournament.rounds()[round][board].score.is_none() {
            let score = scores.get(board).copied().unwrap_or(GameScore::Draw);
            tournament
                .set_score(round, board, Some(score))
                .expect("it is a pairing");
        }
    }
}

/// Rank, name, points and tie-breaks, best first.
fn table(tournament: &Tournament) -> Vec<(u32, &str, u32, u32, u32)> {
    let line = |one: Standing| {
        let name = tournament.entrants()[one.place].name.as_str();
        (one.rank, name, one.points, one.first, one.second)
    };
    tournament.standings().into_iter().map(line).collect()
}

use GameScore::{BlackUnplayed, BlackWins, Draw, Unplayed, WhiteUnplayed, WhiteWins};
use TournamentSystem::{Monrad, RoundRobin};

#[test]
fn a_round_robin_of_four_counts_points_and_sonneborn_berger() {
    let mut four = of(RoundRobin, 0, 4);
    assert_eq!(four.length(), 3);
    next(&mut four);
    assert_eq!(four.pair_round(in_order), Err(Refusal::RoundGoesOn));
    // 1-4 and 2-3; then 4-3 and 1-2; then 2-4 and 3-1.
    play(&mut four, &[WhiteWins, Draw]);
    next(&mut four);
    play(&mut four, &[Draw, BlackWins]);
    next(&mut four);
    play(&mut four, &[Draw, BlackWins]);
    assert_eq!(four.pair_round(in_order), Err(Refusal::NoMoreRounds));
    // 1 has beaten 4 and 3 and lost to 2: four points, and those of 4 and 3, twice.
    let expected = [
        (1, "Player 0", 4, 2 * (2 + 2), 4),
        (1, "Player 1", 4, 2 * 4 + 2 + 2, 2),
    ];
    let table = table(&four);
    assert_eq!(
        (table[0].1, table[0].2, table[0].3),
        ("Player 1", 4, expected[1].3)
    );
    assert_eq!(
        (table[1].1, table[1].2, table[1].3, table[1].4),
        ("Player 0", 4, expected[0].3, 4)
    );
    // Players 2 and 3 are equal in everything: two draws each, against the same points.
    assert_eq!(
        [
            (table[2].0, table[2].2, table[2].3),
            (table[3].0, table[3].2, table[3].3)
        ],
        [(3, 2, 4 + 2), (3, 2, 2 + 4)]
    );
    // The organiser corrects a result.
    four.set_score(2, 1, Some(WhiteWins)).unwrap();
    assert_eq!(four.standings()[0].points, 4);
    assert_eq!(four.set_score(3, 0, None), Err(Refusal::NoSuchPairing));
}

/// Round by round in the printed form of the tables, with numbers from 1.
fn printed(players: usize) -> Vec<String> {
    let mut tournament = of(RoundRobin, 0, players);
    while tournament.pair_round(in_order).is_ok() {
        play(&mut tournament, &[]);
    }
    let pair = |one: &Pairing| match one.black {
        Some(black) => format!("{}-{}", one.white + 1, black + 1),
        None => format!("{} free", one.white + 1),
    };
    let line = |round: &Vec<Pairing>| round.iter().map(pair).collect::<Vec<_>>().join(" ");
    tournament.rounds().iter().map(line).collect()
}

#[test]
fn berger_tables_match_the_handbook() {
    // FIDE Handbook, Berger tables for three or four, five or six players.
    assert_eq!(printed(4), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
    assert_eq!(
        printed(6),
        [
            "1-6 2-5 3-4",
            "6-4 5-3 1-2",
            "2-6 3-1 4-5",
            "6-5 1-4 2-3",
            "3-6 4-2 5-1"
        ]
    );
    assert_eq!(printed(2), ["1-2"]);
    assert_eq!(printed(3), ["2-3 1 free", "1-2 3 free", "3-1 2 free"]);
}

#[test]
fn a_round_robin_pairs_all_once_with_balanced_colours() {
    for players in 2..=24 {
        let mut tournament = of(RoundRobin, 0, players);
        while tournament.pair_round(in_order).is_ok() {
            play(&mut tournament, &[]);
        }
        let mut met = BTreeSet::new();
        let mut balance = vec![0_i32; players];
        for round in tournament.rounds() {
            let mut seen: Vec<usize> = round
                .iter()
                .flat_map(|one| [Some(one.white), one.black])
                .flatten()
                .collect();
            seen.sort_unstable();
            assert_eq!(seen, (0..players).collect::<Vec<_>>(), "{players}");
            for (white, black) in round.iter().filter_map(|one| Some((one.white, one.black?))) {
                assert!(met.insert((white.min(black), white.max(black))), "{players}");
                balance[white] += 1;
                balance[black] -= 1;
            }
        }
        assert_eq!(met.len(), players * (players - 1) / 2);
        assert!(
            balance.iter().all(|balance| balance.abs() <= 1),
            "{players}: {balance:?}"
        );
    }
}

#[test]
fn a_late_entrant_takes_the_bye_and_can_make_up_missed_games() {
    let mut five = of(RoundRobin, 0, 5);
    next(&mut five);
    play(&mut five, &[]);
    next(&mut five);
    assert_eq!(five.enter("Player 0"), Err(Refusal::NameTaken));
    five.enter("Late").unwrap();
    // The current round is played; the earlier one stands as unplayed.
    let games: Vec<Option<GameScore>> = five
        .rounds()
        .iter()
        .map(|round| {
            round
                .iter()
                .find(|one| one.white == 5 || one.black == Some(5))
                .expect("a pairing")
                .score
        })
        .collect();
    assert_eq!(games, [Some(Unplayed), None]);
    assert_eq!(five.enter("Later"), Err(Refusal::NoFreePlace));
    while five.rounds().len() < 5 {
        play(&mut five, &[]);
        next(&mut five);
    }
    let met: BTreeSet<usize> = five
        .rounds()
        .iter()
        .flatten()
        .filter(|one| one.white == 5 || one.black == Some(5))
        .map(|one| one.white + one.black.expect("nobody is free any more") - 5)
        .collect();
    assert_eq!(met, (0..5).collect());
}

#[test]
fn leaving_early_strikes_a_player_and_leaving_late_loses_the_rest() {
    let mut six = of(RoundRobin, 0, 6);
    next(&mut six);
    play(&mut six, &[BlackWins]);
    assert_eq!(six.standings()[0].points, 2);
    // Player 0 lost to player 5 and leaves.
    six.set_playing(0, false).unwrap();
    let standings = six.standings();
    assert!(standings[5].struck && standings[5].place == 0, "{standings:?}");
    assert!(
        standings
            .iter()
            .filter(|one| one.place == 5)
            .all(|one| one.points == 0 && one.games == 0)
    );
    // After the return all games count again.
    six.set_playing(0, true).unwrap();
    assert_eq!(six.standings()[0].place, 5);
    next(&mut six);
    play(&mut six, &[]);
    next(&mut six);
    play(&mut six, &[]);
    six.set_playing(0, false).unwrap();
    next(&mut six);
    let own = six.rounds()[3]
        .iter()
        .find(|one| one.white == 0 || one.black == Some(0))
        .unwrap();
    assert!(
        matches!(own.score, Some(WhiteUnplayed | BlackUnplayed)),
        "{own:?}"
    );
    assert!(six.standings().iter().all(|one| !one.struck));
}

#[test]
fn monrad_pairs_equal_points_and_a_bye_wins_once() {
    let mut five = of(Monrad, 4, 5);
    next(&mut five);
    let pairs = |round: &[Pairing]| round.iter().map(|one| (one.white, one.black)).collect::<Vec<_>>();
    // Without points the numbers decide; colours alternate.
    assert_eq!(pairs(&five.rounds()[0]), [(0, Some(1)), (3, Some(2)), (4, None)]);
    play(&mut five, &[WhiteWins, BlackWins]);
    next(&mut five);
    // 4, 0 and 2 have two points, 4 with the better tie-break. It had no colour yet and gets White.
    let second = pairs(&five.rounds()[1]);
    assert_eq!(
        (second[0], second[1].0 + second[1].1.unwrap()),
        ((4, Some(0)), 2 + 1)
    );
    let free: Vec<usize> = five
        .rounds()
        .iter()
        .flatten()
        .filter(|one| one.black.is_none())
        .map(|one| one.white)
        .collect();
    assert_eq!(free, [4, 3]);
    // A late entrant meets the player with the bye.
    let mut three = of(Monrad, 3, 3);
    next(&mut three);
    three.enter("Late").unwrap();
    assert_eq!(pairs(&three.rounds()[0]), [(0, Some(1)), (2, Some(3))]);
    assert_eq!(three.rounds()[0][1].score, None);
    assert_eq!(three.standings()[3].points, 0);
}

#[test]
fn solkoff_adds_opponents_points_and_ones_own_for_a_bye() {
    let mut three = of(Monrad, 2, 3);
    next(&mut three);
    play(&mut three, &[WhiteWins]);
    // 0 beat 1; 2 had a bye.
    assert_eq!(
        table(&three),
        [
            (1, "Player 2", 2, 4, 0),
            (2, "Player 0", 2, 0, 0),
            (3, "Player 1", 0, 4, 0)
        ]
    );
    // A game in progress does not count yet.
    next(&mut three);
    assert_eq!(three.standings().iter().map(|one| one.points).sum::<u32>(), 4 + 2);
}

#[test]
fn limits_hold_and_leaving_before_the_first_round_removes_an_entrant() {
    assert_eq!(Tournament::open(Monrad, 0, terms()), Err(Refusal::BadTerms));
    assert_eq!(Tournament::open(Monrad, 21, terms()), Err(Refusal::BadTerms));
    let mut many = of(RoundRobin, 0, 24);
    assert_eq!(many.enter("One more"), Err(Refusal::Full));
    for _ in 0..23 {
        many.set_playing(0, false).unwrap();
    }
    assert_eq!(many.entrants().len(), 1);
    assert_eq!(many.pair_round(in_order), Err(Refusal::TooFewPlayers));
    assert_eq!(many.set_playing(9, true), Err(Refusal::NoSuchPairing));
}

/// The minimum number of repeated pairs, by trying all pairings.
fn fewest_repeats(left: &[usize], met: &BTreeSet<(usize, usize)>) -> usize {
    let Some((first, rest)) = left.split_first() else {
        return 0;
    };
    let tries = (0..rest.len()).map(|at| {
        let mut others = rest.to_vec();
        let other = others.remove(at);
        usize::from(met.contains(&(*first.min(&other), *first.max(&other)))) + fewest_repeats(&others, met)
    });
    tries.min().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_monrad_system_repeats_no_pairing_that_it_can_avoid(
        players in 2..9_usize,
        scores in prop::collection::vec(prop::sample::select(vec![WhiteWins, Draw, BlackWins]), 40),
        rounds in 1..9_u32,
        leaves in prop::option::of((0..9_usize, 0..9_usize)),
    ) {
        let mut tournament = of(Monrad, rounds, players);
        let mut met: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut was_free: BTreeSet<usize> = BTreeSet::new();
        for at in 0..rounds as usize {
            if let Some((who, when)) = leaves && when == at && who < players && at > 0 {
                tournament.set_playing(who, false).unwrap();
            }
            if tournament.pair_round(in_order).is_err() {
                break;
            }
            let here: Vec<usize> = (0..players).filter(|place| tournament.entrants()[*place].plays).collect();
            let round = tournament.rounds()[at].clone();
            let mut seen: Vec<usize> = round.iter().flat_map(|one| [Some(one.white), one.black]).flatten().collect();
            seen.sort_unstable();
            prop_assert_eq!(&seen, &here, "everybody once");
            let mut repeats = 0;
            for pairing in &round {
                match pairing.black {
                    Some(black) => {
                        let pair = (pairing.white.min(black), pairing.white.max(black));
                        repeats += usize::from(!met.insert(pair));
                    }
                    None => {
                        let all = here.iter().all(|place| was_free.contains(place));
                        prop_assert!(was_free.insert(pairing.white) || all, "free twice");
                    }
                }
            }
            let mut before = met.clone();
            for pairing in tournament.rounds()[at].iter() {
                let Some(black) = pairing.black else { continue };
                let pair = (pairing.white.min(black), pairing.white.max(black));
                let earlier = tournament.rounds()[..at].iter().flatten().any(|one| {
                    one.black.is_some_and(|black| (one.white.min(black), one.white.max(black)) == pair)
                });
                if !earlier {
                    before.remove(&pair);
                }
            }
            let paired: Vec<usize> = round.iter().filter(|one| one.black.is_some())
                .flat_map(|one| [Some(one.white), one.black]).flatten().collect();
            prop_assert_eq!(repeats, fewest_repeats(&paired, &before), "round {} of {}", at, players);
            play(&mut tournament, &scores[at * 4..]);
        }
    }

    #[test]
    fn colours_stay_even_while_the_field_is_large_enough(
        scores in prop::collection::vec(prop::sample::select(vec![WhiteWins, Draw, BlackWins]), 200),
        players in 12..30_usize,
    ) {
        let mut tournament = of(Monrad, 6, players);
        let mut balance = vec![0_i32; players];
        for at in 0..6_usize {
            next(&mut tournament);
            for pairing in &tournament.rounds()[at] {
                if let Some(black) = pairing.black {
                    balance[pairing.white] += 1;
                    balance[black] -= 1;
                }
            }
            prop_assert!(balance.iter().all(|balance| balance.abs() <= 2), "{:?}", balance);
            play(&mut tournament, &scores[at * 15..]);
        }
    }

    #[test]
    fn a_round_robin_in_which_people_come_late_and_leave_never_pairs_two_twice(
        players in 3..12_usize,
        late in 0..4_usize,
        leaves in 0..12_usize,
        when in 0..6_usize,
    ) {
        let mut tournament = of(RoundRobin, 0, players);
        let mut at = 0;
        while tournament.pair_round(in_order).is_ok() {
            if at == late {
                let room = !players.is_multiple_of(2);
                prop_assert_eq!(tournament.enter("Late").is_ok(), room);
            }
            if at == when {
                // A small field has no such index.
                prop_assert_eq!(tournament.set_playing(leaves, false).is_ok(), leaves < tournament.entrants().len());
            }
            play(&mut tournament, &[]);
            at += 1;
        }
        let mut met = BTreeSet::new();
        for pairing in tournament.rounds().iter().flatten() {
            if let Some(black) = pairing.black {
                prop_assert!(met.insert((pairing.white.min(black), pairing.white.max(black))));
            }
        }
        let all = tournament.entrants().len();
        prop_assert_eq!(met.len(), all * (all - 1) / 2);
        let kept = serde_json::to_string(&tournament).unwrap();
        prop_assert_eq!(serde_json::from_str::<Tournament>(&kept).unwrap(), tournament);
    }
}
