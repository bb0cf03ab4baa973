//! Games in XBoard's protocol.

use helgi_session::{SessionBudget, converse};

fn said(lines: &str) -> String {
    helgi_variants::install_library();
    let budget = SessionBudget { nodes: 3000, megabytes: 1 };
    String::from_utf8(converse(lines.as_bytes(), budget).unwrap()).unwrap()
}

/// A program that is not XBoard has no board that could go wrong.
#[test]
fn a_game_that_xboard_cannot_show_is_refused_to_it_alone() {
    for (name, reason) in [
        (
            "shouse",
            "XBoard cannot bring pieces from the hand with the moves of others by the rules of this game",
        ),
        ("kyotoshogi", "XBoard cannot fill the hand with captured pieces by the rules of this game"),
    ] {
        let with = |answer: &str| {
            said(&format!("xboard\nprotover 2\n{answer} highlight\nvariant {name}\nping 1\nquit\n"))
        };
        let error = format!("Error ({reason}): variant {name}\n");
        let (to_xboard, to_others) = (with("accepted"), with("rejected"));
        assert!(to_xboard.contains(&error), "{to_xboard}");
        assert!(!to_others.contains("Error") && to_others.contains("\nsetup "), "{to_others}");
        let is_listed = |lines: &str| {
            let list = lines.lines().find(|line| line.starts_with("feature variants=")).unwrap();
            list.split(['"', ',']).any(|listed| listed == name)
        };
        assert!(!is_listed(&to_xboard) && is_listed(&to_others), "{name}");
    }
}
