//! Connects to a listening program, with retries.
use super::fault::Fault;
use draughts::notation::dxp;
use std::io;
use std::net::{Ipv6Addr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Time limit of one attempt.
const RING: Duration = Duration::from_secs(5);
/// Pause after the first attempt; each pause doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Interval at which a pause checks whether to go on.
const LOOK: Duration = Duration::from_millis(50);

/// Number of attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Once.
    Once,
    /// This many, with pauses from one second to half a minute.
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

/// Adds the default port if the address has none.
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

/// Connects. Before each pause calls `pausing` with the number of attempts so far and the pause; `wanted` says
/// whether to go on.
///
/// # Errors
/// [`Fault::BadAddress`], [`Fault::NoAnswer`] after the last attempt, [`Fault::Left`] if it is no longer wanted.
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
        let (mut pauses, mut listener) = (Vec::new(), None);
        let found = call(
            &address.to_string(),
            Patience::Times(5),
            |calls, pause| {
                pauses.push((calls, pause));
                listener = Some(std::net::TcpListener::bind(address).unwrap());
            },
            || true,
        );
        assert!(found.is_ok());
        assert_eq!(pauses, [(1, FIRST_PAUSE)]);
        drop(listener);
        let gone = call(&address.to_string(), Patience::Once, |_, _| {}, || true);
        assert!(matches!(gone, Err(Fault::NoAnswer(..))));
        let left = call(&address.to_string(), Patience::Times(9), |_, _| {}, || false);
        assert!(matches!(left, Err(Fault::Left)));
        let bad = call("no such machine", Patience::Times(9), |_, _| {}, || true);
        assert!(matches!(bad, Err(Fault::BadAddress(..))));
    }
}
