//! The analysis of a game as a table for a terminal.

use crate::cli::games::summary;
use console::Style;
use helgi_rules::board::Side;
use helgi_study::annotation::better;
use helgi_study::annotation::{ReviewedGame, ReviewedPly, score, shown, symbol, whole_percent};
use helgi_study::review::Grade;
use textwrap::core::display_width;

/// Number of characters of the bar of an expected score.
const BAR: usize = 8;

/// A game as lines of no more than `width` characters, an empty one last.
pub fn table(judged: &ReviewedGame<'_>, width: usize, colours: bool) -> String {
    let paint = Paint { colours };
    let mut text = String::new();
    let title = format!("{}: {}", judged.name, summary(judged.record(), &judged.subject.replay));
    text += &textwrap::fill(&title, width);
    text += "\n\n";
    let numbers = judged.steps().map(|step| step.number.len()).max().unwrap_or(0);
    let sans = judged.sans.iter().map(|san| display_width(san)).max().unwrap_or(0).max(4);
    if !judged.review.moves.is_empty() {
        let head = format!(
            "{:numbers$} {:sans$}       score  White {:>w$}  lost  best",
            "",
            "move",
            "",
            w = BAR - 1
        );
        text += &format!("{}\n", paint.on(Style::new().bold(), cut(head.trim_end(), width)));
    }
    for step in judged.steps() {
        text += &row(judged, &step, (numbers, sans), width, paint);
    }
    text + &totals(judged, width, paint)
}

/// A half-move.
fn row(
    judged: &ReviewedGame<'_>,
    step: &ReviewedPly<'_>,
    (numbers, sans): (usize, usize),
    width: usize,
    paint: Paint,
) -> String {
    let grade = step.judged.grade;
    let mark = format!("{:2}", grade.map_or("", symbol));
    let mark = grade.map_or(mark.clone(), |grade| paint.on(colour(grade), &mark));
    let lost = match step.judged.loss {
        _ if step.judged.is_forced => "only".to_owned(),
        // What would be printed as 0 is no loss to speak of.
        loss if loss < 0.005 => String::new(),
        loss => format!("{:.0}", 100.0 * loss),
    };
    let expected = step.expected();
    let fixed = numbers + sans + 31 + BAR;
    let best = best(judged, step, width.saturating_sub(fixed));
    let pad = sans.saturating_sub(display_width(step.san));
    let line = format!(
        "{:>numbers$} {}{:pad$} {mark} {:>8}  {} {:>4}  {lost:>4}  {best}",
        step.number,
        step.san,
        "",
        score(step.after),
        bar(expected, paint),
        whole_percent(expected),
    );
    format!("{}\n", line.trim_end())
}

/// The best line from before a half-move, or the better one, as far as there is room.
fn best(judged: &ReviewedGame<'_>, step: &ReviewedPly<'_>, room: usize) -> String {
    let texts = match step.judged.better.is_empty() {
        true => judged.line(step.ply, shown(&step.before.line, step.before.score)),
        false => better(judged, step),
    };
    let mut line = String::new();
    for text in texts {
        let more = usize::from(!line.is_empty()) + display_width(&text);
        if display_width(&line) + more > room {
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &text;
    }
    line
}

/// White's share of the point as a bar.
fn bar(expected: f64, paint: Paint) -> String {
    let full = (expected * BAR as f64).round() as usize;
    let (white, black) = ("█".repeat(full), "░".repeat(BAR - full));
    format!(
        "{}{}",
        paint.on(Style::new().color256(223), &white),
        paint.on(Style::new().color256(240), &black)
    )
}

/// The accuracy of both sides, and the decisive move.
fn totals(judged: &ReviewedGame<'_>, width: usize, paint: Paint) -> String {
    let mut text = String::from("\n");
    for (side, accuracy) in Side::BOTH.into_iter().zip(judged.review.accuracy) {
        let Some(accuracy) = accuracy else { continue };
        text += &format!("{:5}  accuracy {accuracy:5.1}%", side.name());
        for grade in Grade::ALL {
            let mark = paint.on(colour(grade), symbol(grade));
            text += &format!("   {mark} {}", judged.review.count(side, grade));
        }
        text.push('\n');
    }
    if let Some((ply, words)) = judged.decision() {
        text += &textwrap::fill(&format!("{}: {words}", judged.named(ply)), width);
        text.push('\n');
    }
    text.push('\n');
    text
}

fn colour(grade: Grade) -> Style {
    match grade {
        Grade::Inaccuracy => Style::new().yellow(),
        Grade::Mistake => Style::new().color256(208),
        Grade::Blunder => Style::new().red().bold(),
    }
}

fn cut(text: &str, width: usize) -> &str {
    text.char_indices().nth(width).map_or(text, |(end, _)| &text[..end])
}

/// Colours, where there are any.
#[derive(Clone, Copy)]
struct Paint {
    colours: bool,
}

impl Paint {
    fn on(self, style: Style, text: &str) -> String {
        if self.colours && !text.is_empty() {
            style.force_styling(true).apply_to(text).to_string()
        } else {
            text.to_owned()
        }
    }
}
