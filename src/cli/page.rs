//! Pages of text for a terminal: Markdown wrapped to its width, and shown through a pager where one is
//! wanted.
//!
//! Knows the parts of Markdown that the rules pages use; for pictures it shows the given text.

use console::Style;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::io::{self, Write};
use std::process::{Command, Stdio};
use textwrap::core::display_width;

/// The spaces between two columns of a table.
const GAP: usize = 2;
/// The least width to which wrapping narrows a column.
const NARROWEST: usize = 8;

/// Markdown as text of lines no longer than `width`, with bold headings and coloured code if `styled`.
/// Replaces a picture by `drawn` of its title, with the picture's description below.
pub fn render(markdown: &str, width: usize, styled: bool, drawn: impl Fn(&str) -> Option<String>) -> String {
    let mut page = Page { width, styled, ..Page::default() };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Image { title, .. }) => {
                page.picture = Some(drawn(&title));
            }
            event => page.take(event),
        }
    }
    page.out
}

/// A page in progress.
#[derive(Default)]
struct Page {
    width: usize,
    styled: bool,
    out: String,
    /// The text of the block that is being read.
    text: String,
    /// The next number of each list around it; `None` without numbers.
    lists: Vec<Option<u64>>,
    rows: Vec<Vec<String>>,
    emphasis: bool,
    /// Within a picture: its drawing, if it has one.
    picture: Option<Option<String>>,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::End(TagEnd::Image) => {
                if let Some(drawing) = self.picture.take().flatten() {
                    self.out.push_str(&drawing);
                    self.out.push_str("\n\n");
                }
            }
            // A picture that cannot be seen is not mentioned.
            _ if self.picture == Some(None) => {}
            Event::Start(Tag::Strong) => self.emphasis = true,
            Event::End(TagEnd::Strong) => self.emphasis = false,
            Event::Text(text) if self.emphasis => self.add(&text, Style::new().bold()),
            Event::Text(text) => self.text.push_str(&text),
            Event::Code(code) => self.add(&code, Style::new().cyan()),
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
            Event::End(TagEnd::Heading(_)) => {
                let text = std::mem::take(&mut self.text);
                self.add(&text, Style::new().bold().underlined());
                self.block("", "");
            }
            Event::End(TagEnd::Paragraph) if self.lists.is_empty() => self.block("", ""),
            Event::Start(Tag::List(first)) => self.lists.push(first),
            Event::End(TagEnd::List(_)) => drop(self.lists.pop()),
            Event::End(TagEnd::Item) => self.item(),
            Event::Start(Tag::Table(_)) => self.rows.clear(),
            Event::Start(Tag::TableHead | Tag::TableRow) => self.rows.push(Vec::new()),
            Event::End(TagEnd::TableCell) => {
                let cell = std::mem::take(&mut self.text);
                self.rows.iter_mut().last().into_iter().for_each(|row| row.push(cell.clone()));
            }
            Event::End(TagEnd::Table) => self.table(),
            _ => {}
        }
    }

    /// Adds text in a style, each word for itself, since it may be wrapped between them.
    fn add(&mut self, text: &str, style: Style) {
        let style = style.force_styling(self.styled);
        let words: Vec<String> = text.split(' ').map(|word| style.apply_to(word).to_string()).collect();
        self.text.push_str(&words.join(" "));
    }

    /// Ends a block: the text, wrapped, after an empty line.
    fn block(&mut self, first: &str, rest: &str) {
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        let options = textwrap::Options::new(self.width).initial_indent(first).subsequent_indent(rest);
        self.out.push_str(&textwrap::fill(text.trim(), options.break_words(false)));
        self.out.push_str("\n\n");
    }

    fn item(&mut self) {
        let first = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{:>2}. ", *number - 1)
            }
            _ => "  - ".to_owned(),
        };
        self.block(&first, "    ");
    }

    /// A table with columns as wide as they need, or as there is room for.
    fn table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| display_width(cell)).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..columns).map(widest).collect();
        // The widest column gives way first.
        while widths.iter().sum::<usize>() + GAP * columns > self.width {
            match widths.iter_mut().max() {
                Some(most) if *most > NARROWEST => *most -= 1,
                _ => break,
            }
        }
        for (index, row) in rows.iter().enumerate() {
            let cells: Vec<Vec<String>> =
                row.iter().zip(&widths).map(|(cell, &width)| wrap(cell, width)).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for line in 0..height {
                let mut text = String::new();
                for (cell, width) in cells.iter().zip(&widths) {
                    let part = cell.get(line).map_or("", String::as_str);
                    text.push_str(part);
                    text.push_str(&" ".repeat((width + GAP).saturating_sub(display_width(part))));
                }
                self.out.push_str(text.trim_end());
                self.out.push('\n');
            }
            if index == 0 {
                let line: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
                self.out.push_str(&line.join(&" ".repeat(GAP)));
                self.out.push('\n');
            }
        }
        self.out.push('\n');
    }
}

fn wrap(cell: &str, width: usize) -> Vec<String> {
    textwrap::wrap(cell, textwrap::Options::new(width.max(1)).break_words(false))
        .into_iter()
        .map(|line| line.into_owned())
        .collect()
}

/// Shows a text: through `$PAGER`, or else `less`, if it is longer than the screen.
///
/// # Errors
///
/// Of the output.
pub fn show(text: &str, out: &mut impl Write) -> io::Result<()> {
    let screen = console::Term::stdout().size_checked();
    let is_long = screen.is_some_and(|(rows, _)| text.lines().count() > usize::from(rows));
    if is_long && page_through(text).is_some() { Ok(()) } else { out.write_all(text.as_bytes()) }
}

/// Runs the pager; `None` if there is none.
fn page_through(text: &str) -> Option<()> {
    // -F ends at once where all fits on the screen, -R passes styles on, -X leaves the text there.
    let command = std::env::var("PAGER").unwrap_or_else(|_| "less -FRX".to_owned());
    let words = shlex::split(&command)?;
    let (program, arguments) = words.split_first()?;
    let mut pager = Command::new(program).args(arguments).stdin(Stdio::piped()).spawn().ok()?;
    // A reader who leaves the pager early does not want the rest.
    let _ = pager.stdin.take()?.write_all(text.as_bytes());
    pager.wait().ok().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_keep_to_their_width() {
        let markdown = "# A *title*\n\n![picture](x.svg)\n\nSome **bold** words and `code`, long enough to be \
            wrapped here.\n\n![shown](y.svg \"board\")\n\n| a | b |\n|---|---|\n| one | two words and more of them |\n\n1. first\n2. second, which \
            is longer than a line\n\n- last\n";
        let drawn = |title: &str| (!title.is_empty()).then(|| format!("<{title}>"));
        let text = render(markdown, 30, false, drawn);
        let expected = "A title\n\nSome bold words and code, long\nenough to be wrapped here.\n\n<board>\n\nshown\n\na    b\n---  \
            -----------------------\none  two words and more of\n     them\n\n 1. first\n\n 2. second, which is longer\n    \
            than a line\n\n  - last\n\n";
        assert_eq!(text, expected);
        let styled = render("Some `code here`.", 30, true, drawn);
        assert_eq!(styled, "Some \x1b[36mcode\x1b[0m \x1b[36mhere\x1b[0m.\n\n");
    }
}
