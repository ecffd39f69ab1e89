//! `damier serve`: hosts games between devices on one network, without a window.
use crate::Status;
use clap::Args;
use damier_host::{Host, HostError, Hosting, Limits, Pages, addresses};
use damier_store::Store;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

/// The default port.
const PORT: u16 = 5180;

/// Host games between the devices of one network: a class, a club evening, two people
///
/// Prints an address and a QR code. A guest opens the address in a browser, enters a name, and plays. Each move is
/// stored in the library named by --db; after a crash, start the host again and all games continue. Guests reach the
/// tables and nothing else on this machine. The address is valid until the program ends.
#[derive(Args)]
pub(crate) struct Serve {
    /// The port; by default 5180, or the next free one
    #[arg(long)]
    port: Option<u16>,
    /// The address of this machine to listen on: 0.0.0.0 for all its networks, 127.0.0.1 for this machine only. By
    /// default the network that it is in
    #[arg(long, value_name = "ADDR")]
    host: Option<IpAddr>,
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

impl Serve {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let host = match self.begin() {
            Ok(host) => host,
            Err(error) => {
                eprintln!("error: {error}");
                return Ok(Status::BadInput);
            }
        };
        match host.guest_addresses().as_slice() {
            [] => writeln!(out, "This machine is in no network: nobody else can come in.")?,
            [first, others @ ..] => {
                writeln!(out, "Guests come in at {first}")?;
                if let Ok(code) = QrCode::new(first) {
                    // Most terminals are dark, so the light modules of the code are drawn.
                    let drawn = code
                        .render::<Dense1x2>()
                        .dark_color(Dense1x2::Light)
                        .light_color(Dense1x2::Dark)
                        .build();
                    writeln!(out, "\n{drawn}\n")?;
                }
                for other in others {
                    writeln!(out, "or at {other}")?;
                }
            }
        }
        writeln!(out, "You, on this machine: {}", host.host_address())?;
        writeln!(
            out,
            "The games are kept in {}. Ctrl+C ends it.",
            self.db.display()
        )?;
        out.flush()?;
        host.wait();
        Ok(Status::Good)
    }

    fn begin(&self) -> Result<Host, HostError> {
        let store = Store::open(&self.db).map_err(|error| HostError::Store(error.into()))?;
        let network = || addresses().first().copied();
        let address = self.host.or_else(network).unwrap_or(Ipv4Addr::LOCALHOST.into());
        Host::begin(
            store,
            Hosting {
                address,
                port: self.port.unwrap_or(PORT),
                any_port: self.port.is_none(),
                name: self.name.clone(),
                pages: Pages::Folder(self.pages.clone()),
                origins: Vec::new(),
                limits: Limits::default(),
            },
        )
    }
}
