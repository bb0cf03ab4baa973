//! x
use helgi::eval::{popular10::*, *};
use helgi::rules::{popular10::*, *};
fn main() {
    let e = Popular10Eval;
    let p = Popular10::Standard.start();
    let mode = std::env::args().nth(1).unwrap();
    for _ in 0..1 {
        let t = std::time::Instant::now();
        let k = 20000;
        let mut s = 0i64;
        for _ in 0..k {
            let p = std::hint::black_box(&p);
            s += if mode == "e" { e.evaluate(p) as i64 } else { p.count_moves() as i64 }
        }
        println!("{mode} {:?} {s}", t.elapsed() / k);
    }
}
