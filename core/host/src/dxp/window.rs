//! A session with another program for the desktop window. It runs on its own thread, reports the whole state after
//! every change, and saves the games in the library move by move. A person or a level plays.
use super::connector::{self, Attempts};
use super::fault::Fault;
use super::game::Ended;
use super::listener::Listener;
use super::room::{Proposal, Role, Room};
use super::seat::{Act, AgreedTerms, Seat, SessionEvent};
use super::thinker::{Thinker, Thought};
use crate::clock;
use damier_core::play::Handicap;
use damier_core::together::{
    DxpAct, DxpFault, DxpState, DxpView, DxpWay, DxpWish, DxpWords, SharedGame, SharedStart,
};
use damier_core::views::{ClockView, SideClockView, TermsView};
use damier_core::{ApiError, ErrorKind};
use damier_store::Store;
use draughts::notation::dxp::{Answer, DxpError, End, Message};
use draughts::{Game, Side, UnknownVariant, Variant};
use draughts_engine::{EngineAssets, Level, Limits};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Number of connection attempts; about a quarter of an hour.
const ATTEMPTS: u32 = 33;
/// Time limit for the answer to a proposal.
const PROPOSAL_TIMEOUT: Duration = Duration::from_secs(60);
/// Interval at which waiting for a caller checks whether to go on.
const ACCEPT_INTERVAL: Duration = Duration::from_millis(100);
/// Number of checks, and their interval, while a closed session ends.
const CHECKS: u32 = 100;
const CHECK_INTERVAL: Duration = Duration::from_millis(10);
/// Number of chat messages shown.
const SAID: usize = 50;
/// MiB of a level's table.
const TABLE: usize = 16;

/// Resources of our side.
#[derive(Debug)]
pub struct Home {
    /// Library for the games. They belong to the host's profile, so no one finds them among the games to resume.
    pub store: Store,
    /// The person's name, for the opponent and in the library; may be empty.
    pub name: String,
    /// Weights and tables for a level.
    pub assets: EngineAssets,
    /// Address of this machine on the network.
    pub network: Option<IpAddr>,
}

/// A session. Dropping it closes the connection.
#[derive(Debug)]
pub struct Session {
    acts: Sender<DxpAct>,
    left: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Session {
    /// Starts to call or to wait. `on_change` gets the state after every change.
    ///
    /// # Errors
    /// If the system provides no thread.
    pub fn begin(
        home: Home,
        wish: DxpWish,
        on_change: impl Fn(DxpView) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (acts, heard) = channel();
        let left = Arc::new(AtomicBool::new(false));
        let is_left = Arc::clone(&left);
        let thread = std::thread::Builder::new().name("dxp".into()).spawn(move || {
            let mut seat = WindowSeat::new(home, &wish, heard, is_left, Box::new(on_change));
            if let Err(fault) = run(&wish, &mut seat) {
                seat.view.fault = fault_view(&fault);
            }
            seat.view.state = DxpState::Over {};
            seat.report();
        })?;
        Ok(Self {
            acts,
            left,
            thread: Some(thread),
        })
    }

    /// Performs an action. One that does not fit the present state has no effect.
    pub fn act(&self, act: DxpAct) {
        // Fails only if the session is over.
        drop(self.acts.send(act));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.left.store(true, Ordering::Release);
        let Some(thread) = self.thread.take() else {
            return;
        };
        // Wait until its port is free. A connection attempt in progress may take some seconds more; no one waits for
        // that.
        for _ in 0..CHECKS {
            if thread.is_finished() {
                return;
            }
            std::thread::sleep(CHECK_INTERVAL);
        }
    }
}

fn run(wish: &DxpWish, seat: &mut WindowSeat) -> Result<(), Fault> {
    let variant: Variant = wish.variant.parse().map_err(|error: UnknownVariant| {
        Fault::Kept(ApiError::new(ErrorKind::UnknownVariant, error.to_string()))
    })?;
    let mut room = Room::new(Proposal {
        name: if seat.name.is_empty() {
            "Damier".into()
        } else {
            seat.name.clone()
        },
        variant,
        start: variant.start(),
        colour: wish.colour.into(),
        minutes: wish.minutes.min(999),
        moves: wish.moves.min(999),
        games: Some(u32::from(wish.games.max(1))),
        take_back: wish.take_back,
        patience: Some(PROPOSAL_TIMEOUT),
    })?;
    if let Some(key) = &wish.level {
        let level = Level::by_key(variant, key).ok_or(Fault::NoLevel)?;
        seat.thinker = Some(Thinker::new(
            seat.assets.clone(),
            Some(Thought::Level(level)),
            TABLE,
        ));
    }
    let role = if wish.proposes {
        Role::Initiator
    } else {
        Role::Follower
    };
    match &wish.way {
        DxpWay::Call { address } => {
            let address = connector::with_port(address.trim());
            seat.state(DxpState::Calling {
                address: address.clone(),
                calls: 0,
                pause: None,
            });
            let left = Arc::clone(&seat.left);
            let stream = connector::connect(
                &address,
                Attempts::Times(ATTEMPTS),
                |calls, pause| {
                    seat.state(DxpState::Calling {
                        address: address.clone(),
                        calls,
                        pause: Some(pause.as_secs() as u32),
                    });
                },
                || !left.load(Ordering::Acquire),
            )?;
            room.session(stream, role, seat)
        }
        DxpWay::Wait { port, others } => {
            let ip = seat
                .network
                .filter(|_| *others)
                .unwrap_or(Ipv4Addr::LOCALHOST.into());
            let address = SocketAddr::new(ip, *port);
            let taken = |error| Fault::NoPort(address, error);
            let listener = TcpListener::bind(address).map_err(taken)?;
            let address = listener.local_addr().map_err(taken)?;
            let callers = Listener::start(listener, |_| {})?;
            seat.waiting = Some(address);
            loop {
                seat.state(DxpState::Waiting {
                    address: address.to_string(),
                });
                let stream = loop {
                    if seat.left.load(Ordering::Acquire) {
                        return Err(Fault::Left);
                    }
                    if let Some((stream, _)) = callers.next(ACCEPT_INTERVAL)? {
                        break stream;
                    }
                };
                match room.session(stream, role, seat) {
                    // One program's error does not keep others away.
                    Err(fault) if fault.is_of_peer() && room.played() == 0 && !seat.has_begun() => {
                        seat.view.fault = fault_view(&fault);
                    }
                    other => return other,
                }
            }
        }
    }
}

/// Converts a fault for the pages; `None` if our side left.
fn fault_view(fault: &Fault) -> Option<DxpFault> {
    Some(match fault {
        Fault::NoBoard(_) => DxpFault::NoBoard {},
        Fault::BadAddress(address, _) => DxpFault::BadAddress {
            address: address.clone(),
        },
        Fault::NoAnswer(address, _) => DxpFault::NoAnswer {
            address: address.clone(),
        },
        Fault::NoPort(address, _) => DxpFault::NoPort { port: address.port() },
        Fault::Silent => DxpFault::Silent {},
        Fault::Declined(name, answer) => {
            let name = name.clone();
            match answer {
                Answer::WrongVersion => DxpFault::OtherVersion { name },
                Answer::NotThis => DxpFault::OtherGame { name },
                Answer::None | Answer::Accepted => DxpFault::Declined { name },
            }
        }
        Fault::Gone => DxpFault::Gone {},
        Fault::Nonsense(DxpError::Illegal(text) | DxpError::Move(text)) => {
            DxpFault::Illegal { text: text.clone() }
        }
        Fault::Nonsense(_) => DxpFault::Nonsense {},
        Fault::Broken(_) => DxpFault::Broken {},
        Fault::Kept(_) => DxpFault::NotKept {},
        Fault::NoLevel => DxpFault::NoLevel {},
        Fault::Left => return None,
    })
}

/// Our side at the window.
struct WindowSeat {
    acts: Receiver<DxpAct>,
    left: Arc<AtomicBool>,
    on_change: Box<dyn Fn(DxpView) + Send>,
    view: DxpView,
    waiting: Option<SocketAddr>,
    store: Store,
    name: String,
    variant: String,
    network: Option<IpAddr>,
    assets: EngineAssets,
    thinker: Option<Thinker>,
    game: Option<SharedGame>,
    watch: Option<Watch>,
}

/// Time used by both sides, for display.
#[derive(Clone, Copy, Debug)]
struct Watch {
    minutes: u16,
    moves: u16,
    used: [f64; 2],
    since: f64,
}

impl Watch {
    fn press(&mut self, side: Side) {
        let now = clock::ticks();
        self.used[side as usize] += now - self.since;
        self.since = now;
    }

    fn view(&self, running: Option<Side>, plies: u32, first: Side) -> Option<ClockView> {
        if self.minutes == 0 {
            return None;
        }
        let spent = clock::ticks() - self.since;
        let side = |side: Side| {
            let used = self.used[side as usize] + if running == Some(side) { spent } else { 0.0 };
            let made = (plies + u32::from(side == first)) / 2;
            SideClockView {
                left: (f64::from(self.minutes) * 60_000.0 - used).max(0.0),
                moves_to_go: (self.moves > 0).then(|| u32::from(self.moves).saturating_sub(made) as u16),
            }
        };
        Some(ClockView {
            white: side(Side::White),
            black: side(Side::Black),
            running: running.map(Into::into),
            paused: false,
        })
    }
}

impl WindowSeat {
    fn new(
        home: Home,
        wish: &DxpWish,
        acts: Receiver<DxpAct>,
        left: Arc<AtomicBool>,
        on_change: Box<dyn Fn(DxpView) + Send>,
    ) -> Self {
        Self {
            acts,
            left,
            on_change,
            view: DxpView {
                state: DxpState::Met {},
                fault: None,
                opponent: String::new(),
                own: wish.colour,
                level: wish.level.clone(),
                number: 0,
                moves: wish.moves,
                game: None,
                ended: false,
                said: Vec::new(),
                unread: 0,
            },
            waiting: None,
            store: home.store,
            name: home.name,
            variant: wish.variant.clone(),
            network: home.network,
            assets: home.assets,
            thinker: None,
            game: None,
            watch: None,
        }
    }

    fn has_begun(&self) -> bool {
        self.game.is_some()
    }

    fn state(&mut self, state: DxpState) {
        self.view.state = state;
        self.report();
    }

    fn report(&mut self) {
        let now = clock::calendar();
        self.view.game = self.game.as_ref().map(|game| {
            let mut view = game.view(now);
            let running = (!game.is_over() && !self.view.ended && self.view.state == (DxpState::Playing {}))
                .then(|| Side::from(game.turn()));
            let first = match game.ply() % 2 {
                0 => Side::from(game.turn()),
                _ => Side::from(game.turn()).other(),
            };
            view.clock = self
                .watch
                .as_ref()
                .and_then(|watch| watch.view(running, game.ply(), first));
            view
        });
        (self.on_change)(self.view.clone());
    }

    fn begin(&mut self, agreed: &AgreedTerms) -> Result<(), Fault> {
        let mut players = [self.own_name(), agreed.opponent.clone()];
        if players[1].is_empty() {
            players[1] = "DXP".into();
        }
        if agreed.own == Side::Black {
            players.swap(0, 1);
        }
        let (profile, _) = self.store.host(clock::calendar()).map_err(ApiError::from)?;
        let start = SharedStart {
            profile,
            variant: self.variant.clone(),
            players,
            handicap: Handicap::default(),
            terms: TermsView::default(),
            event: "DamExchange".into(),
            round: Some(agreed.number),
            real_board: false,
        };
        let game = SharedGame::begin_at(&mut self.store, &start, &agreed.start, clock::calendar())?;
        self.game = Some(game);
        self.watch = Some(Watch {
            minutes: agreed.minutes,
            moves: agreed.moves,
            used: [0.0; 2],
            since: clock::ticks(),
        });
        if let Some(thinker) = &mut self.thinker {
            thinker.new_game();
        }
        self.view.fault = None;
        self.view.opponent.clone_from(&agreed.opponent);
        self.view.own = agreed.own.into();
        self.view.number = agreed.number;
        self.view.moves = agreed.moves;
        self.view.ended = false;
        self.view.state = DxpState::Playing {};
        Ok(())
    }

    /// Names a level as the library does elsewhere.
    fn own_name(&self) -> String {
        match &self.view.level {
            Some(level) => format!("Damier ({level})"),
            None => self.name.clone(),
        }
    }

    fn end(&mut self, ended: &Ended) -> Result<(), Fault> {
        self.view.ended = true;
        let Some(game) = self.game.as_mut().filter(|game| !game.is_over()) else {
            return Ok(());
        };
        let now = clock::calendar().into();
        match (ended.result, ended.conceded) {
            (Some(None), _) => game.agree_draw(&self.store, now)?,
            (Some(Some(_)), Some(loser)) => game.resign(&self.store, loser.into(), now)?,
            // A claim that the other side does not grant has no effect.
            _ => {}
        }
        Ok(())
    }

    fn say(&mut self, own: bool, text: &str) {
        self.view.said.push(DxpWords {
            own,
            text: text.into(),
        });
        let more = self.view.said.len().saturating_sub(SAID);
        self.view.said.drain(..more);
    }

    /// Converts a request of the person to an action.
    fn asked(&mut self, act: DxpAct) -> Option<Act> {
        let by_person = self.thinker.is_none();
        match act {
            DxpAct::Play { ply, path } if by_person => {
                // A stale move is ignored: the page already shows the newer state.
                let found = self.game.as_ref()?.find_move(ply, &path).ok()?;
                Some(Act::Play(found, None))
            }
            DxpAct::Resign {} => Some(Act::End(End::Lost)),
            DxpAct::ProposeDraw {} => Some(Act::End(End::Draw)),
            DxpAct::Say { text } => {
                // As the protocol transmits it: the letter of the message, then plain letters.
                let text = Message::Chat(text).write().split_off(1);
                if text.is_empty() {
                    return None;
                }
                self.say(true, &text);
                self.report();
                Some(Act::Say(text))
            }
            DxpAct::Play { .. } => None,
        }
    }
}

impl Seat for WindowSeat {
    fn hear(&mut self, what: SessionEvent<'_>) -> Result<(), Fault> {
        match what {
            SessionEvent::Met => self.view.state = DxpState::Met {},
            SessionEvent::Began(agreed) => self.begin(agreed)?,
            SessionEvent::Moved(mv, _) => {
                let now = clock::calendar().into();
                if let Some(game) = &mut self.game {
                    let mover = Side::from(game.turn());
                    if let Some(watch) = &mut self.watch {
                        watch.press(mover);
                    }
                    game.play_move(&self.store, mv, now)?;
                }
            }
            SessionEvent::TakenBack(plies) => {
                let ply = u32::try_from(plies).unwrap_or(u32::MAX);
                if let Some(game) = &mut self.game {
                    game.back_to(&self.store, ply, clock::calendar().into())?;
                }
            }
            SessionEvent::Ended(ended) => self.end(ended)?,
            SessionEvent::Chat(words) => self.say(false, words),
            SessionEvent::Unread(_) => self.view.unread += 1,
            SessionEvent::Unexpected(_) => return Ok(()),
        }
        self.report();
        Ok(())
    }

    fn turn(&mut self, game: &Game, limits: Limits) {
        if let Some(thinker) = &mut self.thinker {
            thinker.begin(game, limits);
        }
    }

    fn act(&mut self) -> Option<Act> {
        if self.left.load(Ordering::Acquire) {
            return Some(Act::Leave);
        }
        if let Ok(act) = self.acts.try_recv() {
            return self.asked(act);
        }
        self.thinker.as_mut().and_then(Thinker::slice)
    }

    fn rest(&mut self) {
        if let Some(thinker) = &mut self.thinker {
            thinker.rest();
        }
    }

    fn is_busy(&self) -> bool {
        self.thinker.as_ref().is_some_and(Thinker::is_busy)
    }

    fn keeps_to_our_rules(&self) -> bool {
        true
    }
}
