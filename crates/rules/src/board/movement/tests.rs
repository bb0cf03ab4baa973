//! Descriptors as they are read and written.

use super::*;

#[test]
fn terms_are_read_with_all_their_letters() {
    let term = |descriptor| parse(descriptor).unwrap()[0];
    let pawn = term("ceF");
    assert_eq!(
        (pawn.mode, pawn.en_passant, pawn.atom, pawn.range),
        (Mode::Capture, true, Atom::Leap(1, 1), 1)
    );
    let double = term("sbmi2nD");
    assert_eq!((double.origin, double.lame, double.mode), (Origin::Rank(2), true, Mode::Move));
    assert_eq!(double.directions.letters().collect::<String>(), "bs");
    let passing = ["R", "pR", "o1R", "oR", "jR", "jjR"].map(|descriptor| term(descriptor).passing);
    assert_eq!(
        passing,
        [Passing::Nothing, Passing::One, Passing::OneOwn, Passing::Own, Passing::Pieces, Passing::Everything]
    );
    assert_eq!((term("wzU").origin, term("zU").spares_last_rank), (Origin::White, true));
    let atoms: Vec<_> =
        parse("Qt[FR]3(2,4)12N0").unwrap().iter().map(|term| (term.atom, term.range)).collect();
    let expected = [(Atom::King, 0), (Atom::Gryphon, 3), (Atom::Leap(2, 4), 12), (Atom::Leap(1, 2), 0)];
    assert_eq!(atoms, expected);
}

#[test]
fn terms_are_written_and_made_of_paths_as_they_are_read() {
    for descriptor in [
        "fmWfcFfmi2nDfceF",
        "oN0mpN0",
        "pt[FR]xo1t[WB]4",
        "ct[FR]3",
        "vjjR",
        "o1N0cjjN0",
        "rmpB4lcpB0",
        "wzQ2i2W5",
        "nDnAcn(2,4)",
        "(0,5)(1,4)j(1,1)3",
        "wUczU",
        "zBwceD",
        "sbmWKK3QRBNCZGHAxW2",
    ] {
        let terms = parse(descriptor).unwrap();
        let text: String = terms.iter().map(Term::to_string).collect();
        assert_eq!(parse(&text).unwrap(), terms, "{descriptor} as {text}");
        for term in terms {
            assert_eq!(Term::of_path(&term.path(Side::White)), Some(term), "{descriptor}");
        }
    }
    assert_eq!(
        parse("fmWfcFfmi2nDfceF").unwrap().iter().map(Term::to_string).collect::<String>(),
        "fmWfcFfmi2nDfceF"
    );
    let forward = Path::new(Mode::Both, vec![(1, 2), (-1, 2)], Course::Leap);
    assert_eq!(Term::of_path(&forward), None);
    let near = Path { passing: Passing::NearHurdle, ..parse("Q").unwrap()[0].path(Side::White) };
    assert_eq!(Term::of_path(&near), None);
}

#[test]
fn errors_name_the_place() {
    let error = parse("mWX3").unwrap_err();
    assert_eq!(error.to_string(), "movement `mWX3`: `X` at byte 2, expected a modifier or an atom");
    let error = parse("KjN").unwrap_err();
    assert_eq!(error.to_string(), "movement `KjN`: `N` at byte 2, expected a line, for `o`, `j` and `p`");
    for bad in ["m", "(1;2)", "(1,2", "(0,0)", "W256", "é", "t[RF]", "iD", "nH", "nD2", "U0", "fU", "pF", "("]
    {
        assert!(parse(bad).is_err(), "{bad}");
    }
}
