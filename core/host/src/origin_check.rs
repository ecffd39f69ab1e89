//! Checks the `Host` and `Origin` headers of requests.
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use std::net::IpAddr;

/// Returns the `Host` header if it is an IP address or `localhost`. This defeats DNS rebinding: a foreign page that
/// makes its own name resolve to this machine sends that name.
pub(crate) fn host(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(HOST).iter();
    let host = all.next()?.to_str().ok()?;
    let alone = all.next().is_none();
    (alone && names_a_machine(host)).then_some(host)
}

fn names_a_machine(host: &str) -> bool {
    let (name, port) = match host.strip_prefix('[').map(|rest| rest.split_once(']')) {
        Some(Some((name, rest))) => (name, rest.strip_prefix(':')),
        Some(None) => return false,
        None => match host.split_once(':') {
            Some((name, port)) => (name, Some(port)),
            None => (host, None),
        },
    };
    let port_fits = port.is_none_or(|port| port.parse::<u16>().is_ok());
    port_fits && (name == "localhost" || name.parse::<IpAddr>().is_ok())
}

/// True if the request for a connection comes from a page of this host or from one of the `others`.
pub(crate) fn origin(headers: &HeaderMap, others: &[String]) -> bool {
    let mut all = headers.get_all(ORIGIN).iter();
    let (Some(origin), None, Some(host)) = (all.next(), all.next(), host(headers)) else {
        return false;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    origin.strip_prefix("http://") == Some(host) || others.iter().any(|other| other == origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(of: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in of {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_addresses_name_this_machine() {
        for good in [
            "192.168.1.5:5180",
            "127.0.0.1",
            "localhost:5180",
            "[::1]:80",
            "[fe80::1]",
        ] {
            assert_eq!(host(&headers(&[("host", good)])), Some(good));
        }
        for bad in [
            "evil.example:5180",
            "localhost.evil.example",
            "192.168.1.5.evil.example",
            "",
            "[::1",
            "127.0.0.1:x",
            "a@127.0.0.1",
        ] {
            assert_eq!(host(&headers(&[("host", bad)])), None, "{bad}");
        }
        assert_eq!(
            host(&headers(&[("host", "127.0.0.1"), ("host", "127.0.0.1")])),
            None
        );
        assert_eq!(host(&headers(&[])), None);
    }

    #[test]
    fn a_line_is_for_pages_of_this_host() {
        let window = ["tauri://localhost".to_owned()];
        let from = |origin: &str| headers(&[("host", "192.168.1.5:5180"), ("origin", origin)]);
        assert!(origin(&from("http://192.168.1.5:5180"), &[]));
        assert!(origin(&from("tauri://localhost"), &window));
        for bad in [
            "tauri://localhost",
            "http://192.168.1.6:5180",
            "http://evil.example",
            "null",
            "https://192.168.1.5:5180",
        ] {
            assert!(!origin(&from(bad), &[]), "{bad}");
        }
        assert!(!origin(&headers(&[("host", "192.168.1.5:5180")]), &window));
        assert!(!origin(
            &headers(&[("host", "evil.example"), ("origin", "http://evil.example")]),
            &window
        ));
    }
}
