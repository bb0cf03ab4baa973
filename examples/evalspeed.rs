//! x
use helgi::eval::{popular10::*, *};
use helgi::rules::{popular10::*, *};
fn main() {
    let e = Popular10Eval;
    let data = std::fs::read_to_string("tests/perft/popular10.perft").unwrap();
    let mut ps = vec![Popular10::Standard.start()];
    let mut g = Popular10::Standard;
    let mut id = String::new();
    for l in data.lines() {
        let (w, r) = l.split_once(' ').unwrap_or((l, ""));
        match w {
            "id" => id = r.into(),
            "variant" => g = *Popular10::ALL.iter().find(|g| g.info().name == r).unwrap(),
            "fen" if id.starts_with("sample") => {
                let p = g.parse(r).unwrap();
                println!("{id} {} noisy {}", e.evaluate(&p), {
                    let mut v = vec![];
                    p.generate(Select::Noisy, &mut v);
                    v.len()
                });
                ps.push(p)
            }
            _ => {}
        }
    }
    println!("start {}", e.evaluate(&ps[0]));
    for (n, sel) in [("start", &ps[..1]), ("samples", &ps[1..])] {
        let t = std::time::Instant::now();
        let mut s = 0i64;
        let k = 200000;
        for i in 0..k {
            s += e.evaluate(&sel[i % sel.len()]) as i64;
        }
        println!("{n} eval {:?} {s}", t.elapsed() / k as u32);
        let t = std::time::Instant::now();
        let mut s = 0usize;
        for i in 0..k {
            s += sel[i % sel.len()].count_moves();
        }
        println!("{n} count {:?} {s}", t.elapsed() / k as u32);
        let t = std::time::Instant::now();
        let mut v = vec![];
        for i in 0..k {
            v.clear();
            sel[i % sel.len()].generate(Select::All, &mut v);
            s += v.len();
        }
        println!("{n} list {:?} {s}", t.elapsed() / k as u32);
        let t = std::time::Instant::now();
        let mut v = vec![];
        for i in 0..k {
            v.clear();
            sel[i % sel.len()].generate(Select::Noisy, &mut v);
            s += v.len();
        }
        println!("{n} noisy {:?} {s}", t.elapsed() / k as u32);
        let t = std::time::Instant::now();
        let mut v = vec![];
        let mut c = 0;
        let mut gsum = 0i64;
        for i in 0..k / 10 {
            v.clear();
            let p = &sel[i % sel.len()];
            p.generate(Select::Noisy, &mut v);
            for &m in &v {
                gsum += e.gain(p, m) as i64;
                c += 1
            }
        }
        println!("{n} gain {:?} each {gsum}", t.elapsed() / (c.max(1)) as u32);
        let t = std::time::Instant::now();
        let mut v = vec![];
        let mut c = 0;
        for i in 0..k / 10 {
            v.clear();
            let p = &sel[i % sel.len()];
            p.generate(Select::All, &mut v);
            for &m in &v {
                let mut q = p.clone();
                q.play(m);
                gsum ^= q.key() as i64;
                c += 1
            }
        }
        println!("{n} clone+play {:?} each {gsum}", t.elapsed() / (c.max(1)) as u32);
    }
}
