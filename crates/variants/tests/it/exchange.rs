//! Games in the forms of other programs.
//!
//! `diagrams/*.txt` are diagrams of games that are described publicly, in our own words; `diagrams/games.tsv` has their numbers of
//! move paths, each with its source.

use helgi_rules::Game;
use helgi_variants::exchange::{self, ExchangeNote, ImportedGame, LineFate};
use helgi_variants::{AnyFileGame, ReadGame, library, load};

fn only(text: &str, name: &str) -> ImportedGame {
    let mut games = exchange::import(text, name).unwrap();
    assert_eq!(games.len(), 1);
    games.remove(0)
}

/// The game of a section without mistakes.
fn game(section: &str) -> ReadGame {
    let loaded = load(section);
    assert_eq!(loaded.findings, [], "{section}");
    loaded.games[0].clone()
}

fn perft(game: &ReadGame, depth: u32) -> u64 {
    game.perft(&game.spec().start, depth).unwrap()
}

#[test]
fn diagrams_are_the_games_that_they_describe() {
    let texts = [
        ("capablanca", include_str!("../diagrams/capablanca.txt")),
        ("carrera", include_str!("../diagrams/carrera.txt")),
        ("bird", include_str!("../diagrams/bird.txt")),
        ("gothic", include_str!("../diagrams/gothic.txt")),
        ("janus", include_str!("../diagrams/janus.txt")),
        ("grand", include_str!("../diagrams/grand.txt")),
        ("courier", include_str!("../diagrams/courier.txt")),
        ("shatranj", include_str!("../diagrams/shatranj.txt")),
        ("knightmate", include_str!("../diagrams/knightmate.txt")),
        ("gross", include_str!("../diagrams/gross.txt")),
        ("eurasian", include_str!("../diagrams/eurasian.txt")),
    ];
    let mut told = 0;
    for line in include_str!("../diagrams/games.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, depth, nodes, _] = fields[..] else { panic!("{line}") };
        let (_, text) = texts.iter().find(|(known, _)| *known == name).unwrap();
        let imported = only(text, name);
        let found = perft(&game(&imported.section), depth.parse().unwrap());
        assert_eq!(found.to_string(), nodes, "{name} depth {depth}\n{}", imported.section);
        told += 1;
    }
    assert_eq!(told, 2 * texts.len());
}

/// Pieces that move as the last one did are no stones, and do more than their own moves say.
#[test]
fn imitators_come_and_go() {
    let diagram = "files=8\nranks=8\nroyal=K\nJoker:J:I::d1\nFool:F:WmI::c1\nWazir:W:W::a1\nKing:K:K::e1\n";
    let imported = only(diagram, "jokers");
    for key in ["customPiece1 = j:I", "customPiece2 = f:WmI", "wazir = w"] {
        assert!(imported.section.contains(key), "{key}: {}", imported.section);
    }
    assert!(imported.notes.iter().all(|note| note.fate == LineFate::Taken), "{:?}", imported.notes);
    let game = game(&imported.section);
    let exported = exchange::diagram_of(game.spec()).text;
    assert!(exported.contains(":J:I::d1") && exported.contains(":F:WmI::c1"), "{exported}");
}

/// Each part of a source is told of once, in its order.
#[test]
fn every_line_is_told_of() {
    let imported = only(
        "files=9\nranks=9\nsquareSize=35\nroyal=K\nholdingsType=5\nshuffle=TLK\nfoo=1\n\
         Pawn:P:fmWfceFifmnD:pawn:a2-i2\nThief:T:cacacacaK:thief:b1\nLion:LN:[F?R]:lion:c1\nKing:K:KisO2:king:e1\nhole::::e5\n",
        "Odd Game!",
    );
    assert!(imported.section.starts_with("[odd-game]\n"), "{}", imported.section);
    let lines: Vec<String> = imported.notes.iter().map(ExchangeNote::to_string).collect();
    let begins =
        |start: &str| assert!(lines.iter().any(|line| line.starts_with(start)), "{start}: {lines:#?}");
    begins("1: files=9: taken");
    begins("3: squareSize=35: no rule");
    begins("4: royal=K: taken");
    begins("5: holdingsType=5: not taken: ");
    begins("6: shuffle=TLK: not taken: ");
    begins("7: foo=1: not taken: ");
    begins(
        "9: Thief: not taken: its moves `cacacacaK` at `K`, expected fewer ways: these legs have more than 16384",
    );
    begins("10: Lion:LN:[F?R]:lion:c1: approximated: ");
    begins("12: hole::::e5: taken");
    assert!(imported.notes.is_sorted_by_key(|note| note.line));
    assert!(imported.section.contains("holes = e5"), "{}", imported.section);
}

/// Shuffles of the whole rank of the king are those of Chess960, and first moves of pieces that come back are kept.
#[test]
fn shuffles_and_first_moves_are_taken() {
    let diagram = |shuffle: &str| {
        only(
            &format!(
                "files=8\nranks=8\nmaxPromote=1\nroyal=6\nshuffle={shuffle}\nPawn:P:fmWfceFifmnD::a2-h2\nRook:R:R::a1,h1\n\
                 Knight:N:NimZ::b1,g1\nBishop:B:B::c1,f1\nQueen:Q:Q::d1\nKing:K:KisO2::e1\n"
            ),
            "mixed",
        )
    };
    let imported = diagram("RN!BQK");
    assert!(imported.section.contains("chess960 = true\n"), "{}", imported.section);
    assert!(imported.section.contains("firstMoveTypes = n\n"), "{}", imported.section);
    let read = game(&imported.section);
    assert_eq!(perft(&read, 1), 24, "twenty moves, and d4, e3, d3, e4 of the knights");
    assert!(!diagram("RNB,QK").section.contains("chess960"));
    assert!(!diagram("RNBQ").section.contains("chess960"));
    let fate = |imported: &ImportedGame, line| {
        imported.notes.iter().find(|note| note.line == line).map(|note| note.fate.clone()).unwrap()
    };
    assert_eq!(fate(&imported, 5), LineFate::Taken, "the starts are those of chess960");
    let LineFate::Approximated(how) = fate(&diagram("RNBQK"), 5) else { panic!("bishops are free there") };
    assert!(how.to_string().contains("bishops on squares of both colours"), "{how}");
    let back = exchange::diagram_of(read.spec());
    assert!(back.text.contains("knight:N:NimZ::b1,g1\n"), "{}", back.text);
}

/// The first ranks of all starts of a section, with Black's.
fn ranks(section: &str) -> (Vec<String>, Vec<String>) {
    let read = game(section);
    let AnyFileGame::Small(played) = read.played() else { panic!("more than 64 squares") };
    let starts = played.starts();
    let rank = |start: &String, first: bool| {
        let mut ranks = start.split(' ').next().unwrap().split('/');
        if first { ranks.next().unwrap().to_owned() } else { ranks.next_back().unwrap().to_owned() }
    };
    starts.iter().map(|start| (rank(start, false), rank(start, true))).unzip()
}

/// Shuffles of some pieces are written as ranks, and Black's rank is White's.
#[test]
fn shuffles_of_some_pieces_are_ranks() {
    let diagram = |shuffle: &str, symmetry: &str| {
        // Kings that do not face each other castle to other files.
        let king = if symmetry == "rotate" { "K" } else { "KisO2" };
        only(
            &format!(
                "files=8\nranks=8\nmaxPromote=1\nroyal=6\nsymmetry={symmetry}\nshuffle={shuffle}\nPawn:P:fmWfceFifmnD::a2-h2\n                 Rook:R:R::a1,h1\nKnight:N:N::b1,g1\nBishop:B:B::c1,f1\nQueen:Q:Q::d1\nKing:K:{king}::e1\n"
            ),
            "some",
        )
    };
    // Two bishops and two knights on four squares, of which two are light: six ways, four of them with the bishops apart.
    for (shuffle, count) in [("BN", 6), ("!BN", 4), ("!B!N", 4), ("BN,Q", 6), ("NQ", 3), ("B,N", 1)] {
        let imported = diagram(shuffle, "mirror");
        assert_eq!(
            imported.notes.iter().find(|note| note.line == 6).unwrap().fate,
            LineFate::Taken,
            "{shuffle}"
        );
        let (white, black) = ranks(&imported.section);
        assert_eq!(white.len(), count, "{shuffle}\n{}", imported.section);
        assert!(white.iter().zip(&black).all(|(white, black)| white.to_lowercase() == *black), "{black:?}");
    }
    // Turned round, the kings do not face each other.
    let turned = diagram("!BN", "rotate");
    let (white, black) = ranks(&turned.section);
    let opposite = |rank: &String| rank.chars().rev().collect::<String>().to_lowercase();
    assert!(white.len() == 4 && white.iter().map(opposite).eq(black), "{}", turned.section);
    // A king that castles would stand elsewhere: that is only said by `chess960`, and so is a shuffle of very many ranks.
    for lost in ["KQ", "RNB,QK", "X", "P"] {
        let imported = diagram(lost, "mirror");
        let fate = &imported.notes.iter().find(|note| note.line == 6).unwrap().fate;
        assert!(matches!(fate, LineFate::Lost(_)), "{lost} {fate:?}");
        assert!(!imported.section.contains("startRows") && !imported.section.contains("chess960"));
    }
}

/// Two pieces that exchange their colours before the others are shuffled: the pair of Capablanca random chess, on eight files.
#[test]
fn shuffles_in_turn_can_be_those_of_a_pair() {
    let imported = only(
        "files=8\nranks=8\nmaxPromote=1\nroyal=7\nshuffle=QA,R!B!A!QNK\nPawn:P:fmWfcF::a2-h2\nRook:R:R::a1,h1\n\
         Knight:N:N::b1\nBishop:B:B::c1,f1\nQueen:Q:Q::d1\nArchbishop:A:BN::g1\nKing:K:KisO2::e1\n",
        "pair",
    );
    assert_eq!(imported.notes.iter().find(|note| note.line == 5).unwrap().fate, LineFate::Taken);
    assert!(imported.section.contains("shuffleColours = q:a\n"), "{}", imported.section);
    let (white, _) = ranks(&imported.section);
    let is_apart = |rank: &String| (rank.find('Q').unwrap() + rank.find('A').unwrap()) % 2 == 1;
    assert!(white.contains(&"RNBQKBAR".to_owned()) && white.iter().all(is_apart), "{white:?}");
}

/// Pieces in hand at the start are dropped, or come back by promotion; captured ones do so alone.
#[test]
fn hands_are_taken() {
    let diagram = |lines: &str, hand: &str| {
        only(
            &format!(
                "files=8\nranks=8\nroyal=3\n{lines}Pawn:P:fmWfcF::a2-h2\nKnight:N:N::b1,g1{hand}\nKing:K:K::e1\n"
            ),
            "hands",
        )
    };
    let says =
        |imported: &ImportedGame, key: &str| imported.section.lines().any(|line| line.starts_with(key));
    let fate = |imported: &ImportedGame, line: &str| {
        imported.notes.iter().find(|note| note.text == line).map(|note| note.fate.clone()).unwrap()
    };
    let start = diagram("", ":2");
    assert!(says(&start, "pieceDrops = true") && start.section.contains("[NNnn]"), "{}", start.section);
    // Sixteen steps of pawns are eight here, and a knight is dropped on each of 42 empty squares.
    let moves = |imported: &ImportedGame| perft(&game(&imported.section), 1);
    let plain = diagram("", "");
    assert_eq!(moves(&start), moves(&plain) + 42);
    assert!(diagram("", ":4000000000").section.matches('N').count() < 200, "no more than fit in a hand");

    let promoted = diagram("promoChoice=*N\nholdingsType=1\n", ":1");
    assert!(says(&promoted, "promotionLimit = n:3"), "{}", promoted.section);
    assert!(!says(&promoted, "pieceDrops") && moves(&promoted) > 0, "{}", promoted.section);
    assert_eq!(fate(&promoted, "holdingsType=1"), LineFate::Taken);
    assert_eq!(fate(&promoted, "promoChoice=*N"), LineFate::Taken);
    let unasked = diagram("holdingsType=1\n", "");
    assert_eq!(unasked.section, plain.section);
    assert!(matches!(fate(&unasked, "holdingsType=1"), LineFate::Approximated(_)));
    for lost in ["-1", "2", "9", "x", ""] {
        let line = format!("holdingsType={lost}");
        let imported = diagram(&format!("{line}\n"), "");
        assert!(matches!(fate(&imported, &line), LineFate::Lost(_)), "{line}");
        assert_eq!(imported.section, plain.section);
    }
}

/// A piece that may stay what it is has itself among its choices, and `!` before it excepts the last rank.
#[test]
fn optional_promotions_are_taken() {
    let diagram = |zone: &str, choice: &str| {
        let text = format!(
            "files=8\nranks=8\nroyal=3\npromoZone={zone}\npromoChoice={choice}\nPawn:P:fmWfcF::a2-h2\nKnight:N:N::b1,g1\nKing:K:K::e1\n"
        );
        only(&text, "waits")
    };
    let fate =
        |imported: &ImportedGame| imported.notes.iter().find(|note| note.line == 5).unwrap().fate.clone();
    let early = diagram("2", "!PN");
    assert_eq!(fate(&early), LineFate::Taken);
    assert!(
        early.section.contains("promotionPieceTypes = n\nmandatoryPawnPromotion = false\n"),
        "{}",
        early.section
    );
    assert_eq!(
        exchange::diagram_of(game(&early.section).spec()).text.lines().nth(4),
        Some("promoChoice=!PN")
    );
    for approximated in ["PN", "P!N", "!PNX"] {
        let imported = diagram("2", approximated);
        assert!(matches!(fate(&imported), LineFate::Approximated(_)), "{approximated}");
        assert_eq!(game(&imported.section).spec().promotions, game(&early.section).spec().promotions);
    }
    let none = diagram("0", "N").section;
    assert!(!none.contains("promotion") && !none.contains("pawnTypes"), "{none}");
    game(&none);
}

/// Black's squares stand behind two commas, as the tables of published diagrams have them, in one line or many.
#[test]
fn squares_of_both_sides_are_taken() {
    let pieces = |squares: &dyn Fn(&str, &str) -> String| {
        let line = |piece: &str, white: &str, black: &str| format!("{piece}::{}", squares(white, black));
        let pawns = ["a2,b2,c2,d2,e2,f2", "a5,b5,c5,d5,e5,f5"];
        [
            line("Pawn:P:fmWfcF", pawns[0], pawns[1]),
            line("Rook:R:R", "a1,f1", "a6,f6"),
            line("Knight:N:N", "b1", "b6"),
            line("King:K:K", "e1", "e6"),
        ]
    };
    let listed = pieces(&|white, black| format!("{white},,{black}"));
    let mirrored = pieces(&|white, _| white.to_owned()).join("\n");
    let head = ["files=6", "ranks=6", "royal=K"];
    let expected = only(&format!("{}\n{mirrored}", head.join("\n")), "both").section;
    for between in ["\n", " "] {
        let text = format!("{}{between}{}", head.join(between), listed.join(between));
        assert_eq!(only(&text, "both").section, expected, "{text}");
    }
    // A piece without squares of Black's is White's alone, and the other way round.
    let uneven = listed.join("\n").replace("b1,,b6", "b1,c1,,").replace("a1,f1,,", ",,");
    let uneven = only(&format!("{}\n{uneven}", head.join("\n")), "both").section;
    assert!(uneven.contains("startFen = r3kr/pppppp/6/6/PPPPPP/1NN1K1 w"), "{uneven}");
    let back = exchange::diagram_of(game(&uneven).spec());
    assert!(back.text.contains("symmetry=none\n") && back.text.contains("::b1,c1,,\n"), "{}", back.text);
    assert!(back.text.contains("::,,a6,f6\n") && back.text.contains("::e1,,e6\n"), "{}", back.text);
    let again = only(&back.text, "both").section;
    assert!(again.contains("startFen = r3kr/pppppp/6/6/PPPPPP/1NN1K1 w"), "{again}");
    assert_eq!(exchange::diagram_of(game(&again).spec()), back);
}

#[test]
fn the_result_of_stalemate_is_taken() {
    let diagram = |value: &str| only(&format!("royal=K\nstalemate={value}\nKing:K:K::e1\n"), "end");
    let fate =
        |imported: &ImportedGame| imported.notes.iter().find(|note| note.line == 2).unwrap().fate.clone();
    let won = diagram("win");
    assert!(
        won.section.contains("stalemateValue = loss\n") && fate(&won) == LineFate::Taken,
        "{}",
        won.section
    );
    assert!(exchange::diagram_of(game(&won.section).spec()).text.contains("stalemate=win\n"));
    let drawn = diagram("draw");
    assert!(!drawn.section.contains("stalemateValue") && fate(&drawn) == LineFate::Taken);
    assert!(matches!(fate(&diagram("loss")), LineFate::Lost(_)));
}

/// Only one side's king castles: the moves of a game have no words for it.
#[test]
fn a_king_of_one_side_does_not_castle() {
    let imported = only(
        "files=8\nranks=8\nsymmetry=none\nroyal=2\nPawn:P:fmWfcF::a2-h2:a7-h7\nKing:K:WisO2F::e1\nHero:H:K::a1:e8\n",
        "one-sided",
    );
    assert!(imported.section.contains("king = k\n"), "{}", imported.section);
    assert!(imported.section.contains("castling = false"), "{}", imported.section);
    let is_told = |note: &ExchangeNote| note.to_string().contains("King: approximated: without castling");
    assert!(imported.notes.iter().any(is_told), "{:?}", imported.notes);
}

#[test]
fn texts_without_a_game_are_refused() {
    let refused = |text: &str| exchange::import(text, "x").unwrap_err();
    assert_eq!(refused("").line, 1);
    assert_eq!(refused("files=8\nranks=40\nKing:K:K::e1").line, 2);
    assert_eq!(refused("files=8\nranks=8\nKing:K:K::e9").line, 3);
    assert_eq!(refused("Game: x\n8by8\n").line, 2);
    assert_eq!(refused("Game: x\n3x3\n3 4\n").line, 3);
    assert_eq!(refused("Game: x\n3x3\n3 3 3\n3 3 3\np:1 16,7\n").line, 5);
}

/// Fairy-Max's own way of writing games: chess, with White's and Black's king and queen on lines of their own, and one with
/// pieces that bend, hop and go around the board.
#[test]
fn games_of_fairymax_are_read() {
    let text = "Game: normal\n8x8\n8 5 6 9 3 6 5 8\n8 5 6 9 3 6 5 8\n\
        p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
        k:-1 1,34 -1,34 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\nx:1 1,7\n\
        n:259 14,7 31,7 33,7 18,7 -14,7 -31,7 -33,7 -18,7\nb:296 15,3 17,3 -15,3 -17,3\n\
        Q:851 1,3 16,3 15,3 17,3 -1,3 -16,3 -15,3 -17,3\nR:444 1,3 16,3 -1,3 -16,3\n\
        S:851 1,3 16,3 15,3 17,3 -1,3 -16,3 -15,3 -17,3\n";
    let games = exchange::import(text, "").unwrap();
    let read = game(&games[0].section);
    assert_eq!([1, 2, 3].map(|depth| perft(&read, depth)), [20, 400, 8902]);
    let text = "// A comment\nGame: odd\n8x8=3\n3 4 5 6 7 5 4 3\n3 4 5 6 7 5 4 3\n\
        p:74 -16,6 -15,5 -17,5\np:74 16,6 15,5 17,5\n\
        C:1 1,BA 16,BA -1,BA -16,BA\nH:1 16,1070 16,1F070 1,10070 1,FFFF0070 -16,1070 -16,1F070 -1,10070 -1,FFFF0070\n\
        G:1 17,1003 15,1F003 -15,1003 -17,1F003 17,10003 -15,FFFF0003 -17,10003 15,FFFF0003\n\
        k:-1 1,7 16,7 15,7 17,7 -1,7 -16,7 -15,7 -17,7\nO:5 1,103 16,103 -1,103 -16,103 2,2007\n";
    let imported = only(text, "");
    let section = &imported.section;
    for part in ["cannon = c", ":[W-F]", ":[F?R]", "king = k\n", ":oR", "promotionRegionWhite = *6 *7 *8"] {
        assert!(section.contains(part), "{part}\n{section}");
    }
    game(section);
    let is_lost = |note: &&ExchangeNote| matches!(&note.fate, LineFate::Approximated(how) if how.to_string().contains("2,2007"));
    assert_eq!(imported.notes.iter().filter(is_lost).count(), 1, "{:?}", imported.notes);
}

/// Rules that both can say come back: pieces that wait for promotions, pieces in hand, the result of stalemate.
#[test]
fn rules_of_hands_come_back() {
    let section = |rules: &str, hand: &str| {
        format!(
            "[mine:chess]\nmaxRank = 6\ncastling = false\ndoubleStep = false\npromotionRegionWhite = *6\npromotionRegionBlack = *1\n\
             promotionPieceTypes = nr\nstartFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR{hand} w - - 0 1\n{rules}"
        )
    };
    let diagram = |rules: &str, hand: &str| exchange::diagram_of(game(&section(rules, hand)).spec());
    let limited = diagram("promotionLimit = n:3 r:2\nstalemateValue = loss\n", "");
    assert_eq!(limited.lost, Vec::<String>::new());
    for part in ["promoChoice=*N*R\nroyal", "holdingsType=1\nstalemate=win\n", "::b1,g1:1\n", "::a1,h1\n"] {
        assert!(limited.text.contains(part), "{part}\n{}", limited.text);
    }
    let dropped = diagram("pieceDrops = true\n", "[NNBnnb]");
    assert_eq!(dropped.lost, Vec::<String>::new());
    assert!(dropped.text.contains("::b1,g1:2\n") && dropped.text.contains("::c1,f1:1\n"), "{}", dropped.text);
    for diagram in [&limited, &dropped] {
        let back = game(&only(&diagram.text, "mine").section);
        assert_eq!(exchange::diagram_of(back.spec()), *diagram);
    }
    for (rules, hand) in [
        ("pieceDrops = true\ncapturesToHand = true\n", "[]"),
        ("pieceDrops = true\n", "[Nnn]"),
        ("promotionLimit = n:1\n", ""),
        ("promotionLimit = n:3\npieceDrops = true\n", "[Bb]"),
        ("stalemateValue = win\n", ""),
    ] {
        let written = diagram(rules, hand);
        assert_eq!(written.lost.len(), 1, "{rules} {:?}\n{}", written.lost, written.text);
        assert!(!written.text.contains("holdingsType"), "{}", written.text);
    }
}

/// The library's games through a diagram and back: where nothing is lost, the moves are the same, and so is the text of a
/// second diagram.
#[test]
fn a_round_trip_loses_nothing() {
    let mut whole = Vec::new();
    for name in library::names() {
        let original = library::game(name).unwrap();
        let diagram = exchange::diagram_of(original.spec());
        if !diagram.lost.is_empty() {
            assert!(diagram.lost.iter().all(|why| !why.is_empty()));
            continue;
        }
        let imported = only(&diagram.text, name);
        let back = game(&imported.section);
        for depth in 1..=2 {
            assert_eq!(
                perft(&back, depth),
                perft(&original, depth),
                "{name}\n{}\n{}",
                diagram.text,
                imported.section
            );
        }
        assert_eq!(exchange::diagram_of(back.spec()).text, diagram.text, "{name}\n{}", imported.section);
        whole.push(name);
    }
    assert!(whole.len() >= 8, "{whole:?}");
    assert!(whole.contains(&"capablanca"), "{whole:?}");
}

/// Pieces that take their own or a king on the way come back as they are, and those with `t` are told of: diagrams do not have it.
#[test]
fn prey_on_the_way_comes_back() {
    let section = |moves: &str| {
        format!(
            "[takers:chess]\ncastling = false\nqueen = -\ncustomPiece1 = a:{moves}\n\
             startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w - - 0 1\n"
        )
    };
    for moves in ["KdafW", "NkafW", "mckQ", "[W?dF]", "d[cW-F]", "WdacaK", "t[FR]"] {
        let original = game(&section(moves));
        let diagram = exchange::diagram_of(original.spec());
        if moves == "t[FR]" {
            assert!(diagram.text.contains(":t[FR]:"), "{}", diagram.text);
        }
        assert_eq!(diagram.lost, Vec::<String>::new(), "{moves}");
        let back = game(&only(&diagram.text, "takers").section);
        assert_eq!(perft(&back, 3), perft(&original, 3), "{moves}\n{}", diagram.text);
        assert_eq!(exchange::diagram_of(back.spec()).text, diagram.text, "{moves}");
    }
    for moves in ["tQ", "NtpR"] {
        let diagram = exchange::diagram_of(game(&section(moves)).spec());
        assert!(diagram.lost.len() == 1 && diagram.lost[0].contains("`ck`"), "{moves}: {:?}", diagram.lost);
    }
}
