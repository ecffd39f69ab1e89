//! Calls a program that listens, again and again where it is not there yet. Says nothing to it.
use super::fault::Fault;
use draughts::notation::dxp;
use std::io;
use std::net::{Ipv6Addr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// How long one call may take.
const RING: Duration = Duration::from_secs(5);
/// The pause after the first call; each next one is twice as long, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// How often a pause is interrupted to ask whether somebody still wants to call.
const LOOK: Duration = Duration::from_millis(50);

/// How often it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Once.
    Once,
    /// So many times, with pauses that grow from a second to half a minute.
    Times(u32),
}

impl Patience {
    const fn calls(self) -> u32 {
        match self {
            Self::Once => 1,
            Self::Times(times) => times,
        }
    }
}

/// An address with its port: the usual one where none is named.
#[must_use]
pub(super) fn with_port(address: &str) -> String {
    if address.parse::<Ipv6Addr>().is_ok() {
        return format!("[{address}]:{}", dxp::PORT);
    }
    let port = address.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
    match port {
        Some(Ok(_)) => address.into(),
        _ => format!("{address}:{}", dxp::PORT),
    }
}

/// Calls; `pausing` hears before each pause how many calls there were and how long it is, and `wanted` whether to go on.
///
/// # Errors
/// [`Fault::BadAddress`], [`Fault::NoAnswer`] after the last call, [`Fault::Left`] where it is no longer wanted.
pub fn call(
    address: &str,
    patience: Patience,
    mut pausing: impl FnMut(u32, Duration),
    wanted: impl Fn() -> bool,
) -> Result<TcpStream, Fault> {
    let address = with_port(address);
    let mut pause = FIRST_PAUSE;
    let mut calls = 0;
    loop {
        let failed = match ring(&address) {
            Ok(stream) => return Ok(stream),
            Err(fault) => fault,
        };
        calls += 1;
        if calls >= patience.calls() || matches!(failed, Fault::BadAddress(..)) {
            return Err(failed);
        }
        pausing(calls, pause);
        let mut left = pause;
        while left > Duration::ZERO {
            if !wanted() {
                return Err(Fault::Left);
            }
            std::thread::sleep(LOOK.min(left));
            left = left.saturating_sub(LOOK);
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

fn ring(address: &str) -> Result<TcpStream, Fault> {
    let found = address.to_socket_addrs();
    let found = found.map_err(|error| Fault::BadAddress(address.into(), error))?;
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for one in found {
        match TcpStream::connect_timeout(&one, RING) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(Fault::NoAnswer(address.into(), last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_port_is_meant_where_none_is_named() {
        for (text, whole) in [
            ("localhost", "localhost:27531"),
            ("192.168.1.7:9000", "192.168.1.7:9000"),
            ("::1", "[::1]:27531"),
            ("[::1]:9000", "[::1]:9000"),
            ("[::1]", "[::1]:27531"),
            ("localhost:name", "localhost:name:27531"),
        ] {
            assert_eq!(with_port(text), whole);
        }
    }

    #[test]
    fn who_is_not_there_yet_is_called_again() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let late = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            std::net::TcpListener::bind(address).unwrap().accept().unwrap();
        });
        let mut pauses = Vec::new();
        let found = call(
            &address.to_string(),
            Patience::Times(5),
            |calls, pause| pauses.push((calls, pause)),
            || true,
        );
        assert!(found.is_ok());
        assert_eq!(pauses, [(1, FIRST_PAUSE)]);
        late.join().unwrap();
        let gone = call(&address.to_string(), Patience::Once, |_, _| {}, || true);
        assert!(matches!(gone, Err(Fault::NoAnswer(..))));
        let left = call(&address.to_string(), Patience::Times(9), |_, _| {}, || false);
        assert!(matches!(left, Err(Fault::Left)));
        let bad = call("no such machine", Patience::Times(9), |_, _| {}, || true);
        assert!(matches!(bad, Err(Fault::BadAddress(..))));
    }
}
