//! `helgi rules`: a game's page of `docs/rules`, and its pieces in words made from the descriptors that
//! the rules move by.

use super::language::{self, Language};
use super::{board, page};
use helgi_rules::games::GameId;
use helgi_rules::internals::diagram::{reach, titled};
use helgi_rules::{Game, Info};
use helgi_variants::rules_page;
use helgi_words::pieces;
use include_dir::{Dir, include_dir};
use std::io::{self, Write};

/// Arguments of `helgi rules`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  helgi rules
  helgi rules tavreli
  helgi rules tavreli --language ru")]
pub struct Arguments {
    /// Game; without one, the games are listed
    #[arg(value_parser = super::game)]
    game: Option<GameId>,
    /// Language of the page, such as `ru`; by default the system's, or English if there is no page in that
    #[arg(long, value_parser = language::read)]
    language: Option<Language>,
}

/// The rules pages, one file for each game and its variants.
static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/docs/rules");

/// The notation of positions that all games share.
const POSITIONS: &str = "In positions upper case is White, `+` or `~` at a letter a promoted piece, `(xyZ)` a stack from the bottom up, \
    `*` no square. Moves may also be written as in chess books: `Nf3`, `exd5`, `O-O`.";

/// Prints the rules: the game's page, and its pieces by their movement descriptors.
///
/// # Errors
///
/// Of the output, and if the game has no page.
pub fn run(arguments: &Arguments, out: &mut impl Write, colours: bool) -> io::Result<()> {
    let language = arguments.language.unwrap_or_else(language::of_system);
    let Some(game) = arguments.game else { return list(out, language) };
    let of_file = rules_page(game, language.code());
    let translated = page(game, language).filter(|_| !language.is_english());
    let page = of_file.as_deref().or(translated).or_else(|| page(game, Language::english()));
    let page = page.ok_or_else(|| io::Error::other(format!("{} has no rules page", game.name())))?;
    // The title is printed with the board.
    let (_, body) = page.split_once('\n').unwrap_or_default();
    let markdown = match translated {
        // The notation of the pieces is English; a table of the page has them in its language.
        Some(_) => body.to_owned(),
        None => format!("{body}\n{}\n{POSITIONS}\n", pieces_text(game.info())),
    };
    let text = board_text(game, language) + &rendered(&markdown, game, super::width(), colours, language);
    page::show(&text, out)
}

/// The text of a part of a page, with its positions drawn.
fn rendered(markdown: &str, game: GameId, width: usize, colours: bool, language: Language) -> String {
    let drawn = |title: &str| {
        let (position, from) = titled(game, title)?;
        let reached = from.map(|from| reach(&position, from)).unwrap_or_default();
        let marked = from.into_iter().chain(reached).map(|square| position.outline().name(square)).collect();
        let style = board::BoardStyle { colours, marked, language, ..board::BoardStyle::plain() };
        Some(board::draw(&position, &style))
    };
    page::render(markdown, width, colours, drawn)
}

/// Lists the games whose rules can be printed.
fn list(out: &mut impl Write, language: Language) -> io::Result<()> {
    let pages = GameId::BUILT_IN.iter().filter(|game| game.name() == game.info().family);
    for game in pages {
        writeln!(out, "  {:14} {}", game.name(), language.title(*game))?;
    }
    writeln!(out, "\n{}", language.text("play.rules.others"))
}

/// A part of the rules, which a person has asked for during a game.
#[derive(Clone, Debug)]
pub struct RulesPart {
    /// Its heading.
    pub title: &'static str,
    markdown: &'static str,
    language: Language,
}

impl RulesPart {
    /// The text of the part for a screen.
    pub fn text(&self, game: GameId, width: usize, colours: bool) -> String {
        rendered(self.markdown, game, width, colours, self.language)
    }
}

/// The parts of a game's page in a language, or else in English; none for a game without a page.
pub fn parts(game: GameId, language: Language) -> Vec<RulesPart> {
    let page = page(game, language).or_else(|| page(game, Language::english())).unwrap_or_default();
    let parts = page.split("\n## ").skip(1);
    parts
        .filter_map(|part| part.split_once('\n'))
        .map(|(title, markdown)| RulesPart { title, markdown, language })
        .collect()
}

/// The page of a game in a language, which it shares with the others of its family.
fn page(game: GameId, language: Language) -> Option<&'static str> {
    let folder = if language.is_english() { String::new() } else { format!("{}/", language.code()) };
    PAGES.get_file(format!("{folder}{}.md", game.info().family))?.contents_utf8()
}

/// The pages of all games, in all languages.
#[cfg(feature = "board")]
pub fn pages() -> helgi_board::learn::Pages {
    let of_language = |language: Language| {
        let games = GameId::BUILT_IN.iter().copied();
        games.filter_map(move |game| Some(((game, language.code()), page(game, language)?)))
    };
    helgi_board::learn::Pages {
        written: Language::all().flat_map(of_language).collect(),
        of_others: Some(rules_page),
    }
}

/// Returns the name of the game, and its start.
fn board_text(game: GameId, language: Language) -> String {
    let Info { name, files, ranks, start: fen, .. } = game.info();
    let style = board::BoardStyle { language, ..board::BoardStyle::plain() };
    let (title, drawing) = (language.title(game), board::draw(&game.start(), &style));
    format!("{title} ({name}), {files}x{ranks}\n\n{drawing}\n\n{fen}\n\n")
}

/// The pieces as a table, with their descriptors in letters and in words.
fn pieces_text(info: &Info) -> String {
    let mut table = String::from(
        "## The pieces in Betza's notation\n\n| letter | piece | movement | in words |\n|---|---|---|---|\n",
    );
    for piece in info.pieces {
        let mut head = format!("`{}` | {} | `{}`", piece.text(), piece.name, piece.movement);
        for fact in pieces::rules(piece, info) {
            let fact = Language::english().write(&fact);
            table.push_str(&format!("| {head} | {fact} |\n"));
            // The first line names the piece, the others continue it.
            head = " | | ".to_owned();
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use pulldown_cmark::{Event, Parser, Tag};

    #[test]
    fn pictures_are_those_of_their_positions() {
        let mut count = 0;
        for page in PAGES.files().filter(|file| file.path().extension().is_some_and(|end| end == "md")) {
            let name = page.path().file_stem().and_then(|name| name.to_str()).unwrap();
            let game = GameId::named(name).unwrap();
            for event in Parser::new(page.contents_utf8().unwrap()) {
                let Event::Start(Tag::Image { dest_url, title, .. }) = event else { continue };
                let (position, from) = match &*title {
                    "" => (game.start(), None),
                    title => titled(game, title).unwrap_or_else(|| panic!("{name}: {title}")),
                };
                let reached = from.map(|from| reach(&position, from)).unwrap_or_default();
                let marked: Vec<_> = from.into_iter().chain(reached).collect();
                let picture = PAGES.get_file(&*dest_url).and_then(|file| file.contents_utf8());
                let square = from.map(|from| format!(" --reach {}", position.outline().name(from)));
                let command =
                    format!("helgi draw '{}' --game {name}{}", position.fen(), square.unwrap_or_default());
                let drawn = helgi_drawing::svg_with(&position, &marked, helgi_drawing::Pieces::Pictures);
                let is_drawn = picture == Some(&drawn);
                assert!(is_drawn, "{command} -o docs/rules/{dest_url}");
                count += 1;
            }
        }
        assert!(count > 20, "{count}");
    }

    #[test]
    fn every_game_has_a_page() {
        for &game in GameId::BUILT_IN {
            let text = page(game, Language::english()).unwrap_or_else(|| panic!("{}", game.name()));
            let title = text.lines().next().unwrap_or_default();
            let own = title.split('`').nth(1).unwrap_or_default();
            assert!(game.name().starts_with(own) && !own.is_empty(), "{title}");
            assert!(text.contains("the end\n") || text.contains("The end\n"), "{title} says how a game ends");
            assert!(text.contains("## In text\n"), "{title} says how moves are written");
            assert!(text.contains(".svg)\n\n## First steps\n"), "{title} begins with the first steps");
        }
    }

    /// The parts of a page that are the same in every language: the levels of its headings, the lengths of its tables and lists, its
    /// pictures with their positions, and everything that programs read.
    fn skeleton(page: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut codes = Vec::new();
        for event in Parser::new_ext(page, pulldown_cmark::Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { level, .. }) => found.push(format!("{level}")),
                Event::Start(Tag::TableRow) => found.push("row".to_owned()),
                Event::Start(Tag::Item) => found.push("item".to_owned()),
                Event::Start(Tag::Image { title, dest_url, .. }) => {
                    let picture = dest_url.rsplit('/').next().unwrap_or_default();
                    found.push(format!("{picture} {title}"));
                }
                Event::Code(code) => codes.push(code.into_string()),
                _ => {}
            }
        }
        // Words come in another order in another language.
        codes.sort();
        found.extend(codes);
        found
    }

    #[test]
    fn translated_pages_say_the_same() {
        let mut count = 0;
        for language in Language::all().filter(|language| !language.is_english()) {
            for &game in GameId::BUILT_IN {
                let translated =
                    page(game, language).unwrap_or_else(|| panic!("{}: {language:?}", game.name()));
                let (own, english) =
                    (skeleton(translated), skeleton(page(game, Language::english()).unwrap()));
                let first = own.iter().zip(&english).find(|(own, english)| own != english);
                assert!(own == english, "{} in {language:?}: {first:?}", game.name());
                count += 1;
            }
        }
        assert!(count >= GameId::BUILT_IN.len(), "{count}");
    }
}
