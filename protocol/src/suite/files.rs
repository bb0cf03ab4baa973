//! The checks that come along, embedded as texts.

/// The files of `suite/` with checks, by name without the end, in the order of a report.
pub const FILES: [(&str, &str); 18] = [
    ("uci-handshake", include_str!("../../suite/uci-handshake.txt")),
    ("uci-options", include_str!("../../suite/uci-options.txt")),
    ("uci-position", include_str!("../../suite/uci-position.txt")),
    ("uci-go", include_str!("../../suite/uci-go.txt")),
    ("uci-stop", include_str!("../../suite/uci-stop.txt")),
    ("uci-input", include_str!("../../suite/uci-input.txt")),
    ("uci-idle", include_str!("../../suite/uci-idle.txt")),
    ("uci-games", include_str!("../../suite/uci-games.txt")),
    ("uci-dialect", include_str!("../../suite/uci-dialect.txt")),
    ("xboard-handshake", include_str!("../../suite/xboard-handshake.txt")),
    ("xboard-moves", include_str!("../../suite/xboard-moves.txt")),
    ("xboard-time", include_str!("../../suite/xboard-time.txt")),
    ("xboard-thinking", include_str!("../../suite/xboard-thinking.txt")),
    ("xboard-results", include_str!("../../suite/xboard-results.txt")),
    ("xboard-input", include_str!("../../suite/xboard-input.txt")),
    ("xboard-sessions", include_str!("../../suite/xboard-sessions.txt")),
    ("xboard-games", include_str!("../../suite/xboard-games.txt")),
    ("xboard-dialect", include_str!("../../suite/xboard-dialect.txt")),
];
