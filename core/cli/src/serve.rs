//! `damier serve`: hosts games between devices on one network, without a window.
use crate::Status;
use clap::Args;
use damier_host::{Host, HostError, Hosting, Limits, Network, NetworkKind, Pages};
use damier_store::Store;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The default port.
const PORT: u16 = 5180;

/// Host games between the devices of one network: a class, a club evening, two people
///
/// Prints an address and a QR code. A guest opens the address in a browser, enters a name, and plays. Each move is
/// stored in the library named by --db; after a crash, start the host again and all games continue. Guests reach the
/// tables and nothing else on this machine. The address is valid until Ctrl+C ends the evening.
///
/// The lines are not encrypted: on an open Wi-Fi, whoever listens can read the games and take a guest's place. Use a
/// network with a password.
#[derive(Args)]
pub(crate) struct Serve {
    /// The port; by default 5180, or the next free one
    #[arg(long)]
    port: Option<u16>,
    /// The address of this machine to listen on: 0.0.0.0 for all its networks, 127.0.0.1 for this machine only
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::UNSPECIFIED))]
    host: IpAddr,
    /// Let the organiser in from other devices too, by the organiser's address
    #[arg(long)]
    organiser_anywhere: bool,
    /// The name of the evening, shown to guests and stored with the games
    #[arg(long, value_name = "CLUB", default_value = "")]
    name: String,
    /// The folder of the built pages
    #[arg(long, value_name = "DIR", default_value = "ui/dist")]
    pages: PathBuf,
    /// The library for the games, created if it does not exist
    #[arg(long, default_value = "damier-club.db")]
    db: PathBuf,
}

/// How often to look whether the host has failed.
const LOOK: Duration = Duration::from_millis(200);

impl Serve {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let (end, ends) = channel();
        // Ctrl+C, SIGTERM, and SIGHUP of a closed terminal. A second one finds the end under way.
        ctrlc::set_handler(move || end.send(()).unwrap_or_default()).map_err(io::Error::other)?;
        let host = match self.begin() {
            Ok(host) => host,
            Err(error) => {
                eprintln!("error: {error}");
                return Ok(Status::BadInput);
            }
        };
        match host.networks().as_slice() {
            [] if self.host.is_unspecified() => {
                writeln!(out, "This machine is in no network: nobody else can come in.")?;
            }
            [] => writeln!(out, "Guests come in at {}", host.guest_addresses().concat())?,
            [(network, first), others @ ..] => {
                writeln!(out, "Guests come in at {first} ({})", kind(network))?;
                if let Ok(code) = QrCode::new(first) {
                    // Most terminals are dark, so the light modules of the code are drawn.
                    let drawn = code
                        .render::<Dense1x2>()
                        .dark_color(Dense1x2::Light)
                        .light_color(Dense1x2::Dark)
                        .build();
                    writeln!(out, "\n{drawn}\n")?;
                }
                for (network, other) in others {
                    writeln!(out, "or at {other} ({})", kind(network))?;
                }
            }
        }
        writeln!(
            out,
            "The games are kept in {}. Ctrl+C ends the evening.",
            self.db.display()
        )?;
        // Apart from the QR code, which may be on a wall.
        writeln!(out, "\nYou, on this machine: {}", host.host_address())?;
        if self.organiser_anywhere {
            writeln!(out, "That address opens from every device: show it to nobody.")?;
        }
        out.flush()?;
        if !lasts(&host, &ends) {
            eprintln!("error: the host has failed; start it again, and all games continue");
            return Ok(Status::BadInput);
        }
        drop(host);
        // The terminal may be gone.
        drop(
            writeln!(
                out,
                "The evening is over. The games are in {}.",
                self.db.display()
            )
            .and_then(|()| out.flush()),
        );
        Ok(Status::Good)
    }

    fn begin(&self) -> Result<Host, HostError> {
        let store = Store::open(&self.db).map_err(|error| HostError::Store(error.into()))?;
        Host::begin(
            store,
            Hosting {
                address: self.host,
                port: self.port.unwrap_or(PORT),
                any_port: self.port.is_none(),
                name: self.name.clone(),
                pages: Pages::Folder(self.pages.clone()),
                origins: Vec::new(),
                limits: Limits {
                    host_here_only: !self.organiser_anywhere,
                    ..Limits::default()
                },
            },
        )
    }
}

/// Waits until a signal ends the evening; false if the host fails before.
fn lasts(host: &Host, ends: &Receiver<()>) -> bool {
    while !host.has_failed() {
        match ends.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
    false
}

fn kind(network: &Network) -> String {
    let kind = match network.kind {
        NetworkKind::WiFi => "Wi-Fi",
        NetworkKind::Cable => "cable",
        NetworkKind::Other => "network",
        NetworkKind::Vpn => "VPN, not of this room",
        NetworkKind::Virtual => "containers or virtual machines, not of this room",
    };
    format!("{kind}, {}", network.name)
}
