use helgi_engine::internals::bench::{DEPTH, run};
use helgi_engine::search::Control;
use helgi_rules::GameId;

#[test]
fn nodes_are_the_same_in_every_run() {
    for &game in GameId::BUILT_IN {
        let nodes = || {
            let row = run(game, 2, &Control::default()).unwrap().unwrap();
            assert_eq!(row.positions, 8);
            row.nodes
        };
        assert_eq!(nodes(), nodes());
    }
}

#[test]
fn a_stopped_bench_has_no_result() {
    let control = Control::default();
    control.stop();
    assert_eq!(run(GameId::default(), DEPTH, &control), Ok(None));
}
