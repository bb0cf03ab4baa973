//! The source file that the weights of an evaluation stand in: numbers, and where they come from.
//!
//! The text is compiled as it is. It is laid out for people: a field begins a line, and long lists
//! stand in rows of eight weights or fewer.

use helgi_engine::internals::eval::{Expression, Tapered, Weights};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The longest line, in characters.
const WIDTH: usize = 110;

/// The most weights in one of several rows.
const ROW: usize = 8;

/// The separator between the first paragraph of the file and the origin of its weights.
const BREAK: &str = "//!\n";

/// The file with the weights of an evaluation, which is [named](helgi_engine::internals::eval::Tunable::name) after a
/// game: relative to the root of the checkout.
pub fn path(name: &str) -> PathBuf {
    ["crates", "engine", "src", "eval", name, "weights.rs"].iter().collect()
}

/// Weights as a source file writes them, for any evaluation.
#[derive(Clone, Debug)]
pub struct Constant {
    type_name: String,
    value: Expression,
}

impl Constant {
    /// The constant of some weights.
    pub fn of<W: Weights>(weights: &W) -> Self {
        Constant { type_name: W::type_name(), value: weights.expression() }
    }
}

/// The text of that file. `origin` describes the data of the fit and its error; how its
/// words are spread over lines does not matter.
pub fn write(name: &str, weights: &Constant, origin: &str) -> String {
    let mut structs = BTreeSet::new();
    let is_tapered = collect_names(&weights.value, &mut structs);
    let structs: Vec<&str> = structs.into_iter().collect();
    let structs = match structs[..] {
        [one] => one.to_owned(),
        _ => format!("{{{}}}", structs.join(", ")),
    };
    let (about_scores, import) = if is_tapered {
        let about = "; `s` is a score in centipawns for the opening and one for the ending";
        (about, "use crate::eval::tapered::tapered as s;\n")
    } else {
        ("", "")
    };
    let about = format!(
        "The weights of `{name}`, written by `helgi tune {name} --write`. Their meanings are in `mod.rs`\
         {about_scores}."
    );
    let mut text = format!("{}{BREAK}{}\n", comment(&about), comment(origin));
    text += &format!("use super::{structs};\n{import}\n");
    text += &format!("#[rustfmt::skip]\npub(super) const WEIGHTS: {} = ", weights.type_name);
    write_expression(&mut text, &weights.value, 0);
    text += ";\n";
    text
}

/// The origin that a text of [`write()`] names, in one line; `None` if it names none.
pub fn origin(text: &str) -> Option<String> {
    let (_, rest) = text.split_once(BREAK)?;
    let lines: Vec<&str> = rest.lines().map_while(|line| line.strip_prefix("//! ")).collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}

/// Collects the names of structs; returns whether there are tapered scores.
fn collect_names(expression: &Expression, structs: &mut BTreeSet<&'static str>) -> bool {
    match expression {
        Expression::Number(_) => false,
        Expression::Tapered(_) => true,
        Expression::List(items) => items.iter().fold(false, |any, item| collect_names(item, structs) | any),
        Expression::Struct(name, fields) => {
            structs.insert(name);
            fields.iter().fold(false, |any, (_, value)| collect_names(value, structs) | any)
        }
    }
}

/// A text as lines of a module's comment.
pub(super) fn comment(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::from("//!"));
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > WIDTH {
            lines += &line;
            lines.push('\n');
            line = String::from("//!");
        }
        line.push(' ');
        line += word;
    }
    lines + &line + "\n"
}

/// Appends an expression; lines after its first one are indented by `depth` or more levels.
fn write_expression(text: &mut String, expression: &Expression, depth: usize) {
    match expression {
        Expression::Number(number) => *text += &number.to_string(),
        Expression::Tapered(Tapered { opening, ending }) => *text += &format!("s({opening}, {ending})"),
        Expression::List(items) if items.iter().all(is_weight) => write_row(text, items, depth),
        Expression::List(items) => {
            write_block(text, "[", items.iter().map(|item| ("", item)), "]", depth);
        }
        Expression::Struct(name, fields) => {
            let fields = fields.iter().map(|(field, value)| (*field, value));
            write_block(text, &format!("{name} {{"), fields, "}", depth);
        }
    }
}

fn is_weight(expression: &Expression) -> bool {
    matches!(expression, Expression::Number(_) | Expression::Tapered(_))
}

/// Appends a list of weights: in the line if there is room for it, else in rows.
fn write_row(text: &mut String, weights: &[Expression], depth: usize) {
    let mut words = vec![String::new(); weights.len()];
    for (word, weight) in words.iter_mut().zip(weights) {
        write_expression(word, weight, depth);
    }
    let line = words.join(", ");
    let column = text.len() - text.rfind('\n').map_or(0, |end| end + 1);
    // Brackets and a comma.
    if words.len() < 2 || column + line.len() + 3 <= WIDTH {
        *text += &format!("[{line}]");
        return;
    }
    let indent = indent(depth + 1);
    let widest = words.iter().map(String::len).max().unwrap_or(0);
    let most = ((WIDTH - indent.len() + 1) / (widest + 2)).clamp(1, ROW);
    // Rows of equal length: three of five rather than seven, seven and one.
    let row = words.len().div_ceil(words.len().div_ceil(most));
    let rows: String = words.chunks(row).map(|row| format!("{indent}{},\n", row.join(", "))).collect();
    *text += &format!("[\n{rows}{}]", self::indent(depth));
}

/// Appends a block with a line or more for each of its items, named or not.
fn write_block<'a>(
    text: &mut String,
    open: &str,
    items: impl Iterator<Item = (&'a str, &'a Expression)>,
    close: &str,
    depth: usize,
) {
    *text += open;
    text.push('\n');
    for (name, item) in items {
        *text += &indent(depth + 1);
        if !name.is_empty() {
            *text += &format!("{name}: ");
        }
        write_expression(text, item, depth + 1);
        *text += ",\n";
    }
    *text += &indent(depth);
    *text += close;
}

fn indent(depth: usize) -> String {
    "    ".repeat(depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use helgi_engine::internals::eval::tapered;

    #[derive(Clone, Debug)]
    struct Toy {
        tempo: i32,
        /// More than a line of scores.
        material: [Tapered; 9],
        /// A table.
        rank: [[i32; 3]; 2],
    }

    impl Weights for Toy {
        fn each(&mut self, visit: &mut dyn FnMut(&mut i32)) {
            self.tempo.each(visit);
            self.material.each(visit);
            self.rank.each(visit);
        }

        fn type_name() -> String {
            "Toy".to_owned()
        }

        fn expression(&self) -> Expression {
            let fields = [
                ("tempo", self.tempo.expression()),
                ("material", self.material.expression()),
                ("rank", self.rank.expression()),
            ];
            Expression::Struct("Toy", fields.to_vec())
        }
    }

    const ORIGIN: &str = "Set by hand, in a text that is longer than the hundred and ten characters that fit \
                          into a line of the sources.";

    fn toy() -> Toy {
        Toy { tempo: -12, material: [tapered(-1000, 2000); 9], rank: [[1, -2, 3], [0, 0, 0]] }
    }

    #[test]
    fn lists_stand_in_even_rows() {
        let text = write("chess", &Constant::of(&toy()), ORIGIN);
        let (_, code) = text.split_once("\n\n").unwrap();
        let row = "        s(-1000, 2000), s(-1000, 2000), s(-1000, 2000), s(-1000, 2000), s(-1000, 2000),\n";
        let short = "        s(-1000, 2000), s(-1000, 2000), s(-1000, 2000), s(-1000, 2000),\n";
        let expected = format!(
            "use super::Toy;\nuse crate::eval::tapered::tapered as s;\n\n\
             #[rustfmt::skip]\npub(super) const WEIGHTS: Toy = Toy {{\n    tempo: -12,\n    material: [\n\
             {row}{short}    ],\n    rank: [\n        [1, -2, 3],\n        [0, 0, 0],\n    ],\n}};\n"
        );
        assert_eq!(code, expected);
    }

    #[test]
    fn the_origin_is_read_back() {
        let text = write("chess", &Constant::of(&toy()), ORIGIN);
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(origin(&text).as_deref(), Some(ORIGIN));
        assert_eq!(origin("use super::Toy;\n"), None);
    }
}
