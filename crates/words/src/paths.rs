//! The moves of a piece that helgi's notation has no letters for, in words, from its paths.

use crate::message::TextMessage;
use helgi_rules::internals::board::path::{Bend, Course, Mode, Origin, Passing, Path, RouteLeg, Step, Taken};
use helgi_rules::internals::sort_short;

/// The most shapes of routes that are told one by one.
const MOST_SHAPES: usize = 3;

/// The lines of some paths as White's pieces go them.
pub(crate) fn lines(paths: &[Path]) -> Vec<TextMessage> {
    let mut lines = Vec::new();
    for path in paths.iter().filter(|path| !path.en_passant) {
        let whole = match &path.course {
            Course::Routes(routes) => routes_in_words(routes),
            _ => plain(path),
        };
        for words in whole {
            let words = limited(words, limits(path));
            // One path for each rank or file that it starts from reads the same.
            if !lines.contains(&words) {
                lines.push(words);
            }
        }
    }
    lines
}

fn limited(path: TextMessage, limits: Vec<&'static str>) -> TextMessage {
    if limits.is_empty() {
        return path;
    }
    let limits: Vec<TextMessage> = limits.into_iter().map(TextMessage::new).collect();
    TextMessage::new("path-limited").with("path", path).with("limits", limits)
}

fn limits(path: &Path) -> Vec<&'static str> {
    let mode = match (path.taken, path.mode) {
        (Taken::Kings, _) => Some("limit.kings"),
        (Taken::Commoners, _) => Some("limit.commoners"),
        (Taken::Own, _) => Some("limit.take-own"),
        (Taken::OwnInExchange, _) if sets_down(path) => Some("limit.displace"),
        (Taken::OwnInExchange, _) => Some("limit.exchange"),
        (Taken::EnemiesInExchange, _) if sets_down(path) => Some("limit.displace-enemy"),
        (Taken::EnemiesInExchange, _) => Some("limit.exchange-enemy"),
        (Taken::Enemies, Mode::Both) => None,
        (Taken::Enemies, Mode::Move) => Some("limit.move"),
        (Taken::Enemies, Mode::Capture) => Some("limit.capture"),
        (Taken::Enemies, Mode::Shoot) => Some("limit.shoot"),
    };
    let origin = match path.origin {
        Origin::Any => None,
        Origin::Rank(_) | Origin::Squares(_) => Some("limit.initial"),
        Origin::White => Some("limit.white"),
        Origin::Unmoved { until_check: false } => Some("limit.unmoved"),
        Origin::Unmoved { until_check: true } => Some("limit.unchecked"),
    };
    let passing = match path.passing {
        Passing::Nothing | Passing::Marked => None,
        Passing::One | Passing::Hurdle => Some("limit.one"),
        Passing::NearHurdle => Some("limit.near"),
        Passing::Several => Some("limit.several"),
        Passing::OneOwn => Some("limit.one-own"),
        Passing::Own => Some("limit.own"),
        Passing::Pieces => Some("limit.pieces"),
        Passing::Everything => Some("limit.everything"),
    };
    // Only a lame leap that passes nothing needs the remark: for rides it goes without saying.
    let is_stopped = path.course == Course::Lame && path.passing == Passing::Nothing;
    let others = [is_stopped.then_some("limit.way"), path.wraps.then_some("limit.around")];
    [mode, origin, passing].into_iter().chain(others).flatten().collect()
}

/// Returns true if a leg of a path says where a piece is set down.
fn sets_down(path: &Path) -> bool {
    matches!(&path.course, Course::Routes(routes) if routes.iter().flatten().any(|leg| leg.sets_down))
}

/// A leap's numbers, the smaller first.
fn length((files, ranks): Step) -> (u8, u8) {
    let (files, ranks) = (files.unsigned_abs(), ranks.unsigned_abs());
    (files.min(ranks), files.max(ranks))
}

/// Equal steps of a length, at most so many, 0 for any.
fn steps(length: (u8, u8), most: u8) -> TextMessage {
    let distance = || match most {
        0 => TextMessage::new("distance.any"),
        1 => TextMessage::new("distance.one"),
        most => TextMessage::new("distance.up-to").with("count", u32::from(most)),
    };
    let (x, y) = length;
    let leap = || TextMessage::new("leap").with("x", u32::from(x)).with("y", u32::from(y));
    match (length, most) {
        ((0, 1), _) => TextMessage::new("path.straight").with("distance", distance()),
        ((1, 1), _) => TextMessage::new("path.diagonal").with("distance", distance()),
        (_, 1) => TextMessage::new("path.leaps").with("leaps", vec![leap()]),
        (_, 0) => TextMessage::new("path.leaps.any").with("leap", leap()),
        _ => TextMessage::new("path.leaps.up-to").with("leap", leap()).with("count", u32::from(most)),
    }
}

/// Paths of one step again and again.
fn plain(path: &Path) -> Vec<TextMessage> {
    let most = match path.course {
        Course::Ride { most, .. } => most,
        Course::SameColour => return vec![TextMessage::new("path.same-colour")],
        _ => 1,
    };
    let mut lengths: Vec<(u8, u8)> = path.steps.iter().map(|&step| length(step)).collect();
    sort_short(&mut lengths);
    lengths.dedup();
    // So many different leaps are those of a piece that leaps anywhere.
    if lengths.len() > 8 {
        return vec![TextMessage::new("path.everywhere")];
    }
    let words = |of: (u8, u8)| {
        let count = path.steps.iter().filter(|&&step| length(step) == of).count();
        // Along lines and diagonals there are four directions, for all other leaps eight.
        let all = if of.0 == 0 || of.0 == of.1 { 4 } else { 8 };
        let limits = if count < all { vec!["limit.some-directions"] } else { Vec::new() };
        limited(steps(of, most), limits)
    };
    lengths.into_iter().map(words).collect()
}

/// The facts about a leg that its words tell, but for its turn.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape {
    length: (u8, u8),
    /// The greatest number of steps.
    most: u8,
    /// The piece or empty square that it ends on.
    bend: Bend,
    /// True if the move may end with it.
    may_end: bool,
    /// True if a piece is set down where it begins.
    sets_down: bool,
}

impl Shape {
    fn of(&RouteLeg { step, most, bend, may_end, sets_down, .. }: &RouteLeg) -> Self {
        Shape { length: length(step), most, bend, may_end, sets_down }
    }
}

fn shapes_of(route: &[RouteLeg]) -> Vec<Shape> {
    route.iter().map(Shape::of).collect()
}

fn routes_in_words(routes: &[Vec<RouteLeg>]) -> Vec<TextMessage> {
    let mut shapes: Vec<Vec<Shape>> = Vec::new();
    for route in routes {
        let shape = shapes_of(route);
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
    }
    let longest = shapes.iter().map(Vec::len).max().unwrap_or(0);
    if shapes.len() > MOST_SHAPES || longest > 6 {
        // Of what a leg ends on only the pieces that it takes are told.
        let prey = |bend| if let Bend::Prey(taken) = bend { Some(taking(taken)) } else { None };
        let mut first: Vec<((u8, u8), Option<&'static str>)> =
            shapes.iter().filter_map(|shape| shape.first()).map(|leg| (leg.length, prey(leg.bend))).collect();
        sort_short(&mut first);
        first.dedup();
        let again = |(of, prey): ((u8, u8), Option<&'static str>)| {
            let again = TextMessage::new("path.again").with("path", steps(of, 1));
            limited(again, prey.into_iter().collect())
        };
        return first.into_iter().map(again).collect();
    }
    shapes.iter().map(|shape| route_in_words(routes, shape)).collect()
}

/// One shape of routes, with the turns between its legs.
fn route_in_words(routes: &[Vec<RouteLeg>], of: &[Shape]) -> TextMessage {
    let mut legs = Vec::new();
    // The first leg has no turn before it.
    for (index, &Shape { length, most, sets_down, .. }) in of.iter().enumerate().skip(1) {
        let turns = routes.iter().filter(|route| shapes_of(route) == of).filter_map(|route| {
            let [before, leg] = [route.get(index - 1)?.step, route.get(index)?.step];
            Some(turn(before, leg))
        });
        // Mirrored routes have the same shape and often the same turns.
        let mut turns: Vec<&'static str> = turns.collect();
        turns.sort_unstable();
        turns.dedup();
        let Shape { bend, may_end, .. } = of[index - 1];
        let mut limits = match bend {
            Bend::Empty => Vec::new(),
            Bend::Occupied => vec!["limit.bend-occupied"],
            Bend::Any => vec!["limit.bend-any"],
            Bend::OverOwn => vec!["limit.bend-over-own"],
            Bend::Prey(taken) => vec![taking(taken)],
        };
        if may_end {
            // It is about the leg before and is read before what that ends on.
            limits.insert(0, "limit.may-end");
        }
        if sets_down {
            limits.push("limit.set-down");
        }
        let turns: Vec<TextMessage> = turns.into_iter().map(TextMessage::new).collect();
        let leg = TextMessage::new("path.then").with("path", steps(length, most)).with("turns", turns);
        legs.push(limited(leg, limits));
    }
    let (first, most) = of.first().map_or(((0, 1), 1), |leg| (leg.length, leg.most));
    let displaced = of.first().filter(|leg| leg.sets_down).map(|_| "limit.set-down-first");
    let first = limited(steps(first, most), displaced.into_iter().collect());
    match legs.is_empty() {
        true => first,
        false => TextMessage::new("path.route").with("path", first).with("legs", legs),
    }
}

/// The name of the words for pieces that are taken on the way.
fn taking(taken: Taken) -> &'static str {
    match taken {
        Taken::Kings => "limit.bend-king",
        Taken::Commoners => "limit.bend-commoner",
        Taken::Own => "limit.bend-own",
        Taken::Enemies | Taken::OwnInExchange | Taken::EnemiesInExchange => "limit.bend-enemy",
    }
}

/// The turn from one step to the next.
fn turn((x, y): Step, (to_x, to_y): Step) -> &'static str {
    let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(i32::from);
    // The scalar product is positive ahead and negative behind; the vector product is 0 in one line.
    let (along, across) = (x * to_x + y * to_y, (x * to_y - y * to_x).abs());
    match along {
        1.. if across == 0 => "turn.ahead",
        1.. => "turn.outwards",
        0 => "turn.square",
        _ if across == 0 => "turn.back",
        _ => "turn.sharp",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    fn leg(step: Step, bend: Bend, may_end: bool) -> RouteLeg {
        RouteLeg { step, least: 1, most: 1, bend, may_end, sets_down: false }
    }

    #[test]
    fn routes_are_told_leg_by_leg() {
        let horse = |turn| vec![leg((0, 1), Bend::Empty, false), leg((turn, 1), Bend::Empty, false)];
        let path = Path::new(Mode::Capture, Vec::new(), Course::Routes(vec![horse(1), horse(-1)]));
        let words = lines(&[path]);
        let [line] = &words[..] else { panic!("{words:?}") };
        assert_eq!(
            Catalogue::english().write(line),
            "one square straight, then one square diagonally outwards, only capturing"
        );
    }

    #[test]
    fn prey_on_the_way_is_told() {
        for (bend, expected) in [
            (Bend::Prey(Taken::Enemies), "taking an enemy piece that stands there"),
            (Bend::Prey(Taken::Commoners), "taking an enemy piece other than a king that stands there"),
            (Bend::Prey(Taken::Kings), "taking a king that stands there"),
            (Bend::Prey(Taken::Own), "taking a friendly piece that stands there"),
            (Bend::OverOwn, "over a friendly piece that stands there"),
        ] {
            let on = vec![leg((0, 1), bend, false), leg((0, 1), Bend::Empty, false)];
            let path = Path {
                taken: Taken::Commoners,
                ..Path::new(Mode::Capture, Vec::new(), Course::Routes(vec![on]))
            };
            let words = Catalogue::english().write(&lines(&[path])[0]);
            assert!(words.contains(expected) && words.ends_with("never a king"), "{words}");
        }
    }

    #[test]
    fn pieces_that_are_set_down_are_told() {
        let catalogue = Catalogue::english();
        let on = |first: RouteLeg, second: RouteLeg, taken| {
            let routes = Course::Routes(vec![vec![first, second]]);
            let path = Path { taken, ..Path::new(Mode::Capture, Vec::new(), routes) };
            catalogue.write(&lines(&[path])[0])
        };
        let (plain, prey) = (leg((0, 1), Bend::Empty, false), Bend::Prey(Taken::Enemies));
        let setting = RouteLeg { sets_down: true, ..plain.clone() };
        assert_eq!(
            on(plain.clone(), setting.clone(), Taken::OwnInExchange),
            "one square straight, then one square straight straight on, setting down there the piece that it takes, \
             displacing a friendly piece"
        );
        let first = RouteLeg { bend: prey, ..setting };
        assert_eq!(
            on(first, plain, Taken::Enemies),
            "one square straight, setting down where it began the piece that it takes, then one square straight straight on, \
             taking an enemy piece that stands there, only capturing"
        );
    }

    #[test]
    fn long_routes_are_told_in_short() {
        let crooked = vec![leg((1, 1), Bend::Empty, true); 31];
        let path = Path::new(Mode::Both, Vec::new(), Course::Routes(vec![crooked]));
        assert_eq!(
            Catalogue::english().write(&lines(&[path])[0]),
            "one square diagonally, again and again with a turn each time"
        );
    }
}
