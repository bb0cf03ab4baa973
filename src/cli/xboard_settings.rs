//! `helgi xboard-settings`: a settings file with which XBoard plays one of the games.

use super::place::write_file;
use helgi::session::strength;
use helgi_rules::Info;
use helgi_rules::games::GameId;
use helgi_xboard::{LetterTable, NotShown};
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

/// Arguments of `helgi xboard-settings`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  helgi xboard-settings tavreli && xboard @tavreli.xop
  helgi xboard-settings tavreli --level 18
  helgi xboard-settings tactical --output ~/games/tactical.xop
  helgi xboard-settings chess --engine 'nice helgi' --output - | less

Debian installs XBoard in /usr/games. Options after the file name override the
file:
  xboard @tavreli.xop -timeControl 30")]
pub struct Arguments {
    /// Game
    #[arg(value_parser = super::game)]
    game: GameId,
    /// Output file, instead of GAME.xop; `-` is standard output
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Strength of the engine, from 1 to 18 (full strength)
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=i64::from(strength::HIGHEST_LEVEL)))]
    level: u32,
    /// Command that starts the engine, instead of this program
    #[arg(long, conflicts_with = "level")]
    engine: Option<String>,
}

/// Writes the file, and prints the next step.
///
/// # Errors
///
/// Of the output, and when XBoard cannot show the game or start the engine.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    let info = arguments.game.info();
    let engine = match &arguments.engine {
        Some(command) => command.clone(),
        None => this_program()? + &level_text(arguments.level),
    };
    let settings = settings(info, &engine)?;
    let path = arguments.output.clone().unwrap_or_else(|| format!("{}.xop", info.name).into());
    if path.as_os_str() == "-" {
        return out.write_all(settings.as_bytes());
    }
    write_file(&path, settings.as_bytes())?;
    let file = path.display().to_string();
    writeln!(out, "Wrote {file}. Now run: {GUI} {}", starting_words(&file, cfg!(windows)))
}

/// The words behind XBoard's name that read a settings file. `@FILE` is not read if a blank is in it (4.9.1:
/// "Failed to open indirection file").
fn starting_words(file: &str, is_windows: bool) -> String {
    let option = if file.contains(' ') { "-settingsFile " } else { "@" };
    option.to_owned() + &shell_word(file, is_windows)
}

/// The program that reads the settings.
const GUI: &str = if cfg!(windows) { "winboard" } else { "xboard" };

/// A word as the shell of the system takes it.
fn shell_word(word: &str, is_windows: bool) -> String {
    if is_windows {
        return if word.contains(' ') { format!("\"{word}\"") } else { word.to_owned() };
    }
    // A zero byte, which no shell takes, is in no path either.
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into)
}

/// The command that starts this program.
fn this_program() -> io::Result<String> {
    let path = env::current_exe()?;
    let refuse = |reason: String| super::invalid(format!("{}: {reason}; use --engine", path.display()));
    let text = path.to_str().ok_or_else(|| refuse("the path is not valid UTF-8".to_owned()))?;
    let command = command_word(text)
        .ok_or_else(|| refuse(format!("{GUI} cannot read a path that contains both kinds of quotes")))?;
    braced(&command, cfg!(windows)).map_err(refuse)?;
    Ok(command)
}

/// A path as XBoard takes commands apart: at blanks, except between quotes. `None` if that is impossible.
fn command_word(path: &str) -> Option<String> {
    if !path.contains([' ', '"', '\'']) {
        return Some(path.to_owned());
    }
    let quote = ['"', '\''].into_iter().find(|&quote| !path.contains(quote))?;
    Some(format!("{quote}{path}{quote}"))
}

/// The arguments that make this program play at a level.
fn level_text(level: u32) -> String {
    match strength::elo_of_level(level) {
        Some(elo) => format!(" --option UCI_LimitStrength=true --option UCI_Elo={elo}"),
        None => String::new(),
    }
}

/// The settings, one on a line.
fn settings(info: &'static Info, engine: &str) -> io::Result<String> {
    let table = LetterTable::new(info).map_err(|error| {
        super::invalid(match error {
            NotShown::Files(files) => format!("{} has {files} files, more than XBoard can show", info.name),
            other => format!("{}: {other}", info.name),
        })
    })?;
    let engine = braced(engine, cfg!(windows))
        .map_err(|reason| super::invalid(format!("--engine: `{engine}`: {reason}")))?;
    let (variant, size) = (table.variant(), square_size(info, table.holdings()));
    // The engine knows the rules: XBoard must neither judge moves nor end games. The marks of
    // the engine, not XBoard, show where a piece can go.
    let mut text = format!("; XBoard settings for {}; start with: {GUI} @FILE\n", info.title);
    for (option, value) in [
        ("variant", variant),
        ("fcp", &engine),
        // Without this WinBoard opens its dialogue for the start instead of the game.
        ("chessProgram", "true"),
        ("testLegality", "false"),
        ("showTargetSquares", "true"),
        ("testClaims", "false"),
        ("checkMates", "false"),
        ("materialDraws", "false"),
        ("trivialDraws", "false"),
        ("ruleMoves", "0"),
        ("repeatsToDraw", "0"),
        ("timeControl", "5"),
        ("timeIncrement", "3"),
        ("showCoords", "true"),
        ("highlightLastMove", "true"),
        // A user chooses a promotion by pulling the piece backwards, among all letters; XBoard's
        // list of promotions has those of chess alone.
        ("sweepPromotions", "true"),
        ("boardSize", size),
        ("messageSuppress", "\"Right-clicking menu item or dialog text pops up help on it\""),
        ("saveSettingsOnExit", "false"),
    ] {
        writeln!(text, "-{option} {value}").map_err(io::Error::other)?;
    }
    Ok(text)
}

/// A command in braces, as settings files have it. Within them XBoard takes every character for itself, backslashes
/// and quotes too, so the text must not have the brace that ends it; in quotes there would be no way to write a quote,
/// since XBoard takes a command for the name of a file, in which it leaves backslashes alone.
fn braced(command: &str, is_windows: bool) -> Result<String, String> {
    let gui = if is_windows { "WinBoard" } else { "XBoard" };
    if command.contains('}') || command.contains(char::is_control) {
        return Err(format!("{gui} cannot read a command with a `}}` or a line break, expected neither"));
    }
    if is_windows && !command.is_ascii() {
        return Err(format!(
            "{gui} reads settings in another encoding, expected a command of ASCII letters alone"
        ));
    }
    Ok(format!("{{{command}}}"))
}

/// XBoard's names for the sizes of squares, in pixels on a board of eight files.
const SIZES: [(u32, &str); 10] = [
    (95, "Huge"),
    (87, "Big"),
    (80, "Large"),
    (72, "Bulky"),
    (64, "Medium"),
    (58, "Moderate"),
    (54, "Average"),
    (49, "Middling"),
    (45, "Mediocre"),
    (40, "Small"),
];

/// The greatest height of a board for the window to fit on a screen of 768 lines.
const HEIGHT: u32 = 660;

/// The size with which the board is as large as fits. XBoard gives the window the width of eight such
/// squares, and makes the squares of other boards as much smaller or larger as that needs.
fn square_size(info: &Info, hand: u8) -> &'static str {
    // Each side of the board has a hand and a gap; a hand may be higher than the board.
    let columns: u32 = (info.files + if hand > 0 { 4 } else { 0 }).into();
    let rows: u32 = info.ranks.max(hand).into();
    let fits = |&&(pixels, _): &&(u32, &str)| pixels * 8 * rows <= HEIGHT * columns;
    SIZES.iter().find(fits).map_or("Small", |&(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_variant_and_engine() {
        let settings = settings(GameId::TAVRELI.info(), r#""/opt/a b/helgi" --option X=\1"#).unwrap();
        let lines: Vec<&str> = settings.lines().collect();
        assert!(lines.contains(&"-variant tavreli"), "{settings}");
        assert!(lines.contains(&r#"-fcp {"/opt/a b/helgi" --option X=\1}"#), "{settings}");
        assert!(lines.contains(&"-chessProgram true"), "{settings}");
        assert!(lines.contains(&"-testLegality false"), "{settings}");
        assert!(lines.contains(&"-boardSize Large"), "{settings}");
    }

    #[test]
    fn paths_are_quoted_as_xboard_takes_commands_apart() {
        for (path, word) in [
            ("/opt/helgi", Some("/opt/helgi")),
            ("/opt/a b/helgi", Some("\"/opt/a b/helgi\"")),
            (r"C:\Program Files\helgi.exe", Some("\"C:\\Program Files\\helgi.exe\"")),
            ("/it's/helgi", Some("\"/it's/helgi\"")),
            ("/a \"b\"/helgi", Some("'/a \"b\"/helgi'")),
            ("/it's \"b\"/helgi", None),
        ] {
            assert_eq!(command_word(path).as_deref(), word);
        }
    }

    #[test]
    fn commands_that_cannot_be_read_are_refused() {
        let error = settings(GameId::TAVRELI.info(), "/opt/{a}/helgi").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        let reason = "XBoard cannot read a command with a `}` or a line break, expected neither";
        if !cfg!(windows) {
            assert_eq!(error.to_string(), format!("--engine: `/opt/{{a}}/helgi`: {reason}"));
        }
        assert!(braced("/a\nb", false).is_err());
        assert_eq!(braced("/ü/helgi", false).as_deref(), Ok("{/ü/helgi}"));
        let error = braced(r"C:\ü\helgi.exe", true).unwrap_err();
        assert!(error.contains("encoding") && error.contains("ASCII"), "{error}");
    }

    #[test]
    fn the_command_that_is_shown_can_be_pasted() {
        for (file, unix, windows) in [
            ("tavreli.xop", "@tavreli.xop", "@tavreli.xop"),
            ("/a b/x.xop", "-settingsFile '/a b/x.xop'", "-settingsFile \"/a b/x.xop\""),
        ] {
            assert_eq!([starting_words(file, false), starting_words(file, true)], [unix, windows]);
        }
    }

    #[test]
    fn boards_fill_the_screen() {
        let size = |game: GameId| square_size(game.info(), LetterTable::new(game.info()).unwrap().holdings());
        assert_eq!(size(GameId::CHESS_BATTLE), "Large");
        assert_eq!(size(GameId::POPULAR10), "Huge");
        assert_eq!(size(GameId::TACTICAL), "Moderate");
    }

    #[test]
    fn boards_that_xboard_cannot_show_are_refused() {
        let error = settings(GameId::OPERATIONAL2.info(), "helgi").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        assert_eq!(error.to_string(), "operational2 has 17 files, more than XBoard can show");
    }
}
