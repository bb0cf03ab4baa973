//! Tests of what is read and what is refused.

use super::*;

fn steps(text: &str) -> Vec<(i8, i8)> {
    let mut steps: Vec<Step> =
        read(text).unwrap().terms.into_iter().flat_map(|term| term.path.steps).collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

#[test]
fn directions_are_fairy_stockfishs() {
    assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
    assert_eq!(steps("ffN"), steps("fN"));
    assert_eq!(steps("fhN"), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
    assert_eq!(steps("fsW"), [(-1, 0), (0, 1), (1, 0)]);
    assert_eq!(steps("FfW"), [(-1, -1), (-1, 1), (0, 1), (1, -1), (1, 1)]);
    assert_eq!(steps("frF"), [(1, 1)]);
    assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
    assert_eq!(steps("hlN"), [(-2, -1), (-1, 2), (1, -2), (2, 1)]);
}

#[test]
fn occasions_and_ways_are_read() {
    let pawn = read("fmWfceF").unwrap();
    assert!(pawn.en_passant);
    let modes: Vec<_> = pawn.terms.iter().map(|term| (term.path.mode, term.path.steps.len())).collect();
    assert_eq!(modes, [(Mode::Move, 1), (Mode::Capture, 2)]);
    let paths = |text: &str| read(text).unwrap().terms.into_iter().map(|term| term.path).collect::<Vec<_>>();
    let way = |text: &str| paths(text).first().map(|path| (path.course.clone(), path.passing)).unwrap();
    let ride = |most| (Course::Ride { least: 1, most }, Passing::Nothing);
    assert_eq!(way("NN"), ride(0));
    assert_eq!(way("W3"), ride(3));
    assert_eq!(way("R12"), ride(12));
    assert_eq!(way("nR"), ride(0));
    assert_eq!(way("pR"), (Course::LINE, Passing::Hurdle));
    assert_eq!(way("pR3"), (Course::Ride { least: 1, most: 3 }, Passing::Hurdle));
    assert_eq!(way("gQ"), (Course::LINE, Passing::NearHurdle));
    assert_eq!(way("nN"), (Course::Lame, Passing::Nothing));
    assert_eq!(way("nF"), (Course::Leap, Passing::Nothing));
    // Straight and diagonal steps are apart; what is made alike is one path.
    assert_eq!(paths("gQ").iter().map(|path| path.steps.len()).collect::<Vec<_>>(), [4, 4]);
    assert_eq!(paths("fRbRrRlR")[0].steps.len(), 4);
    assert_eq!(paths("RcRmR").len(), 3);
    assert!(read("ifmnD").unwrap().terms[0].initial);
}

/// The captures that spare kings are apart from the moves without one, and `t` before brackets is no such letter.
#[test]
fn prey_is_read() {
    let occasions = |text: &str| -> Vec<(Mode, Taken)> {
        read(text).unwrap().terms.into_iter().map(|term| (term.path.mode, term.path.taken)).collect()
    };
    let spared = [(Mode::Move, Taken::Enemies), (Mode::Capture, Taken::Commoners)];
    assert_eq!(occasions("tN"), spared);
    assert_eq!(occasions("mckN"), spared);
    assert_eq!(occasions("ctN"), spared[1..]);
    assert_eq!(occasions("mkN"), [(Mode::Move, Taken::Enemies), (Mode::Capture, Taken::Kings)]);
    assert_eq!(occasions("cdN"), [(Mode::Capture, Taken::Enemies), (Mode::Capture, Taken::Own)]);
    assert_eq!(read("t[FR]"), read("[F?R]"));
    assert_eq!(read("[cF-dF]"), read("d[cF-F]"));
}

#[test]
fn meaningless_text_is_an_error_at_its_place() {
    for (text, at) in [("N?Z", 1), ("yQ", 1), ("mWf", 2), ("idW", 2), ("R999", 1)]
        .into_iter()
        .chain([
            ("npW", 2),
            ("gnF", 2),
            ("WngN", 3),
            ("njD", 2),
            ("jpR", 2),
            ("jW", 1),
            ("zqB", 2),
            ("zF", 1),
        ])
        .chain([
            ("cacacacaK", 8),
            ("(da)K", 1),
            ("uR", 1),
            ("afuQ", 1),
            ("ucafuK", 3),
            ("afuctK", 1),
            ("afukQ", 1),
            ("c(auf)F", 3),
            ("dRudB", 2),
            ("RucB", 1),
            ("W00", 1),
            ("gR03", 1),
            ("ayK", 1),
            ("aipK", 1),
            ("ahK", 1),
            ("pI", 1),
            ("mtK", 2),
            ("ktK", 2),
            ("dtK", 2),
            ("tppR", 3),
            ("tafK", 0),
            ("itK", 2),
            ("idafK", 0),
            ("iafdK", 2),
            ("ckxK", 3),
            ("K@8", 1),
        ])
        .chain([
            ("[W]", 0),
            ("[WF]", 2),
            ("[W-F", 0),
            ("[N-lW]", 3),
            ("a[W-F]", 1),
            ("p[W-F]", 1),
            ("d[W-mcF]", 4),
            ("k[W-dF]", 4),
            ("[tW-F]", 1),
            ("[uW-F]", 1),
            ("u[cF-F]", 1),
            ("[cF-uF-ucF]", 7),
            ("[F-uckW]", 3),
            ("i[dW-F]", 2),
        ])
        .chain([("(a", 2), ("(fa)N", 1), ("az)N", 2), ("(az)(az)N", 4), ("(aK)K", 2), ("RX", 1), ("UY", 1)])
        .chain([("(0,0)", 0), ("(32,1)", 0), ("(4;1)", 2), ("(4,1", 4), ("O", 1), ("fO2", 1), ("pO2", 1)])
    {
        assert_eq!(read(text).map_err(|error| error.at), Err(at), "{text}");
    }
}
