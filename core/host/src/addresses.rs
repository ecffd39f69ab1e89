//! The addresses of this machine on its networks.
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Under these other devices find this machine, the likeliest first; none without a network.
#[must_use]
pub fn addresses() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let mut found: Vec<IpAddr> = all
        .into_iter()
        .filter(|one| !one.is_loopback())
        .map(|one| one.ip())
        .filter(|ip| matches!(ip, IpAddr::V4(v4) if !v4.is_link_local()))
        .collect();
    let likeliest = outward();
    found.sort_by_key(|ip| (Some(*ip) != likeliest, *ip));
    found.dedup();
    found
}

/// The address from which this machine would speak to others. Nothing is sent: a datagram socket only looks at the routes.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documents, which nobody has.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}
