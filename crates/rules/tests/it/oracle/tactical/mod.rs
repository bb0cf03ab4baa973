//! The generator of tactical chess against a slow second one, at positions of random play.

mod oracle;

use fastrand::Rng;
use helgi_rules::board::{Action, Move};
use helgi_rules::internals::tactical::Tactical;
use helgi_rules::{Game, GenMode, Position};
use oracle::Mailbox;

fn text(game: Tactical, chosen: Move) -> String {
    let name = |square| game.outline().name(square);
    match chosen.action() {
        Action::Pass => "0000".to_owned(),
        Action::Drop { kind, to } => format!("{}@{}", game.info().pieces[kind.index()].letter, name(to)),
        Action::Shoot { from, target, second } => {
            let second = second.map(|square| format!("x{}", name(square))).unwrap_or_default();
            format!("{}x{}{second}", name(from), name(target))
        }
        Action::Step { from, to, .. } => format!("{}{}", name(from), name(to)),
        action @ (Action::Split { .. } | Action::Wall { .. }) => panic!("{action:?}"),
    }
}

/// A move of a kind chosen first, so that drops do not crowd out all others.
fn choose<'a>(random: &mut Rng, moves: &'a [(String, Move)]) -> &'a (String, Move) {
    let wanted = random.usize(..6);
    let fits = |text: &str| match wanted {
        0 => text.contains('@'),
        1 => text.contains('x'),
        _ => !text.contains(['@', 'x']) && text != "0000",
    };
    let some: Vec<_> = moves.iter().filter(|(text, _)| fits(text)).collect();
    if some.is_empty() { &moves[random.usize(..moves.len())] } else { some[random.usize(..some.len())] }
}

/// Plays on until the game is over, comparing everything at every position.
fn compare(start: &str, plies: usize, random: &mut Rng) -> usize {
    let game = Tactical;
    let mut position = game.parse(start).unwrap();
    let mut mailbox = Mailbox::read(start);
    for ply in 0..plies {
        let fen = game.format(&position);
        assert_eq!(fen, mailbox.write());
        assert_eq!(game.parse(&fen).unwrap().key(), position.key(), "{fen}");
        let mut generated = Vec::new();
        position.generate(GenMode::All, &mut generated);
        let mut moves: Vec<(String, Move)> =
            generated.iter().map(|&chosen| (text(game, chosen), chosen)).collect();
        moves.sort();
        let texts: Vec<String> = moves.iter().map(|(text, _)| text.clone()).collect();
        assert_eq!(texts, mailbox.moves(), "{fen}");
        assert_eq!(position.count_moves(), moves.len(), "{fen}");
        let mut noisy = Vec::new();
        position.generate(GenMode::Noisy, &mut noisy);
        generated.retain(|&candidate| position.is_noisy(candidate));
        noisy.sort();
        generated.sort();
        assert_eq!(noisy, generated, "{fen}");
        if moves.is_empty() {
            assert!(position.outcome().is_some(), "{fen}");
            return ply;
        }
        let (text, chosen) = choose(random, &moves);
        assert!(position.is_legal(*chosen), "{fen} {text}");
        position.play(*chosen);
        mailbox.play(text);
    }
    plies
}

#[test]
fn random_play_from_the_start() {
    let mut random = Rng::with_seed(0x7AC7_1CA1);
    let plies: usize = (0..60).map(|_| compare(Tactical.info().start, 150, &mut random)).sum();
    assert!(plies > 2000, "{plies}");
}

#[test]
fn random_play_with_many_royal_and_explosive_pieces() {
    let starts = [
        "2k2d2/1c3t2/1h2i3/2*2v2/2V1*3/3I2H1/2T3C1/3DK3[Ff] b - - 4 30",
        "2k5/1v1f1j2/8/3v4/2V1*3/8/1J2F1V1/3K4[] w - - 4 30",
        "1fkfd3/pppjpj2/3*4/2*DD3/4*3/3f*3/PP1PJPJ1/1FKI1C2[HBth] w - - 0 40",
        "k1cdj1i1/2P1R1V1/5N2/1B6/6n1/2r5/1v1p2b1/K1CDJ1I1[] b - - 0 20",
    ];
    let mut random = Rng::with_seed(0xF00D);
    let plies: usize = (0..100).map(|round| compare(starts[round % starts.len()], 120, &mut random)).sum();
    assert!(plies > 1000, "{plies}");
}
