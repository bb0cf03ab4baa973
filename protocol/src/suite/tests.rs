use super::*;
use crate::transcript::TranscriptStep;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const TEXT: &str = "\
# A file of checks.

[ready]
must: `isready` is answered.
spec: UCI, isready
needs: option Hash
needs: feature ping=1
@ start
> isready
< readyok
? within 300

[each]
note: {each} is a word.
spec: Nothing
each: one two
@ do {each}
@ times 3
> x

[=one]
> one
[=two]
@ do one
> two
";

#[test]
fn checks_have_heads_and_steps() {
    let checks = parse("uci-own", TEXT).unwrap();
    let [ready, each] = checks.as_slice() else { panic!("{checks:?}") };
    assert_eq!((ready.name.as_str(), ready.level), ("uci-own/ready", SuiteLevel::Must));
    assert_eq!(ready.needs.len(), 2);
    let steps = ready.steps("").unwrap();
    assert_eq!(steps.len(), 4);
    assert_eq!((steps[0].line, &steps[0].step), (8, &SuiteStep::Start));
    assert_eq!(each.each, SuiteEach::Words(vec!["one".to_owned(), "two".to_owned()]));
    let sent = |each: &str| {
        let entries = checks[1].steps(each).unwrap();
        let sent = entries.into_iter().map(|entry| match entry.step {
            SuiteStep::Dialogue(TranscriptStep::Send { bytes, times }) => {
                format!("{}{times}", String::from_utf8(bytes).unwrap().trim_end())
            }
            step => panic!("{step:?}"),
        });
        sent.collect::<Vec<_>>()
    };
    assert_eq!(sent("one"), ["one1", "x3"]);
    assert_eq!(sent("two"), ["one1", "two1", "x3"]);
}

#[test]
fn errors_name_file_line_and_problem() {
    let head = "[a]\nmust: A.\nspec: B\n";
    for (text, message) in [
        ("> uci\n".to_owned(), "uci-own, line 1: `> uci`, expected `[NAME]` before it"),
        (
            "[A]\n".to_owned(),
            "uci-own, line 1: name `A`, expected lower-case letters, digits and dashes, each name once",
        ),
        (
            "[a]\nmust: A.\n> uci\n".to_owned(),
            "uci-own, line 1: check `a` has no place in a specification (spec:)",
        ),
        (
            "[a]\nspec: A\n> uci\n".to_owned(),
            "uci-own, line 1: check `a` has no demand (must:, should: or note:)",
        ),
        (head.to_owned(), "uci-own, line 1: check `a` has no steps"),
        (
            format!("{head}needs: luck\n> a\n"),
            "uci-own, line 4: condition `luck`, expected `option NAME`, `feature NAME=VALUE` or `variant NAME`",
        ),
        (format!("{head}? nice\n"), "uci-own, line 4: judgement `nice`, expected one of SUITE.md"),
        (
            format!("{head}@ options all\n"),
            "uci-own, line 4: action `options all`, expected start, crlf, do NAME, options KIND or one of a transcript",
        ),
        (
            format!("{head}@ do b\n"),
            "uci-own, line 4: block `b`, expected `[=NAME]` somewhere in the file, and no block within itself",
        ),
        (
            format!("{head}@ do b\n[=b]\n@ do b\n"),
            "uci-own, line 6: block `b`, expected `[=NAME]` somewhere in the file, and no block within itself",
        ),
        (
            format!("{head}@ deaf\n"),
            "uci-own, line 4: action `deaf`, expected start, crlf, do NAME, options KIND or one of a transcript",
        ),
        (format!("{head}~ soon\n"), "uci-own, line 4: number `soon`, expected an integer"),
    ] {
        assert_eq!(parse("uci-own", &text).unwrap_err().to_string(), message, "{text}");
    }
    assert!(parse("own", "").is_err());
}

#[test]
fn the_files_are_those_of_the_folder_and_can_be_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    let there: BTreeSet<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .filter(|name| SuiteProtocol::of_file(name).is_some())
        .collect();
    assert_eq!(FILES.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), there);
    let mut count = 0;
    for (name, text) in FILES {
        count += parse(name, text).unwrap().len();
    }
    assert!(count >= 120, "{count} checks");
}

#[test]
fn every_judgement_is_explained() {
    let page = include_str!("../../SUITE.md");
    for word in [
        "legal",
        "none",
        "answer",
        "refused",
        "error",
        "result R …",
        "exits",
        "exits N",
        "alive",
        "silent N",
        "one answer",
        "within N",
        "not before N",
        "best M …",
        "not best M …",
        "pv-legal",
        "pv-best",
        "ponder-legal",
        "infos",
        "reported",
        "depth N",
        "deeper N",
        "nodes N",
        "mate N",
        "score > N",
        "score < N",
        "multipv N",
        "best-first N",
        "grow",
        "option-syntax",
        "option-names",
        "option-defaults",
        "option-types",
        "feature-syntax",
        "cpu N",
        "memory N",
        "growth N",
    ] {
        assert!(page.contains(&format!("| `{word}` |")), "{word}");
    }
}
