//! The documents: links lead somewhere, commands exist, tables and pictures are those of the program.

use crate::descriptions::rows;
use crate::program;
use helgi_engine::internals::wdl::WdlCurves;
use helgi_engine::internals::wdl_curves;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A Markdown file of the repository.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn read(path: &Path) -> Page {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Page { path: path.to_owned(), text }
    }

    /// The path from the root of the repository, for messages.
    fn name(&self) -> String {
        self.path.strip_prefix(root()).unwrap().display().to_string()
    }

    fn events(&self) -> impl Iterator<Item = Event<'_>> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES)
    }

    /// Targets of links and images, those in HTML included.
    fn targets(&self) -> Vec<String> {
        let mut targets = Vec::new();
        for event in self.events() {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    targets.push(dest_url.to_string());
                }
                Event::Html(html) | Event::InlineHtml(html) => targets.extend(html_targets(&html)),
                _ => {}
            }
        }
        targets
    }

    /// The anchors of its headings, as GitHub makes them.
    fn anchors(&self) -> Vec<String> {
        let (mut anchors, mut heading) = (Vec::new(), None::<String>);
        let mut counts: HashMap<String, usize> = HashMap::new();
        for event in self.events() {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().unwrap_or_default());
                    let count = counts.entry(anchor.clone()).or_default();
                    anchors.push(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
                    *count += 1;
                }
                _ => {}
            }
        }
        anchors
    }

    /// Lines of blocks of shell commands, and spans of code that are commands of the program.
    fn commands(&self) -> Vec<String> {
        let (mut commands, mut is_shell) = (Vec::new(), false);
        for event in self.events() {
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    is_shell = matches!(kind, CodeBlockKind::Fenced(CowStr::Borrowed("sh")));
                }
                Event::End(TagEnd::CodeBlock) => is_shell = false,
                Event::Text(text) if is_shell => commands.extend(shell_commands(&text)),
                Event::Code(text) if text.starts_with("helgi ") => commands.push(text.to_string()),
                _ => {}
            }
        }
        commands
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every page of the repository.
fn pages() -> Vec<Page> {
    fn collect(folder: &Path, pages: &mut Vec<Page>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && name != "target" && name != "node_modules" {
                    collect(&path, pages);
                }
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(Page::read(&path));
            }
        }
    }
    let mut pages = Vec::new();
    collect(root(), &mut pages);
    assert!(pages.len() > 20, "{} pages", pages.len());
    pages
}

fn page(name: &str) -> Page {
    Page::read(&root().join(name))
}

/// The commands of a block. One continues in the next line after a backslash or within quotation marks.
fn shell_commands(block: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut command = String::new();
    for line in block.replace("\\\n", " ").lines() {
        command.push_str(line);
        if shlex::split(&command).is_some() {
            commands.push(std::mem::take(&mut command));
        } else {
            command.push('\n');
        }
    }
    commands.extend((!command.is_empty()).then_some(command));
    commands
}

/// The values of `src` and `href` in a piece of HTML.
fn html_targets(html: &str) -> Vec<String> {
    let after = ["src=\"", "href=\""].into_iter().flat_map(|key| html.split(key).skip(1));
    after.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

/// Fails with all faults at once.
fn report(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut faults = Vec::new();
    let mut count = 0;
    for page in pages() {
        for target in page.targets() {
            // Addresses elsewhere, and items of the crate whose front page this is.
            if target.contains("://") || target.contains("::") || target.starts_with("mailto:") {
                continue;
            }
            count += 1;
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let path =
                if file.is_empty() { page.path.clone() } else { page.path.parent().unwrap().join(file) };
            if !path.exists() {
                faults.push(format!("{}: `{target}` is not there", page.name()));
            } else if !heading.is_empty() && path.extension().is_some_and(|extension| extension == "md") {
                let anchors = Page::read(&path).anchors();
                if !anchors.iter().any(|anchor| anchor == heading) {
                    faults.push(format!("{}: `{target}`, expected one of {anchors:?}", page.name()));
                }
            }
        }
    }
    assert!(count > 50, "{count} links");
    report(&faults);
}

#[test]
fn the_readme_is_short() {
    let count = page("README.md").text.chars().count();
    assert!(
        count <= 9000,
        "README.md has {count} characters, expected at most 9000: what is more is for docs/"
    );
}

#[test]
fn the_example_of_the_readme_runs() {
    mod snippet {
        include!("../documents/snippet.rs");

        pub fn run() {
            main().unwrap();
        }
    }
    snippet::run();
    let example = format!("```rust\n{}```\n", include_str!("../documents/snippet.rs"));
    assert!(page("README.md").text.contains(&example), "README.md has another example:\n{example}");
}

#[test]
fn the_contents_lead_to_every_page_of_the_manual() {
    assert!(page("README.md").targets().contains(&"docs/README.md".to_owned()));
    let mut reached = vec!["README.md".to_owned()];
    let mut next = 0;
    while let Some(name) = reached.get(next) {
        for target in page(&format!("docs/{name}")).targets() {
            let file = target.split('#').next().unwrap_or_default().to_owned();
            if file.ends_with(".md") && !file.contains('/') && !reached.contains(&file) {
                reached.push(file);
            }
        }
        next += 1;
    }
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_lost = name.ends_with(".md") && !reached.contains(&name);
        assert!(!is_lost, "no page that begins at docs/README.md links docs/{name}");
    }
}

#[test]
fn every_game_is_named_where_they_are_listed() {
    // The crate of the rules may move.
    let rules = pages().into_iter().find(|page| page.text.starts_with("# helgi-rules\n")).unwrap();
    for page in [page("README.md"), rules] {
        let codes: Vec<String> = page
            .events()
            .filter_map(|event| match event {
                Event::Code(text) => Some(text.to_string()),
                _ => None,
            })
            .collect();
        // Those that come along as files follow behind an empty line.
        let listed = printed(&["variants"], "");
        let built_in = listed.lines().take_while(|line| !line.is_empty());
        for name in built_in.filter_map(|line| line.split(' ').next()) {
            // Variants are listed with the game that they vary.
            let is_named = codes.iter().any(|code| name == code || name.starts_with(&format!("{code}-")));
            assert!(is_named, "{} does not name `{name}`", page.name());
        }
    }
}

#[test]
fn games_are_counted_alike() {
    let pages = fs::read_dir(root().join("docs/rules")).unwrap();
    let is_page = |path: &Path| path.extension().is_some_and(|extension| extension == "md");
    let games = pages.filter(|entry| is_page(&entry.as_ref().unwrap().path())).count();
    let numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let expected = format!("chess and {} games that go further", numbers[games - 1]);
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(manifest.contains(&expected), "Cargo.toml does not say `{expected}`");
    let page = page("README.md").text;
    assert!(page.contains(&expected), "README.md does not say `{expected}`");
}

/// The standard output of the program.
fn printed(arguments: &[&str], input: &str) -> String {
    let output = program::run(
        Command::new(env!("CARGO_BIN_EXE_helgi")).current_dir(root()).args(arguments),
        input.as_bytes(),
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{arguments:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// The content of a command's help: its own commands, and its options.
struct Help {
    text: String,
    commands: Vec<String>,
    options: Vec<String>,
}

impl Help {
    fn of(command: &[&str]) -> Help {
        let text = printed(&[command, &["--help"]].concat(), "");
        let (mut commands, mut options) = (Vec::new(), Vec::new());
        let mut is_commands = false;
        for line in text.lines() {
            if !line.starts_with(' ') {
                is_commands = line == "Commands:";
            } else if is_commands {
                commands.extend(line.split_whitespace().next().map(str::to_owned));
            }
            // `-o, --output <FILE>  The file`: names stand first, up to a value or two blanks.
            let names = line.trim_start().split("  ").next().unwrap_or_default();
            let names = names.split([' ', ',']).take_while(|name| name.is_empty() || name.starts_with('-'));
            options.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
        }
        Help { text, commands, options }
    }

    /// Returns true if the text has this word, not as a part of a longer word.
    fn names(&self, word: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || c == '-';
        self.text.match_indices(word).any(|(at, _)| {
            let (before, after) = (&self.text[..at], &self.text[at + word.len()..]);
            !before.ends_with(is_part) && (word.ends_with(['=', '.']) || !after.starts_with(is_part))
        })
    }
}

/// The help of every command that the documents name.
struct Helps(HashMap<Vec<String>, Help>);

impl Helps {
    fn of(&mut self, command: &[String]) -> &Help {
        self.0.entry(command.to_vec()).or_insert_with(|| {
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            Help::of(&words)
        })
    }

    /// Returns the fault in the words after `helgi`, if there is one.
    fn fault(&mut self, words: &[String]) -> Option<String> {
        let mut words = words;
        while words.first().is_some_and(|word| ["--option", "--games"].contains(&word.as_str())) {
            words = words.get(2..).unwrap_or_default();
        }
        let Some(first) = words.first().filter(|word| !word.starts_with('-')) else {
            let unknown = words.iter().find(|word| !["--help", "--version"].contains(&word.as_str()));
            return unknown.map(|word| format!("no option {word}"));
        };
        let mut command = Vec::new();
        let mut rest = words;
        while let Some((word, others)) = rest.split_first() {
            if !self.of(&command).commands.contains(word) {
                break;
            }
            (command, rest) = ([command, vec![word.clone()]].concat(), others);
        }
        if command.is_empty() {
            // A placeholder for a command.
            if first.chars().all(|c| c.is_ascii_uppercase() || c == '…') {
                return None;
            }
            // A build without the browser's board has no such command.
            let is_left_out = first == "board" && cfg!(not(feature = "board"));
            return (!is_left_out).then(|| format!("no command {first}"));
        }
        let help = self.of(&command);
        rest.iter().find_map(|word| {
            let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
            let is_known = match command[0].as_str() {
                // The words of a match are those of other match runners.
                "match" if word.starts_with("option.") => help.names("option."),
                "match" if word.contains('=') => help.names(&format!("{name}=")),
                "match" if word.starts_with('-') => word == "--help" || help.names(word),
                "conform" if word == "-engine" => help.names("-engine"),
                _ if name.starts_with('-') && name != "-" => help.options.iter().any(|known| known == name),
                _ => true,
            };
            (!is_known).then(|| format!("{} has no {word}", command.join(" ")))
        })
    }
}

/// The words behind `helgi` in each call of the program in a line of the shell.
fn calls(line: &str) -> Result<Vec<Vec<String>>, String> {
    let words = shlex::split(line).ok_or("an open quotation mark")?;
    let mut calls = Vec::new();
    for part in words.split(|word| ["|", "&&", "||", ";"].contains(&word.as_str())) {
        let is_program =
            |word: &String| word == "helgi" || word.ends_with("/helgi") && !word.contains(['=', ' ']);
        // Redirections of the shell and arguments of `parallel`: files, and inputs.
        let end = part.iter().position(|word| word.starts_with(['<', '>', ':']));
        let end = end.unwrap_or(part.len());
        let call = if part.starts_with(&["cargo".to_owned(), "run".to_owned()]) {
            part.iter().position(|word| word == "--").unwrap_or(part.len() - 1)
        } else {
            let Some(at) = part.iter().position(is_program) else { continue };
            at
        };
        if call < end {
            calls.push(part[call + 1..end].to_vec());
        }
    }
    Ok(calls)
}

#[test]
fn calls_are_found_in_lines_of_the_shell() {
    for (line, expected) in [
        (
            "helgi pgn a.pgn --to san | helgi analyze - -o 'b c.pgn'  # a word",
            "pgn a.pgn --to san|analyze - -o b c.pgn",
        ),
        ("printf 'quit\\n' | target/release/helgi --option Hash=1", "--option Hash=1"),
        ("cargo run --release -- board && nice helgi bench > file", "board|bench"),
        ("helgi <commands && parallel helgi datagen --seed {} ::: 1 2", "|datagen --seed {}"),
        ("xboard @tavreli.xop -scp helgi-2", ""),
    ] {
        let found: Vec<String> = calls(line).unwrap().iter().map(|words| words.join(" ")).collect();
        assert_eq!(found.join("|"), expected, "{line}");
    }
    assert!(calls("helgi play 'tavreli").is_err());
}

#[test]
fn wrong_commands_are_found() {
    let mut helps = Helps(HashMap::new());
    for (line, expected) in [
        ("helgi variants --fen", None),
        ("helgi --option Hash=4 tune search --try a=1", None),
        ("helgi match -engine cmd=helgi option.Hash=4 -each tc=1+0.1 -rounds 2", None),
        ("helgi varaints", Some("no command varaints")),
        ("helgi variants --fens", Some("variants has no --fens")),
        ("helgi tune search --write", Some("tune search has no --write")),
        ("helgi match -rounds 2 -round 3", Some("match has no -round")),
        ("helgi match -engine command=helgi", Some("match has no command=helgi")),
        ("helgi --verbose", Some("no option --verbose")),
    ] {
        let found = helps.fault(&calls(line).unwrap()[0]);
        assert_eq!(found.as_deref(), expected, "{line}");
    }
}

#[test]
fn commands_and_their_options_exist() {
    let (mut helps, mut faults, mut count) = (Helps(HashMap::new()), Vec::new(), 0);
    for page in pages() {
        for line in page.commands() {
            match calls(&line) {
                Ok(calls) => {
                    count += calls.len();
                    let found = calls.iter().filter_map(|words| helps.fault(words));
                    faults.extend(found.map(|fault| format!("{}: {line}\n    {fault}", page.name())));
                }
                Err(fault) => faults.push(format!("{}: {line}\n    {fault}", page.name())),
            }
        }
    }
    assert!(count > 100, "{count} commands");
    report(&faults);
}

#[test]
fn the_manual_has_the_engines_options_and_their_defaults() {
    let text = printed(&[], "uci\nquit\n");
    let mut expected = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, rest) = line.split_once(" type ").unwrap();
        let words: Vec<&str> = rest.split(' ').collect();
        let value = |key: &str| words.iter().position(|word| *word == key).map(|at| words[at + 1]);
        let default = value("default").map_or(String::new(), |text| format!("`{text}`"));
        let values = match (words[0], value("min"), value("max")) {
            ("spin", Some(min), Some(max)) => format!("{min} to {max}"),
            ("check", ..) => "`true`, `false`".to_owned(),
            _ => String::new(),
        };
        expected.push((format!("`{name}`"), default, values));
    }
    assert!(expected.len() > 10, "{text}");
    let rows = rows(&page("docs/uci.md").text, "| option | default | values | meaning |");
    assert_eq!(rows.len(), expected.len(), "{expected:?}");
    for (row, (name, default, values)) in rows.iter().zip(&expected) {
        assert_eq!((&row[0], &row[1]), (name, default));
        // The values of a text or a list are described in words.
        assert!(values.is_empty() || row[2] == *values, "{row:?}, expected {values}");
    }
}

/// The manual has the curve of each game, and what 30 points of a hundred are worth by it.
#[test]
fn the_manual_has_the_curves_of_winning_chances() {
    let (mut curves, mut worth) = (Vec::new(), Vec::new());
    // Other games share one of these.
    let names = ["chess", "tavreli", "tactical", "chessbattle", "popular10", "operational2", "crazyhouse"];
    for name in names {
        let WdlCurves { full, bare } = wdl_curves(name.parse().unwrap());
        let models = match full == bare {
            true => vec![(name.to_owned(), full)],
            false => vec![(format!("{name}, full board"), full), (format!("{name}, empty board"), bare)],
        };
        for (name, model) in models {
            worth.push([name.clone(), model.score(0.8).to_string()]);
            curves.push([name, model.slope.round().to_string(), model.draw_width.round().to_string()]);
        }
    }
    let head = "| game | nodes a move | slope | width | held out: games | positions | log-loss | without the score | Brier \
                | without |";
    let told = rows(&page("docs/analysis.md").text, head);
    let told: Vec<_> = told.iter().map(|row| [0, 2, 3].map(|cell| row[cell].clone())).collect();
    assert_eq!(told, curves, "docs/analysis.md");
    let told = rows(&page("docs/puzzles.md").text, "| game | centipawns |");
    let told: Vec<_> = told.iter().map(|row| [0, 1].map(|cell| row[cell].clone())).collect();
    assert_eq!(told, worth, "docs/puzzles.md");
}

#[test]
fn pictures_of_the_documents_are_those_of_the_program() {
    let mut count = 0;
    for entry in fs::read_dir(root().join("docs/pictures")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "svg") {
            let game = path.file_stem().unwrap().to_str().unwrap();
            let drawn = printed(&["draw", game], "");
            let is_drawn = fs::read_to_string(&path).unwrap() == drawn;
            assert!(is_drawn, "helgi draw {game} -o docs/pictures/{game}.svg");
            count += 1;
        }
    }
    assert!(count > 5, "{count} pictures");
    // The game that the animated picture shows.
    let checked = printed(&["pgn", "docs/pictures/stack.pgn"], "");
    assert!(checked.contains("1 game, 0 wrong"), "{checked}");
}
