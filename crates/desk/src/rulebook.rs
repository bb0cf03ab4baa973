//! A game's rules page as the page shows it: Markdown taken apart into blocks, with its pictures of positions
//! as positions.
//!
//! The page decides how to show them: nothing here is HTML.
//!
//! A picture is a [position](titled) if its title is one, `![words](picture.svg "FEN, d4")`; one without a
//! title is the start.

use crate::demonstration::ShownPiece;
use helgi_rules::Game;
use helgi_rules::games::GameId;
use helgi_rules::internals::diagram::titled;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde::Serialize;

/// A part of a page.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase", tag = "is")]
pub enum Block {
    /// A heading.
    Heading {
        /// The level, from 1 for the heading of the page.
        level: u8,
        /// Its text.
        spans: Vec<Span>,
    },
    /// A paragraph.
    Paragraph {
        /// Its text.
        spans: Vec<Span>,
    },
    /// A list.
    List {
        /// The number of the first entry; `None` without numbers.
        first: Option<u64>,
        /// The entries.
        items: Vec<Vec<Block>>,
    },
    /// A table.
    Table {
        /// The heads of the columns.
        head: Vec<Vec<Span>>,
        /// The cells, row by row.
        rows: Vec<Vec<Vec<Span>>>,
    },
    /// Text that is shown as it is.
    Code {
        /// Its lines.
        text: String,
    },
    /// A position.
    Diagram {
        /// A description of the position.
        says: String,
        /// The position.
        shown: Box<ShownPiece>,
    },
}

/// A part of a line.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase", tag = "is")]
pub enum Span {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// Moves, squares, and other text for programs.
    Code {
        /// The text.
        text: String,
    },
    /// Emphasis.
    Emphasis {
        /// The emphasised text.
        spans: Vec<Span>,
    },
    /// Strong emphasis.
    Strong {
        /// The emphasised text.
        spans: Vec<Span>,
    },
    /// The way to the rules of another game.
    Rules {
        /// The name of the game.
        game: &'static str,
        /// Its name in this page.
        spans: Vec<Span>,
    },
}

/// The blocks of a rules page, for a game or one of its variants.
pub fn read(markdown: &str, game: GameId) -> Vec<Block> {
    let mut reading = Reading::new(game);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        reading.take(event);
    }
    reading.blocks.pop().unwrap_or_default()
}

/// Returns a page's text on one of its variants: the row of a table, or the paragraph, that begins
/// with its name.
pub fn about_variant(blocks: &[Block], game: GameId) -> Option<Vec<Span>> {
    // Tables name variants in their first column, in the letters of code.
    let begins = |spans: &[Span]| matches!(spans.first(), Some(Span::Code { text }) if text == game.name());
    blocks.iter().find_map(|block| match block {
        Block::Paragraph { spans } if begins(spans) => Some(spans.clone()),
        Block::Table { rows, .. } => {
            let row = rows.iter().find(|row| row.first().is_some_and(|cell| begins(cell)))?;
            row.get(1).cloned()
        }
        _ => None,
    })
}

/// A page that is being read: the open parts, from the outside in.
struct Reading {
    game: GameId,
    /// The blocks of the page, and of the list entries around the present place.
    blocks: Vec<Vec<Block>>,
    /// The words of the open parts within a line.
    spans: Vec<Vec<Span>>,
    lists: Vec<(Option<u64>, Vec<Vec<Block>>)>,
    head: Vec<Vec<Span>>,
    rows: Vec<Vec<Vec<Span>>>,
    /// The text of a block that is shown as it is.
    code: Option<String>,
    /// The targets of links, and the titles of pictures.
    targets: Vec<String>,
}

impl Reading {
    fn new(game: GameId) -> Self {
        Reading {
            game,
            blocks: vec![Vec::new()],
            spans: vec![Vec::new()],
            lists: Vec::new(),
            head: Vec::new(),
            rows: Vec::new(),
            code: None,
            targets: Vec::new(),
        }
    }

    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.push(Span::Text { text: text.into_string() }),
            },
            Event::Code(code) => self.push(Span::Code { text: code.into_string() }),
            // The page breaks lines where it has room.
            Event::SoftBreak | Event::HardBreak => self.push(Span::Text { text: " ".to_owned() }),
            Event::Start(tag) => self.begin(tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn begin(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Emphasis | Tag::Strong => self.spans.push(Vec::new()),
            Tag::Link { dest_url: target, .. } | Tag::Image { title: target, .. } => {
                self.targets.push(target.into_string());
                self.spans.push(Vec::new());
            }
            Tag::CodeBlock(_) => self.code = Some(String::new()),
            Tag::List(first) => {
                // The text of an entry comes before the list within it.
                self.paragraph();
                self.lists.push((first, Vec::new()));
            }
            Tag::Item => self.blocks.push(Vec::new()),
            Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.paragraph(),
            TagEnd::Heading(level) => {
                let spans = self.line();
                self.put(Block::Heading { level: level as u8, spans });
            }
            // Emphasis and links are nested: inner spans belong to the part that ends.
            TagEnd::Emphasis => {
                let spans = self.inner();
                self.push(Span::Emphasis { spans });
            }
            TagEnd::Strong => {
                let spans = self.inner();
                self.push(Span::Strong { spans });
            }
            TagEnd::Link => self.link(),
            TagEnd::Image => self.picture(),
            TagEnd::CodeBlock => {
                let text = self.code.take().unwrap_or_default();
                self.put(Block::Code { text: text.trim_end().to_owned() });
            }
            TagEnd::Item => {
                self.paragraph();
                let item = self.blocks.pop().unwrap_or_default();
                self.lists.last_mut().into_iter().for_each(|(_, items)| items.push(item.clone()));
            }
            TagEnd::List(_) => {
                if let Some((first, items)) = self.lists.pop() {
                    self.put(Block::List { first, items });
                }
            }
            TagEnd::TableCell => {
                let cell = self.line();
                // Cells before the first row are those of the head.
                self.rows.last_mut().unwrap_or(&mut self.head).push(cell);
            }
            TagEnd::Table => {
                let (head, rows) = (std::mem::take(&mut self.head), std::mem::take(&mut self.rows));
                self.put(Block::Table { head, rows });
            }
            _ => {}
        }
    }

    fn put(&mut self, block: Block) {
        self.blocks.last_mut().into_iter().for_each(|blocks| blocks.push(block.clone()));
    }

    fn push(&mut self, span: Span) {
        self.spans.last_mut().into_iter().for_each(|spans| spans.push(span.clone()));
    }

    /// Returns the spans of a link or an emphasis, which ends.
    fn inner(&mut self) -> Vec<Span> {
        self.spans.pop().unwrap_or_default()
    }

    /// Returns the spans since the last block.
    fn line(&mut self) -> Vec<Span> {
        self.spans.last_mut().map(std::mem::take).unwrap_or_default()
    }

    fn paragraph(&mut self) {
        let spans = self.line();
        if !spans.is_empty() {
            self.put(Block::Paragraph { spans });
        }
    }

    /// The pages of other games are known; other targets of links are not part of the page.
    fn link(&mut self) {
        let (target, spans) = (self.targets.pop().unwrap_or_default(), self.inner());
        match target.strip_suffix(".md").and_then(GameId::named) {
            Some(game) => self.push(Span::Rules { game: game.name(), spans }),
            None => spans.into_iter().for_each(|span| self.push(span)),
        }
    }

    fn picture(&mut self) {
        let (title, spans) = (self.targets.pop().unwrap_or_default(), self.inner());
        let says = spans.iter().map(plain).collect();
        let shown = match title.as_str() {
            // A picture without a title shows the start of the game.
            "" => Some(ShownPiece::new(&self.game.start(), None)),
            title => titled(self.game, title).map(|(position, square)| ShownPiece::new(&position, square)),
        };
        if let Some(shown) = shown {
            self.put(Block::Diagram { says, shown: Box::new(shown) });
        }
    }
}

/// The words of a span.
fn plain(span: &Span) -> String {
    match span {
        Span::Text { text } | Span::Code { text } => text.clone(),
        Span::Emphasis { spans } | Span::Strong { spans } | Span::Rules { spans, .. } => {
            spans.iter().map(plain).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Chess (`chess`)\n\n![The start](chess.svg)\n\nA *game* of `e4`,\nsee [there](crazyhouse.md) \
        or [here](x.html).\n\n1. one\n2. two\n   - inner\n\n| a | b |\n|---|---|\n| `chess` | the game |\n\n    8/8\n\n\
        ![Alone](alone.svg \"4k3/8/8/8/3N4/8/8/4K3 w - - 0 1, d4\")\n\n<b onclick=x>no</b>\n";

    #[test]
    fn pages_are_taken_apart() {
        let blocks = read(PAGE, GameId::CHESS);
        let text = serde_json::to_value(&blocks).unwrap();
        let kinds: Vec<&str> =
            text.as_array().unwrap().iter().map(|block| block["is"].as_str().unwrap()).collect();
        assert_eq!(
            kinds,
            ["heading", "diagram", "paragraph", "list", "table", "code", "diagram", "paragraph"]
        );
        assert_eq!(text[2]["spans"][7]["game"], "crazyhouse");
        assert_eq!(text[3]["items"][1][1]["items"][0][0]["spans"][0]["text"], "inner");
        assert_eq!(text[4]["rows"][0][1][0]["text"], "the game");
        assert_eq!(text[6]["shown"]["square"], "d4");
        let knight = text[6]["shown"]["reach"].as_array().unwrap();
        assert_eq!(knight.iter().filter(|reach| reach["from"] == "d4").count(), 8);
        assert!(!text.to_string().contains("onclick"), "{text}");
        let said = about_variant(&blocks, GameId::CHESS).unwrap();
        assert_eq!(said, [Span::Text { text: "the game".to_owned() }]);
    }
}
