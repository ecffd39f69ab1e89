//! The networks of this machine, and by which of them guests of the same room come in.
use serde::Serialize;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// The kind of a network, the likeliest for guests first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum NetworkKind {
    /// A wireless network, or the hotspot of a phone.
    WiFi,
    /// A cable.
    Cable,
    /// A network whose kind cannot be told.
    Other,
    /// A virtual private network: nobody in the room is in it.
    Vpn,
    /// A bridge to containers or virtual machines on this machine.
    Virtual,
}

/// An address of this machine in one of its networks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Network {
    /// The address.
    pub address: IpAddr,
    /// The kind of the network.
    pub kind: NetworkKind,
    /// The system's name of the interface, such as "wlan0".
    pub name: String,
}

/// Returns the IPv4 networks at whose addresses other devices can reach this machine, the likeliest first. Empty
/// without a network.
#[must_use]
pub fn networks() -> Vec<Network> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let interfaces = all.into_iter().filter_map(|one| match &one.addr {
        if_addrs::IfAddr::V4(v4) if !v4.ip.is_loopback() && !v4.ip.is_link_local() => Some(Interface {
            address: v4.ip,
            prefix: v4.prefixlen,
            direct: one.is_p2p,
            kind: kind_of_device(&one.name),
            name: one.name,
        }),
        _ => None,
    });
    sorted(interfaces.collect(), outward())
}

/// The address in the likeliest network; `None` without one.
#[must_use]
pub fn likeliest_address() -> Option<IpAddr> {
    networks().first().map(|one| one.address)
}

/// An address as the system lists it.
struct Interface {
    name: String,
    address: Ipv4Addr,
    /// Number of bits of the network's part of the address.
    prefix: u8,
    /// True for a line to a single other machine.
    direct: bool,
    /// The kind as the system tells it.
    kind: Option<NetworkKind>,
}

fn sorted(interfaces: Vec<Interface>, outward: Option<Ipv4Addr>) -> Vec<Network> {
    let mut found: Vec<Network> = interfaces
        .into_iter()
        .map(|one| Network {
            address: one.address.into(),
            kind: kind(&one),
            name: one.name,
        })
        .collect();
    // A VPN takes the way outward, so that way counts only between networks that are otherwise alike.
    found.sort_by_key(|one| {
        let likeliest = outward.map(IpAddr::from) == Some(one.address);
        (one.kind, rank(one.address), !likeliest, one.address)
    });
    found.dedup_by_key(|one| one.address);
    found
}

/// The kind of a network: by the system, else by the usual names of interfaces, else by the usual addresses.
fn kind(one: &Interface) -> NetworkKind {
    if let Some(kind) = one.kind.or_else(|| kind_of_name(&one.name)) {
        return kind;
    }
    if one.direct || one.prefix == 32 {
        return NetworkKind::Vpn;
    }
    kind_of_address(one.address, one.prefix)
}

/// The kind of a device by what Linux tells of it. Other systems tell less.
fn kind_of_device(name: &str) -> Option<NetworkKind> {
    if !cfg!(target_os = "linux") || name.contains(['/', '.']) {
        return None;
    }
    let device = std::path::Path::new("/sys/class/net").join(name);
    let has = |what: &str| device.join(what).exists();
    if has("wireless") || has("phy80211") {
        return Some(NetworkKind::WiFi);
    }
    if has("tun_flags") {
        return Some(NetworkKind::Vpn);
    }
    if has("bridge") {
        let members = std::fs::read_dir(device.join("brif")).ok()?;
        let real = |one: std::fs::DirEntry| device.with_file_name(one.file_name()).join("device").exists();
        let cable = members.filter_map(Result::ok).any(real);
        return Some(if cable {
            NetworkKind::Cable
        } else {
            NetworkKind::Virtual
        });
    }
    // A container's own cable has no device.
    has("device").then_some(NetworkKind::Cable)
}

fn kind_of_name(name: &str) -> Option<NetworkKind> {
    const VPN: [&str; 16] = [
        "tun",
        "tap",
        "utun",
        "wg",
        "ppp",
        "ipsec",
        "tailscale",
        "zt",
        "nordlynx",
        "proton",
        "mullvad",
        "nebula",
        "warp",
        "gpd",
        "openvpn",
        "wireguard",
    ];
    const VIRTUAL: [&str; 19] = [
        "docker",
        "br-",
        "veth",
        "virbr",
        "vnet",
        "vmnet",
        "vboxnet",
        "lxc",
        "lxdbr",
        "incusbr",
        "cni",
        "flannel",
        "podman",
        "cali",
        "bridge",
        "vethernet",
        "kube",
        "virtualbox",
        "vmware",
    ];
    let name = name.to_lowercase();
    let begins = |with: &[&str]| with.iter().any(|start| name.starts_with(start));
    if begins(&VPN) || name.contains("vpn") {
        Some(NetworkKind::Vpn)
    } else if begins(&VIRTUAL) || name.contains("hyper-v") || name.contains("wsl") {
        Some(NetworkKind::Virtual)
    } else if begins(&["wl", "wi-fi", "wifi", "wireless", "wlan", "ap0"])
        || (cfg!(target_os = "macos") && name == "en0")
    {
        Some(NetworkKind::WiFi)
    } else if begins(&["eth", "en", "lan"]) {
        Some(NetworkKind::Cable)
    } else {
        None
    }
}

/// The kind of a network by the address alone, where a program is known to choose it: Docker takes 172.17.0.1/16 and the
/// next ones, libvirt 192.168.122.1, VirtualBox 192.168.56.1 and LXC 10.0.3.1; OpenVPN 10.8.0.0/24, PiVPN 10.6.0.0/24,
/// NordLynx 10.5.0.0/16, Tailscale 100.64.0.0/10, Hamachi 25.0.0.0/8; a phone's hotspot 172.20.10.0/28 and 192.168.43.0/24.
fn kind_of_address(address: Ipv4Addr, prefix: u8) -> NetworkKind {
    match address.octets() {
        [172, 20, 10, _] if prefix == 28 => NetworkKind::WiFi,
        [192, 168, 43, _] => NetworkKind::WiFi,
        [172, 17..=31, 0, 1] if prefix == 16 => NetworkKind::Virtual,
        [192, 168, 122, 1] | [192, 168, 56, 1] | [10, 0, 3, 1] => NetworkKind::Virtual,
        [10, 8 | 6, 0, _] | [10, 5, ..] | [100, 64..=127, ..] | [25, ..] => NetworkKind::Vpn,
        _ => NetworkKind::Other,
    }
}

/// Among networks of one kind: home networks before large private ones before public addresses.
fn rank(address: IpAddr) -> u8 {
    match address {
        IpAddr::V4(v4) => match v4.octets() {
            [192, 168, ..] | [172, 20, 10, _] => 0,
            [10, ..] => 1,
            [172, 16..=31, ..] => 2,
            _ => 3,
        },
        IpAddr::V6(_) => 4,
    }
}

/// Returns the local address of outgoing traffic. Sends nothing: connecting a UDP socket only selects a route.
fn outward() -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Reserved for documentation (RFC 5737): no host has it.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(v4) => Some(v4),
        IpAddr::V6(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(interfaces: &[(&str, [u8; 4], u8)], outward: [u8; 4]) -> Vec<(String, NetworkKind)> {
        let of = |&(name, address, prefix): &(&str, [u8; 4], u8)| Interface {
            name: name.into(),
            address: address.into(),
            prefix,
            direct: false,
            kind: None,
        };
        let sorted = sorted(interfaces.iter().map(of).collect(), Some(outward.into()));
        sorted
            .into_iter()
            .map(|one| (one.address.to_string(), one.kind))
            .collect()
    }

    #[test]
    fn the_room_comes_first_though_a_vpn_has_the_way_outward() {
        let cases: &[&[(&str, [u8; 4], u8)]] = &[
            &[("tun0", [10, 8, 0, 2], 24), ("wlan0", [192, 168, 43, 7], 24)],
            &[("wg0", [10, 200, 3, 4], 32), ("wlp2s0", [10, 0, 0, 12], 24)],
            &[("lo", [10, 8, 0, 2], 24), ("lo", [192, 168, 43, 7], 24)],
            &[("lo", [172, 17, 0, 1], 16), ("lo", [192, 168, 1, 7], 24)],
            &[("docker0", [172, 17, 0, 1], 16), ("en5", [172, 20, 10, 2], 28)],
            &[("lo", [172, 18, 0, 1], 16), ("lo", [172, 20, 10, 2], 28)],
            &[("tailscale0", [100, 100, 2, 3], 32), ("eth0", [10, 8, 0, 9], 16)],
            &[
                ("NordLynx", [10, 5, 0, 2], 16),
                ("Wi-Fi", [192, 168, 178, 22], 24),
            ],
            &[
                ("vEthernet (WSL)", [172, 28, 96, 1], 20),
                ("Ethernet 2", [130, 89, 1, 2], 16),
            ],
            &[
                ("utun4", [10, 66, 0, 2], 32),
                ("bridge100", [192, 168, 64, 1], 24),
                ("en0", [192, 168, 0, 5], 24),
            ],
            &[("lo", [10, 66, 7, 2], 24), ("lo", [192, 168, 0, 5], 24)],
            &[
                ("virbr0", [192, 168, 122, 1], 24),
                ("usb0", [192, 168, 42, 12], 24),
            ],
        ];
        for case in cases {
            let sorted = list(case, case[0].1);
            let room = Ipv4Addr::from(case[case.len() - 1].1).to_string();
            assert_eq!(sorted[0].0, room, "{sorted:?}");
            assert_eq!(sorted.len(), case.len());
        }
    }

    #[test]
    fn vpns_and_bridges_come_last_and_are_named() {
        let sorted = list(
            &[
                ("docker0", [172, 17, 0, 1], 16),
                ("tun0", [10, 8, 0, 2], 24),
                ("eth0", [192, 168, 1, 4], 24),
                ("wlan0", [192, 168, 1, 5], 24),
            ],
            [10, 8, 0, 2],
        );
        let kinds: Vec<NetworkKind> = sorted.iter().map(|one| one.1).collect();
        assert_eq!(
            kinds,
            [
                NetworkKind::WiFi,
                NetworkKind::Cable,
                NetworkKind::Vpn,
                NetworkKind::Virtual
            ]
        );
    }

    #[test]
    fn between_two_cables_the_way_outward_decides() {
        let both: &[(&str, [u8; 4], u8)] = &[("eth0", [192, 168, 1, 4], 24), ("eth1", [192, 168, 2, 4], 24)];
        assert_eq!(list(both, [192, 168, 2, 4])[0].0, "192.168.2.4");
        assert_eq!(list(both, [192, 168, 1, 4])[0].0, "192.168.1.4");
    }
}
