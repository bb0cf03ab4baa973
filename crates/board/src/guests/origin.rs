//! The address at which guests find the server, and the one at which it listens.

use axum::http::Uri;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::str::FromStr;
use thiserror::Error;

/// An address to listen at, such as `192.168.1.5`, `192.168.1.5:8000` or `[::]:8000`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListenAddress {
    /// An address of this machine, or an unspecified one for all of them.
    pub ip: IpAddr,
    /// The port; any that is free for `None`.
    pub port: Option<u16>,
}

/// The reason why a text is no address to listen at.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "`{0}`, expected an address of this machine with or without a port, such as 192.168.1.5:8000; 0.0.0.0 for all"
)]
pub struct ListenAddressError(String);

impl FromStr for ListenAddress {
    type Err = ListenAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        if let Ok(ip) = bare.parse() {
            return Ok(ListenAddress { ip, port: None });
        }
        let address: SocketAddr = text.parse().map_err(|_| ListenAddressError(text.to_owned()))?;
        Ok(ListenAddress { ip: address.ip(), port: Some(address.port()).filter(|&port| port != 0) })
    }
}

/// The scheme, the host and the port of the guests' address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicOrigin {
    scheme: &'static str,
    /// The host with its port, unless that is the usual one.
    host: String,
}

/// The reason why a text is no address of guests.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "`{0}`, expected http:// or https:// and a host, with or without a port, such as https://games.example.org"
)]
pub struct PublicOriginError(String);

impl FromStr for PublicOrigin {
    type Err = PublicOriginError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || PublicOriginError(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| error())?;
        let (scheme, usual) = match uri.scheme_str() {
            Some("http") => ("http", 80),
            Some("https") => ("https", 443),
            _ => return Err(error()),
        };
        let authority =
            uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(error)?;
        let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none() && !text.contains('#');
        if !is_bare || authority.host().is_empty() {
            return Err(error());
        }
        let host = authority.host().to_ascii_lowercase();
        // Browsers leave the usual port of a scheme out.
        let port = authority.port_u16().filter(|&port| port != usual);
        Ok(PublicOrigin { scheme, host: port.map_or(host.clone(), |port| format!("{host}:{port}")) })
    }
}

impl PublicOrigin {
    /// The address of a server that guests reach without a proxy.
    pub fn of(address: SocketAddr) -> Self {
        PublicOrigin { scheme: "http", host: host_of(address) }
    }

    /// The host as browsers name it.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// Returns true if the way to the server is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.scheme == "https"
    }

    /// The link with a code. Browsers send nothing behind the `#`, so no server or proxy writes it down.
    pub(crate) fn link(&self, code: &str) -> String {
        format!("{self}/#{code}")
    }
}

impl fmt::Display for PublicOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)
    }
}

/// The host that a browser names for an address.
pub(crate) fn host_of(address: SocketAddr) -> String {
    // An address of IPv4 within one of IPv6 is the same machine.
    let address = SocketAddr::new(address.ip().to_canonical(), address.port());
    let host = match address.ip() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    if address.port() == 80 { host } else { format!("{host}:{}", address.port()) }
}

/// The address of this machine that leads to others, of the same kind as `ip`; `None` if there is none. Nothing is sent.
pub(crate) fn outward(ip: IpAddr) -> Option<IpAddr> {
    // Addresses for documentation: the system only looks up the way to them.
    let (own, other): (IpAddr, IpAddr) = match ip {
        IpAddr::V4(_) => (Ipv4Addr::UNSPECIFIED.into(), Ipv4Addr::new(192, 0, 2, 1).into()),
        IpAddr::V6(_) => {
            (Ipv6Addr::UNSPECIFIED.into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into())
        }
    };
    let socket = UdpSocket::bind((own, 0)).ok()?;
    // To connect by UDP sends nothing; 9 is the port of the discard service.
    socket.connect((other, 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let read = |text: &str| text.parse::<ListenAddress>().map(|it| (it.ip.to_string(), it.port));
        assert_eq!(read("192.168.1.5"), Ok(("192.168.1.5".to_owned(), None)));
        assert_eq!(read("0.0.0.0:8000"), Ok(("0.0.0.0".to_owned(), Some(8000))));
        for (text, port) in [("::1", None), ("[::1]", None), ("[::1]:80", Some(80)), ("[::1]:0", None)] {
            assert_eq!(read(text), Ok(("::1".to_owned(), port)), "{text}");
        }
        for text in
            ["", "games", "192.168.1", "192.168.1.5:", "192.168.1.5:99999", "localhost:80", "http://1.2.3.4"]
        {
            let error = text.parse::<ListenAddress>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}`, expected")), "{error}");
        }
    }

    #[test]
    fn public_addresses_are_read_as_browsers_name_them() {
        for (text, expected) in [
            ("https://games.example.org", "https://games.example.org"),
            ("https://Games.Example.org:443/", "https://games.example.org"),
            ("http://box.local:8000", "http://box.local:8000"),
            ("http://192.168.1.5:80", "http://192.168.1.5"),
            ("http://[::1]:8000", "http://[::1]:8000"),
        ] {
            assert_eq!(text.parse::<PublicOrigin>().unwrap().to_string(), expected);
        }
        for text in [
            "",
            "games.example.org",
            "ftp://a.b",
            "https://",
            "https://a.b/c",
            "https://a.b/?c",
            "https://a@b.c",
            "/x",
            "https://a.b/#c",
        ] {
            let error = text.parse::<PublicOrigin>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}`, expected")), "{error}");
        }
        let address = |text: &str| PublicOrigin::of(text.parse().unwrap()).link("c0de");
        assert_eq!(address("192.168.1.5:8000"), "http://192.168.1.5:8000/#c0de");
        assert_eq!(address("[::ffff:192.168.1.5]:80"), "http://192.168.1.5/#c0de");
        assert_eq!(address("[2001:db8::7]:8000"), "http://[2001:db8::7]:8000/#c0de");
    }
}
