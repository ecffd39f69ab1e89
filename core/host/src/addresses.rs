//! The addresses of this machine on its networks.
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Returns the IPv4 addresses at which other devices can reach this machine, the most likely first. Empty without a
/// network.
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

/// Returns the local address of outgoing traffic. Sends nothing: connecting a UDP socket only selects a route.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Reserved for documentation (RFC 5737): no host has it.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}
