//! Writing and reading back: random trees, and random text.

use crate::common::games;
use helgi_record::replay::{replay, rewrite};
use helgi_record::{GameResult, Glyph, NodeId, PgnReader, Record};
use helgi_rules::games::GameId;
use helgi_rules::readable::{self, Style};
use helgi_rules::{Game, Position};
use proptest::prelude::*;
use proptest::sample::Index;

/// A move with its annotations: its text, glyphs, comments before and after.
type Said = (String, Vec<u16>, Vec<String>, Vec<String>);

fn said() -> impl Strategy<Value = Said> {
    let text =
        "[a-h][1-8][a-h][1-8]|[KQRBN]x?[a-h][1-8][+#]?|--|0000|O-O|N@b3|Cxd4-d2|Rd1d4:2|e10=F@c5|\\+Ed6";
    let comment = "[!-z|}{~é% \n]{0,60}";
    let comments = || prop::collection::vec(comment, 0..3);
    (text, prop::collection::vec(0..300_u16, 0..3), comments(), comments())
}

/// A record that has grown at random places.
fn any_record() -> impl Strategy<Value = Record> {
    let tags = prop::collection::vec(("[A-Z][A-Za-z0-9_]{0,8}", "[ -~äß]{0,30}"), 0..6);
    let results =
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown].to_vec();
    let moves = prop::collection::vec((any::<Index>(), any::<bool>(), said()), 0..60);
    (tags, moves, said(), prop::sample::select(results)).prop_map(|(tags, moves, preface, result)| {
        let mut record = Record::default();
        record.result = result;
        if record.tags.get("Result") == Some("*") {
            record.tags.set("Result", result.text());
        }
        for (name, value) in tags.iter().filter(|(name, _)| name != "FEN") {
            record.tags.set(name, value);
        }
        let plain = |texts: Vec<String>| -> Vec<String> {
            texts.iter().map(|text| helgi_record::comment_text(text)).collect()
        };
        record.node_mut(NodeId::START).comments = plain(preface.3);
        let (mut ids, mut last) = (vec![NodeId::START], NodeId::START);
        for (place, goes_on, (text, glyphs, before, behind)) in moves {
            let parent = if goes_on { last } else { ids[place.index(ids.len())] };
            last = record.add(parent, &text);
            ids.push(last);
            let is_variation = record.continuations(parent).next() != Some(last);
            let node = record.node_mut(last);
            node.glyphs = glyphs.into_iter().map(Glyph).collect();
            node.comments = plain(behind);
            if is_variation {
                node.before = plain(before);
            }
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn written_trees_are_read_back(record in any_record()) {
        let text = record.to_string();
        let has_long_words = text.lines().any(|line| line.chars().count() > 79 && line.contains(' '));
        let is_tag = |line: &str| line.starts_with('[');
        prop_assert!(!has_long_words || text.lines().any(|line| is_tag(line) || line.contains([';', '%'])), "{}", text);
        prop_assert_eq!(&games(&text)[..], std::slice::from_ref(&record), "{}", text);
        prop_assert_eq!(games(&text)[0].to_string(), text.clone());
        prop_assert_eq!(games(&text.replace('\n', "\r\n").repeat(2)), [record.clone(), record]);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(\\[|\\]|\"|\\{|\\}|\\(|\\)|;|%|\\$|\r|\n| |[a-z0-9.*-]|é|e4|[(]1[.] d4){0,80}") {
        // Each game or error takes something: it ends.
        let games: Vec<_> = PgnReader::new(text.as_bytes()).map(Result::unwrap).collect();
        prop_assert!(games.len() <= text.len());
        for game in games {
            let printed = game.record.to_string();
            let again = PgnReader::new(printed.as_bytes()).next().unwrap().unwrap();
            prop_assert_eq!(&again.record, &game.record, "{}", printed);
            prop_assert!(again.errors.is_empty(), "{:?}", again.errors);
        }
    }

    #[test]
    fn random_games_with_variations_are_the_same_in_all_styles(
        number in 0..GameId::BUILT_IN.len(),
        moves in prop::collection::vec((any::<Index>(), any::<bool>(), any::<Index>()), 1..40),
    ) {
        let game = GameId::BUILT_IN[number];
        let mut record = Record::new(game, game.info().start);
        let mut nodes = vec![(NodeId::START, game.start())];
        let mut last = 0;
        for (place, goes_on, choice) in moves {
            let parent = if goes_on { last } else { place.index(nodes.len()) };
            let (id, position) = nodes[parent].clone();
            let legal = position.legal_moves();
            if legal.is_empty() || position.outcome().is_some() || position.count_verdict().is_some() {
                continue;
            }
            let played = legal[choice.index(legal.len())];
            let text = readable::write(&position, played, Style::San);
            last = nodes.len();
            nodes.push((record.add(id, &text), position.after(played)));
        }
        for style in [Style::San, Style::Lan, Style::Uci] {
            let mut other = games(&record.to_string()).remove(0);
            let replayed = rewrite(&mut other, style);
            // The result is not written here, and it may be over.
            prop_assert!(replayed.wrong.iter().all(|wrong| wrong.node().is_none()), "{:?} {}", replayed.wrong, record);
            let again = games(&other.to_string()).remove(0);
            prop_assert_eq!(replay(&again).moves.iter().flatten().count(), nodes.len() - 1);
            let mut back = again;
            rewrite(&mut back, Style::San);
            prop_assert_eq!(&back, &record);
        }
    }
}
