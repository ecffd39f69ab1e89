//! Games at a real board: handling of pieces, the irregularities it makes, and their consequences.
use draughts::notation::fen;
use draughts::over_the_board::{
    Action, ActionError, Authority, Incorrection, IrregularityKind as K, Note, OtbGame, Place, Who,
};
use draughts::{EndReason, Role, Side, Square, Variant};

const START: &str = "W:W31-50:B1-20";
const WHITE: Option<Who> = Some(Who::Player(Side::White));
const BLACK: Option<Who> = Some(Who::Player(Side::Black));
const ARBITER: Option<Who> = Some(Who::Arbiter);

fn table(variant: Variant, text: &str) -> OtbGame {
    OtbGame::new(fen::read(variant, text).unwrap())
}

fn at(number: u8) -> Place {
    Place::of(Variant::International, Square::new(number).unwrap())
}

fn path(squares: &[u8]) -> Action {
    Action::Move(squares.iter().map(|&number| at(number)).collect())
}

/// Plays a move by hand: carries the piece over these squares and lifts the captured pieces.
fn play(table: &mut OtbGame, squares: &[u8]) -> Vec<Note> {
    let mut notes = table.act(None, path(squares)).unwrap();
    if !table.to_lift().is_empty() {
        notes.extend(table.act(None, Action::LiftAll).unwrap());
    }
    notes
}

fn faults(notes: &[Note]) -> Vec<(K, Option<K>)> {
    notes
        .iter()
        .filter_map(|note| match note {
            Note::Irregular(what) => Some((what.kind, what.also)),
            _ => None,
        })
        .collect()
}

fn only(table: &mut OtbGame, who: Option<Who>, action: Action) -> K {
    let notes = table.act(who, action).unwrap();
    match faults(&notes)[..] {
        [(kind, _)] => kind,
        ref other => panic!("{other:?} in {notes:?}"),
    }
}

fn fen_of(table: &OtbGame) -> String {
    fen::write(&table.position())
}

/// Checks that a fault is recognised, that correcting it gives this board, and that a move of the opponent accepts
/// it.
fn check(text: &str, who: Option<Who>, action: Action, kind: K, right: &str, reply: &[u8], stands: &str) {
    let mut fault = table(Variant::International, text);
    assert_eq!(only(&mut fault, who, action), kind);
    let offender = fault.pending().next().unwrap().by;
    assert!(fault.outcome().is_none());

    let mut corrected = fault.clone();
    // Neither the player who committed it nor, if the opponent decides, an arbiter may correct it.
    let own = Some(Who::Player(offender));
    assert_eq!(
        corrected.act(own, Action::Correct(None)),
        Err(ActionError::NotYours(Authority::Opponent))
    );
    assert_eq!(
        corrected.act(ARBITER, Action::Accept),
        Err(ActionError::NotYours(Authority::Opponent))
    );
    let notes = corrected
        .act(Some(Who::Player(offender.other())), Action::Correct(None))
        .unwrap();
    assert_eq!(notes, [Note::Corrected(vec![kind])], "{kind}");
    assert_eq!(fen_of(&corrected), right, "{kind}");
    assert_eq!(corrected.pending().count(), 0);

    let mut arbitrated = fault.clone().with_authority(Authority::Arbiter);
    let opponent = Some(Who::Player(offender.other()));
    assert_eq!(
        arbitrated.act(opponent, Action::Correct(None)),
        Err(ActionError::NotYours(Authority::Arbiter))
    );
    arbitrated.act(ARBITER, Action::Correct(None)).unwrap();
    assert_eq!(fen_of(&arbitrated), right, "{kind}");

    if !reply.is_empty() {
        let notes = play(&mut fault, reply);
        assert!(notes.contains(&Note::Accepted(vec![kind])), "{kind}: {notes:?}");
        assert_eq!(fen_of(&fault), stands, "{kind}");
        assert_eq!(
            fault.act(None, Action::Correct(None)),
            Err(ActionError::NothingToDecide)
        );
        assert_eq!(fen::write(fault.game().position()), stands, "{kind}");
    }
}

#[test]
fn one_playing_twice_in_a_row() {
    let mut twice = table(Variant::International, START);
    play(&mut twice, &[32, 28]);
    assert_eq!(only(&mut twice, None, path(&[31, 27])), K::PlayedTwice);
    let mut right = twice.clone();
    right.act(None, Action::Correct(None)).unwrap();
    assert_eq!(fen_of(&right), "B:W28,31,33-50:B1-20");
    play(&mut twice, &[19, 23]);
    assert_eq!(fen_of(&twice), "W:W27,28,33-50:B1-18,20,23");
}

#[test]
fn two_and_three_irregular_moves() {
    use K::{IrregularKing, IrregularMan};
    let odd = |text, squares: &[u8], kind, reply: &[u8], stands| {
        check(text, None, path(squares), kind, text, reply, stands);
    };
    odd(
        "W:W28,40:B1,12",
        &[28, 33],
        IrregularMan,
        &[12, 17],
        "W:W33,40:B1,17",
    );
    odd(
        "W:W28,40:B1,12",
        &[28, 27],
        IrregularMan,
        &[12, 17],
        "W:W27,40:B1,17",
    );
    odd(
        "W:W28,40:B1,12",
        &[28, 19],
        IrregularMan,
        &[12, 17],
        "W:W19,40:B1,17",
    );
    odd(
        "W:WK28,40:B1,12",
        &[28, 29],
        IrregularKing,
        &[12, 17],
        "W:WK29,40:B1,17",
    );
    odd(
        "W:WK28,33,40:B1,12",
        &[28, 39],
        IrregularKing,
        &[12, 17],
        "W:W33,K39,40:B1,17",
    );
}

#[test]
fn four_an_accident() {
    let text = "W:W28,40:B1,12";
    check(
        text,
        None,
        Action::Knock(at(40), Some(at(35))),
        K::Displaced,
        text,
        &[],
        "",
    );
    check(
        text,
        BLACK,
        Action::Knock(at(40), None),
        K::Displaced,
        text,
        &[28, 22],
        "B:W22:B1,12",
    );
}

#[test]
fn five_a_piece_of_the_opponents() {
    check(
        START,
        None,
        path(&[20, 25]),
        K::PlayedOpponentsPiece,
        START,
        &[19, 23],
        "W:W31-50:B1-18,23,25",
    );
    // In mid-game the owner of a piece moves it by default, even out of turn.
    let mut game = table(Variant::International, START);
    play(&mut game, &[32, 28]);
    assert_eq!(only(&mut game, BLACK, path(&[31, 27])), K::PlayedOpponentsPiece);
    // Black, to move, has legal moves of its own; the other side has none.
    let duty = |table: &OtbGame| table.pending().next().unwrap().duty.clone();
    let own = duty(&game);
    assert_eq!(
        (own.len(), own.iter().all(|mv| mv.origin().number() <= 20)),
        (9, true)
    );
    let mut twice = table(Variant::International, START);
    play(&mut twice, &[32, 28]);
    play(&mut twice, &[31, 27]);
    assert!(duty(&twice).is_empty());
}

#[test]
fn six_a_capture_missed() {
    let text = "W:W32,37,50:B5,28";
    check(
        text,
        None,
        path(&[37, 31]),
        K::MissedCapture,
        text,
        &[28, 26],
        "W:W50:B5,26",
    );
    let mut missed = table(Variant::International, text);
    missed.act(None, path(&[37, 31])).unwrap();
    let duty = &missed.pending().next().unwrap().duty;
    assert_eq!((duty.len(), duty[0].target().number()), (1, 23));
}

#[test]
fn seven_a_piece_lifted_for_no_reason() {
    let text = "W:W32,37:B5,18";
    check(
        text,
        WHITE,
        Action::Lift(at(5)),
        K::LiftedWithoutReason,
        text,
        &[],
        "",
    );
    check(
        text,
        WHITE,
        Action::Lift(at(37)),
        K::LiftedWithoutReason,
        text,
        &[],
        "",
    );
    let mut after = table(Variant::International, text);
    play(&mut after, &[32, 27]);
    // The side that has just moved lifts pieces.
    assert_eq!(
        only(&mut after, None, Action::Lift(at(5))),
        K::LiftedWithoutReason
    );
    assert_eq!(after.pending().next().unwrap().by, Side::White);
}

/// 26 captures one piece by 37, two by 17 and 8.
const FORK: &str = "W:W26,48:B12,21,31,43,1";

#[test]
fn eight_another_number_than_must_be_taken() {
    let mut few = table(Variant::International, FORK);
    assert_eq!(only(&mut few, None, path(&[26, 37])), K::TookWrongNumber);
    few.act(None, Action::LiftAll).unwrap();
    let mut right = few.clone();
    right.act(None, Action::Correct(None)).unwrap();
    assert_eq!(
        fen_of(&right),
        fen::write(&fen::read(Variant::International, FORK).unwrap())
    );
    play(&mut few, &[1, 6]);
    assert_eq!(fen_of(&few), "W:W37,48:B6,12,21,43");
    // Too many: on over a piece that has another behind it.
    let mut many = table(Variant::International, "W:W28:B22,12,8,1");
    assert_eq!(only(&mut many, None, path(&[28, 17, 3])), K::TookWrongNumber);
}

#[test]
fn nine_a_stop_in_mid_capture() {
    let mut released = table(Variant::International, FORK);
    assert_eq!(only(&mut released, None, path(&[26, 17])), K::StoppedCapture);
    released.act(None, Action::Correct(None)).unwrap();
    assert_eq!(faults(&play(&mut released, &[26, 8])), []);
    assert_eq!(fen_of(&released), "B:W8,48:B1,31,43");

    let mut paused = table(Variant::International, FORK);
    assert_eq!(
        paused.act(None, Action::Hold(vec![at(26), at(17)])),
        Ok(vec![Note::InHand(at(17))])
    );
    assert_eq!(only(&mut paused, None, Action::Pause), K::StoppedCapture);
}

#[test]
fn ten_a_piece_lifted_in_mid_capture() {
    let mut held = table(Variant::International, FORK);
    held.act(None, Action::Hold(vec![at(26), at(17)])).unwrap();
    assert_eq!(
        only(&mut held, None, Action::Lift(at(21))),
        K::LiftedDuringCapture
    );
    // The capture continues, and Black accepts the irregularity.
    held.act(None, path(&[17, 8])).unwrap();
    held.act(None, Action::LiftAll).unwrap();
    let notes = play(&mut held, &[1, 6]);
    assert!(notes.contains(&Note::Accepted(vec![K::LiftedDuringCapture])));
    assert_eq!(fen_of(&held), "W:W8,48:B6,31,43");
    // After the correction everything starts again.
    let mut right = table(Variant::International, FORK);
    right.act(None, Action::Hold(vec![at(26), at(17)])).unwrap();
    right.act(None, Action::Lift(at(21))).unwrap();
    right.act(None, Action::Correct(None)).unwrap();
    assert_eq!(right.pieces().count(), 7);
    assert_eq!(faults(&play(&mut right, &[26, 8])), []);
}

fn captured() -> OtbGame {
    let mut table = table(Variant::International, FORK);
    assert!(matches!(
        table.act(None, path(&[26, 17, 8])).unwrap()[..],
        [Note::Played(_)]
    ));
    assert_eq!(table.to_lift(), [at(21), at(12)]);
    table
}

const TAKEN: &str = "B:W8,48:B1,31,43";

#[test]
fn eleven_too_few_lifted() {
    let mut few = captured();
    few.act(None, Action::Lift(at(21))).unwrap();
    assert_eq!(only(&mut few, None, Action::Done), K::LiftedTooFew);
    let mut right = few.clone();
    right.act(None, Action::Correct(None)).unwrap();
    assert_eq!(fen_of(&right), TAKEN);
    play(&mut few, &[1, 7]);
    assert_eq!(fen_of(&few), "W:W8,48:B7,12,31,43");
    // "Done" is optional: the opponent's answer ends the lifting and accepts it.
    let mut silent = captured();
    let notes = silent.act(None, path(&[1, 7])).unwrap();
    assert_eq!(faults(&notes)[0], (K::LiftedTooFew, None));
    assert!(notes.contains(&Note::Accepted(vec![K::LiftedTooFew])));
    // The man left on the board takes part again: it could have captured.
    assert_eq!(faults(&notes)[1], (K::MissedCapture, None));
    // The opponent may point it out at once.
    let mut pointed = captured();
    let notes = pointed.act(BLACK, Action::Correct(None)).unwrap();
    assert_eq!(faults(&notes), [(K::LiftedTooFew, None)]);
    assert_eq!(fen_of(&pointed), TAKEN);
}

#[test]
fn twelve_pieces_lifted_that_were_not_taken() {
    let mut wrong = captured();
    wrong.act(None, Action::LiftAll).unwrap();
    assert_eq!(only(&mut wrong, None, Action::Lift(at(43))), K::LiftedNotTaken);
    let mut right = wrong.clone();
    right.act(None, Action::Correct(None)).unwrap();
    assert_eq!(fen_of(&right), TAKEN);
    play(&mut wrong, &[1, 7]);
    assert_eq!(fen_of(&wrong), "W:W8,48:B7,31");
    // During lifting too.
    let mut wrong = captured();
    assert_eq!(only(&mut wrong, None, Action::Lift(at(31))), K::LiftedNotTaken);
    wrong.act(None, Action::Correct(None)).unwrap();
    assert_eq!(fen_of(&wrong), TAKEN);
}

#[test]
fn thirteen_lifted_in_another_order() {
    let mut wrong = captured();
    assert_eq!(only(&mut wrong, None, Action::Lift(at(12))), K::LiftedOutOfOrder);
    wrong.act(None, Action::Lift(at(21))).unwrap();
    wrong.act(None, Action::Correct(None)).unwrap();
    assert_eq!(fen_of(&wrong), TAKEN);
}

#[test]
fn fourteen_a_stop_in_lifting() {
    let mut stopped = captured();
    stopped.act(None, Action::Lift(at(21))).unwrap();
    assert_eq!(only(&mut stopped, None, Action::Pause), K::StoppedLifting);
    let mut right = stopped.clone();
    right.act(None, Action::Correct(None)).unwrap();
    assert_eq!(fen_of(&right), TAKEN);
    // The pause ended the lifting: the man stays.
    let notes = play(&mut stopped, &[12, 3]);
    assert_eq!(faults(&notes), []);
    assert_eq!(fen_of(&stopped), "W:W48:B1,3,31,43");
}

#[test]
fn fifteen_an_own_piece_lifted() {
    let mut own = captured();
    own.act(None, Action::LiftAll).unwrap();
    assert_eq!(only(&mut own, None, Action::Lift(at(48))), K::LiftedOwn);
    let mut right = own.clone();
    right.act(None, Action::Correct(None)).unwrap();
    assert_eq!(fen_of(&right), TAKEN);
    play(&mut own, &[1, 7]);
    assert_eq!(fen_of(&own), "W:W8:B7,31,43");
}

#[test]
fn a_board_turned_annuls_the_game() {
    let mut turned = table(Variant::International, START);
    play(&mut turned, &[32, 28]);
    turned.act(None, Action::BoardTurned).unwrap();
    let end = turned.outcome().unwrap();
    assert_eq!(
        (end.reason, end.winner, end.result()),
        (EndReason::BoardTurned, None, "*")
    );
    assert!(matches!(
        turned.act(None, path(&[19, 23])),
        Err(ActionError::GameOver(_))
    ));
}

#[test]
fn a_wrong_set_up_is_an_irregularity_only_after_the_first_move() {
    let mut early = table(Variant::International, START);
    early.act(None, Action::Misplace(at(31), at(26))).unwrap();
    assert_eq!(early.act(None, Action::SetupWrong), Ok(vec![Note::SetUpAgain]));
    assert_eq!(fen_of(&early), START);

    let mut late = table(Variant::International, START);
    late.act(None, Action::Misplace(at(31), at(26))).unwrap();
    play(&mut late, &[32, 28]);
    assert_eq!(
        late.act(None, Action::Misplace(at(33), at(29))),
        Err(ActionError::Begun)
    );
    assert_eq!(only(&mut late, None, Action::SetupWrong), K::SetupWrong);
    let mut right = late.clone();
    right.act(BLACK, Action::Correct(None)).unwrap();
    assert_eq!(fen_of(&right), "B:W28,31,33-50:B1-20");
    late.act(BLACK, Action::Accept).unwrap();
    assert_eq!(fen_of(&late), "B:W26,28,33-50:B1-20");
}

#[test]
fn a_piece_on_a_light_square_takes_no_part() {
    let variant = Variant::International;
    let light = Place { column: 5, row: 5 };
    assert_eq!(
        (light.square(variant), light.name(variant)),
        (None, "f5".to_string())
    );
    let mut light_square = table(variant, "W:W33,40:B12,5");
    let action = Action::Move(vec![at(33), light]);
    let notes = light_square.act(None, action).unwrap();
    assert_eq!(faults(&notes), [(K::OnInactiveSquare, Some(K::IrregularMan))]);
    play(&mut light_square, &[12, 17]);
    assert_eq!(light_square.inactive().len(), 1);
    assert_eq!(fen_of(&light_square), "W:W40:B5,17");
    // It comes back only if the opponent allows it.
    let back = Action::Move(vec![light, at(28)]);
    assert_eq!(only(&mut light_square, None, back), K::OnInactiveSquare);
    light_square.act(BLACK, Action::Accept).unwrap();
    assert_eq!(fen_of(&light_square), "B:W28,40:B5,17");
}

#[test]
fn a_promoted_man_waits_for_its_crown() {
    let mut game = table(Variant::International, "W:W7,40:B15,36");
    play(&mut game, &[7, 1]);
    assert_eq!(game.uncrowned(), [at(1)]);
    // Black should crown it, but plays.
    let notes = play(&mut game, &[36, 41]);
    assert_eq!(
        notes[0],
        Note::Incorrect(Incorrection::RefusedToCrown, Side::Black, at(1))
    );
    // Without its crown it may not move as a king; other pieces may move.
    let mut moved = game.clone();
    let notes = moved.act(None, path(&[1, 23])).unwrap();
    assert_eq!(faults(&notes), [(K::IrregularMan, Some(K::PlayedUncrowned))]);
    moved.act(None, Action::Correct(None)).unwrap();
    assert_eq!(faults(&play(&mut moved, &[40, 35])), []);
    // It is crowned late, and then captures as a king.
    assert_eq!(
        game.act(BLACK, Action::Crown(at(1))),
        Ok(vec![Note::Crowned(at(1))])
    );
    assert_eq!(
        game.act(None, Action::Crown(at(1))),
        Err(ActionError::NotToCrown(at(1)))
    );
    assert_eq!(
        game.act(None, Action::Crown(at(40))),
        Err(ActionError::NotToCrown(at(40)))
    );
    assert!(
        game.pieces()
            .any(|(place, piece)| place == at(1) && piece.role == Role::King)
    );
    assert_eq!(faults(&play(&mut game, &[1, 18])), []);
    // Accepted by word.
    let mut said = table(Variant::International, "W:W7,40:B15,36");
    play(&mut said, &[7, 1]);
    assert_eq!(
        said.act(None, Action::RefuseCrown(at(1))),
        Ok(vec![Note::Incorrect(
            Incorrection::RefusedToCrown,
            Side::Black,
            at(1)
        )])
    );
    let notes = play(&mut said, &[36, 41]);
    assert!(
        !notes.iter().any(|note| matches!(note, Note::Incorrect(..))),
        "warned once"
    );
}

#[test]
fn an_irregularity_is_corrected_completely_or_not_at_all() {
    let mut half = table(Variant::International, FORK);
    half.act(None, path(&[26, 37])).unwrap();
    half.act(None, Action::LiftAll).unwrap();
    let part = |squares: &[u8]| Action::Correct(Some(squares.iter().map(|&n| at(n)).collect()));
    assert_eq!(
        half.act(None, part(&[31])),
        Err(ActionError::HalfCorrection(vec![at(26), at(37)]))
    );
    assert_eq!(half.pending().count(), 1, "it still waits");
    half.act(None, part(&[26, 31, 37])).unwrap();
    assert_eq!(half.pending().count(), 0);
}

#[test]
fn a_piece_touched_must_be_played() {
    let mut touched = table(Variant::International, START);
    assert_eq!(
        touched.act(None, Action::Touch(at(31))),
        Ok(vec![Note::MustPlay(at(31))])
    );
    assert_eq!(only(&mut touched, None, path(&[32, 28])), K::TouchedAnother);
    let duty = &touched.pending().next().unwrap().duty;
    let targets: Vec<u8> = duty.iter().map(|mv| mv.target().number()).collect();
    assert_eq!(targets, [27, 26], "the piece touched, and no other");
    touched.act(None, Action::Correct(None)).unwrap();
    assert_eq!(
        only(&mut touched, None, path(&[33, 29])),
        K::TouchedAnother,
        "still bound"
    );
    touched.act(None, Action::Correct(None)).unwrap();
    assert_eq!(faults(&play(&mut touched, &[31, 27])), []);
    // The touch binds until the move; touching a piece that cannot move has no effect.
    let mut shut = table(Variant::International, START);
    assert_eq!(
        shut.act(None, Action::Touch(at(47))),
        Ok(vec![Note::MayLeave(at(47))])
    );
    assert_eq!(faults(&play(&mut shut, &[32, 28])), []);
}

#[test]
fn a_touch_lapses_when_a_missed_capture_is_pointed_out() {
    // 37 is touched and moved although 32 can capture: once warned, White plays 32.
    let mut missed = table(Variant::Frisian, "W:W32,37,50:B28,5");
    assert_eq!(
        missed.act(None, Action::Touch(at(37))),
        Ok(vec![Note::MayLeave(at(37))])
    );
    assert_eq!(only(&mut missed, None, path(&[37, 31])), K::MissedCapture);
    missed.act(None, Action::Correct(None)).unwrap();
    assert_eq!(faults(&play(&mut missed, &[32, 23])), []);
    // The piece itself could capture but took too few: any of the right captures may follow.
    let mut few = table(Variant::International, "W:W26,48:B12,21,31,43,1");
    few.act(None, Action::Touch(at(26))).unwrap();
    few.act(None, path(&[26, 37])).unwrap();
    few.act(None, Action::Correct(None)).unwrap();
    assert_eq!(faults(&play(&mut few, &[26, 8])), []);
}

#[test]
fn a_player_who_moved_wrongly_must_play_the_touched_piece() {
    let mut wrong = table(Variant::International, START);
    wrong.act(None, path(&[31, 22])).unwrap();
    wrong.act(None, Action::Correct(None)).unwrap();
    assert_eq!(only(&mut wrong, None, path(&[32, 28])), K::TouchedAnother);
}

#[test]
fn adjusting_needs_a_notice_or_in_frisian_draughts_permission() {
    let mut notice = table(Variant::International, START);
    assert_eq!(
        notice.act(None, Action::Adjust),
        Ok(vec![Note::MayAdjust(Side::White)])
    );
    assert_eq!(
        notice.act(None, Action::Touch(at(31))),
        Ok(vec![Note::NoConsequence])
    );
    assert_eq!(faults(&play(&mut notice, &[32, 28])), []);
    // The permission lasts until the move.
    assert_eq!(
        notice.act(None, Action::Touch(at(19))),
        Ok(vec![Note::MustPlay(at(19))])
    );
    // Out of turn it is an incorrection, with or without notice.
    let mut out = table(Variant::International, START);
    out.act(BLACK, Action::Adjust).unwrap();
    assert_eq!(
        out.act(None, Action::Touch(at(20))),
        Ok(vec![Note::Incorrect(
            Incorrection::TouchedOutOfTurn,
            Side::Black,
            at(20)
        )])
    );
    assert_eq!(out.pending().count(), 0);

    let mut frisian = table(Variant::Frisian, START);
    assert_eq!(frisian.act(None, Action::Permit), Err(ActionError::NotAsked));
    assert_eq!(
        frisian.act(None, Action::Adjust),
        Ok(vec![Note::AsksToAdjust(Side::White)])
    );
    let mut alone = frisian.clone();
    assert_eq!(
        alone.act(None, Action::Touch(at(31))),
        Ok(vec![Note::MustPlay(at(31))])
    );
    assert_eq!(
        frisian.act(WHITE, Action::Permit),
        Err(ActionError::NotYours(Authority::Opponent)),
        "nobody permits itself"
    );
    frisian.act(None, Action::Permit).unwrap();
    assert_eq!(
        frisian.act(None, Action::Touch(at(31))),
        Ok(vec![Note::NoConsequence])
    );
}

#[test]
fn a_move_ends_when_the_piece_is_let_go() {
    let mut held = table(Variant::International, START);
    held.act(None, Action::Hold(vec![at(32), at(28)])).unwrap();
    assert_eq!(held.act(None, path(&[33, 29])), Err(ActionError::NotInHand));
    // A piece in the hand may still go elsewhere.
    held.act(None, Action::Hold(vec![at(32), at(27)])).unwrap();
    assert!(matches!(
        held.act(None, Action::Release).unwrap()[..],
        [Note::Played(_)]
    ));
    assert_eq!(fen_of(&held), "B:W27,31,33-50:B1-20");
    assert_eq!(held.act(None, Action::Release), Err(ActionError::NotInHand));
    // Released, it is played.
    assert_eq!(only(&mut held, None, path(&[27, 22])), K::PlayedTwice);
    // Also from a square over which the hand held it: it was not put down there.
    let mut over = table(Variant::International, START);
    over.act(None, Action::Hold(vec![at(32), at(28)])).unwrap();
    assert_eq!(faults(&play(&mut over, &[28, 27])), []);
    assert_eq!(fen_of(&over), "B:W27,31,33-50:B1-20");
    // Put back on its square, it was only touched.
    let mut back = table(Variant::International, START);
    back.act(None, Action::Hold(vec![at(32), at(28)])).unwrap();
    assert_eq!(back.act(None, path(&[28, 32])), Ok(vec![Note::MustPlay(at(32))]));
    assert_eq!((fen_of(&back), back.pending().count()), (START.to_string(), 0));
    assert_eq!(only(&mut back, None, path(&[31, 27])), K::TouchedAnother);
}

#[test]
fn a_move_taken_back_may_be_accepted_or_not() {
    let mut back = table(Variant::International, START);
    assert_eq!(back.act(None, Action::TakeBack), Err(ActionError::NoMove));
    play(&mut back, &[32, 28]);
    assert_eq!(only(&mut back, None, Action::TakeBack), K::TookMoveBack);
    let mut right = back.clone();
    right.act(BLACK, Action::Correct(None)).unwrap();
    assert_eq!(fen_of(&right), "B:W28,31,33-50:B1-20");
    back.act(BLACK, Action::Accept).unwrap();
    assert_eq!(fen_of(&back), START);
}

#[test]
fn a_refusal_to_submit_may_lose_and_a_deliberate_fault_may_stop_the_game() {
    let mut refused = table(Variant::International, FORK);
    assert_eq!(
        refused.act(None, Action::Claim),
        Err(ActionError::NothingToDecide)
    );
    refused.act(None, path(&[26, 37])).unwrap();
    refused.act(None, Action::LiftAll).unwrap();
    assert_eq!(refused.act(BLACK, Action::Claim), Err(ActionError::NotRefused));
    assert_eq!(only(&mut refused, None, Action::Refuse), K::RefusedToSubmit);
    // The opponent may insist …
    let mut compelled = refused.clone();
    compelled.act(BLACK, Action::Correct(None)).unwrap();
    assert_eq!(compelled.pending().count(), 0);
    // … or play on …
    let mut accepted = refused.clone();
    play(&mut accepted, &[1, 6]);
    assert!(accepted.outcome().is_none());
    // … or claim the game.
    refused.act(BLACK, Action::Claim).unwrap();
    let end = refused.outcome().unwrap();
    assert_eq!(
        (end.reason, end.winner),
        (EndReason::RefusedRules, Some(Side::Black))
    );

    // A wronged player who refuses the correction is the one who does not submit.
    let mut wronged = table(Variant::International, FORK);
    wronged.act(None, path(&[26, 37])).unwrap();
    wronged.act(BLACK, Action::Refuse).unwrap();
    assert_eq!(
        wronged.act(BLACK, Action::Claim),
        Err(ActionError::NotYours(Authority::Opponent))
    );
    wronged.act(WHITE, Action::Claim).unwrap();
    assert_eq!(wronged.outcome().unwrap().winner, Some(Side::White));

    let mut stopped = table(Variant::International, FORK);
    stopped.act(None, path(&[26, 37])).unwrap();
    assert_eq!(
        stopped.act(WHITE, Action::Stop),
        Err(ActionError::NotYours(Authority::Opponent))
    );
    stopped.act(BLACK, Action::Stop).unwrap();
    let end = stopped.outcome().unwrap();
    assert_eq!(
        (end.reason, end.winner),
        (EndReason::DeliberateFault, Some(Side::Black))
    );
}

#[test]
fn a_regular_game_equals_the_same_game_on_a_screen() {
    for variant in Variant::ALL {
        let mut game = draughts::Game::new(variant);
        let mut table = OtbGame::new(variant.start());
        for ply in 0_usize..120 {
            let moves = game.legal_moves();
            let Some(mv) = moves.get((ply * 7919 + 5) % moves.len().max(1)) else {
                break;
            };
            let route = game.position().route(mv);
            let action = Action::Move(route.iter().map(|&square| Place::of(variant, square)).collect());
            game.play(mv).unwrap();
            let notes = table.act(None, action).unwrap();
            assert_eq!(faults(&notes), [], "{variant} {mv:?}");
            if !table.to_lift().is_empty() {
                table.act(None, Action::LiftAll).unwrap();
            }
            for place in table.uncrowned() {
                table.act(None, Action::Crown(place)).unwrap();
            }
            assert_eq!(table.position(), *game.position(), "{variant} {mv:?}");
            assert_eq!(
                (table.game().counts(), table.outcome()),
                (game.counts(), game.outcome())
            );
        }
        assert!(game.moves().len() > 10, "{variant}");
        assert_eq!(table.game().moves(), game.moves(), "{variant}");
    }
}

#[test]
fn every_action_gets_an_answer() {
    let mut dice: u64 = 11;
    let mut roll = move |below: u64| {
        dice = dice
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (dice >> 33) % below
    };
    let mut done = 0;
    for variant in [
        Variant::International,
        Variant::Frisian,
        Variant::Turkish,
        Variant::Russian,
    ] {
        for _ in 0..40 {
            let mut table = OtbGame::new(variant.start());
            for _ in 0..80 {
                let (columns, rows) = variant.rules().board.size();
                let mut place = || Place {
                    column: roll(u64::from(columns)) as u8,
                    row: roll(u64::from(rows)) as u8,
                };
                let (a, b) = (place(), place());
                let legal = table.position().legal_moves();
                let good = legal.first().map(|mv| {
                    let route = table.position().route(mv);
                    Action::Move(route.iter().map(|&square| Place::of(variant, square)).collect())
                });
                let action = match roll(16) {
                    0..=5 => good.unwrap_or(Action::Pause),
                    6 => Action::Move(vec![a, b]),
                    7 => Action::Hold(vec![a, b]),
                    8 => Action::Lift(a),
                    9 => Action::LiftAll,
                    10 => Action::Knock(a, Some(b)),
                    11 => Action::Touch(a),
                    12 => Action::Correct(None),
                    13 => Action::Accept,
                    14 => Action::TakeBack,
                    _ => Action::Release,
                };
                done += u32::from(table.act(None, action).is_ok());
                assert!(table.pieces().count() <= 40);
            }
        }
    }
    assert!(done > 3000, "{done}");
}
