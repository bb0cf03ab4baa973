//! `helgi xboard-settings`: a settings file with which XBoard or WinBoard plays one of the games, and the pictures of
//! its pieces.

mod gui;
mod pictures;

use super::command_files::CommandFiles;
use super::place::{is_standard, write_file};
use gui::BoardProgram;
use helgi_engine::internals::strength;
use helgi_rules::Info;
use helgi_rules::games::GameId;
use helgi_xboard::{BITMAP_SIZES, LetterTable, NotShown};
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};

/// Arguments of `helgi xboard-settings`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  helgi xboard-settings tavreli && xboard @tavreli.xop
  helgi xboard-settings tavreli --level 18
  helgi xboard-settings tactical --output ~/games/tactical.xop
  helgi xboard-settings chess --engine 'nice helgi' --output - | less
  helgi xboard-settings tavreli --winboard --engine 'C:\\helgi\\helgi.exe'

In games that XBoard does not know it also writes a folder with the pieces, as
the board in the browser shows them.

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
    #[arg(long, default_value_t = 4, value_parser = crate::cli::number::whole::<u32>(1..=u64::from(strength::HIGHEST_LEVEL)))]
    level: u32,
    /// Command that starts the engine, instead of this program
    #[arg(long, conflicts_with = "level")]
    engine: Option<String>,
    /// Write for WinBoard; on Windows this is always so
    #[arg(long)]
    winboard: bool,
    /// Folder for the pictures of the pieces, instead of GAME-pieces beside the output; none with `-o -`
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

/// Writes the files, and prints the next step. The engine is to know the games of `game_files` too.
///
/// # Errors
///
/// Of the output, and when the program that is to read them cannot show the game or start the engine.
pub fn run(arguments: &Arguments, game_files: &[PathBuf], out: &mut impl Write) -> io::Result<()> {
    let gui = if arguments.winboard || cfg!(windows) { BoardProgram::WinBoard } else { BoardProgram::XBoard };
    let info = arguments.game.info();
    let engine = match &arguments.engine {
        Some(command) => command.clone(),
        None => this_program(gui, game_files)? + &selection(arguments.game) + &level_text(arguments.level),
    };
    let playable = |table: LetterTable| table.fault().map_or(Ok(table), Err);
    let table = LetterTable::new(info).and_then(playable).map_err(|error| {
        super::invalid(match error {
            NotShown::Files(files) => {
                format!("{} has {files} files, more than {} can show", info.name, gui.name())
            }
            other => format!("{0}: {other}; play it in the browser: helgi board {0}", info.name),
        })
    })?;
    let path = arguments.output.clone().unwrap_or_else(|| format!("{}.xop", info.name).into());
    CommandFiles::reading(game_files).write("-o", &path)?;
    let pictures =
        picture_folder(arguments, &path).filter(|_| pictures::are_drawn(arguments.game, &table, gui));
    let settings = settings(&table, info, gui, &engine, pictures.as_deref())?;
    if let Some(folder) = &pictures {
        pictures::write(arguments.game, &table, gui, folder)?;
    }
    if is_standard(&path) {
        return out.write_all(settings.as_bytes());
    }
    write_file(&path, settings.as_bytes())?;
    let mut file = path.display().to_string();
    let written = match &pictures {
        Some(folder) => format!("{file} and the pictures in {}", folder.display()),
        None => file.clone(),
    };
    if gui == BoardProgram::WinBoard {
        // It looks for the file in its own folder.
        file = gui.full_path(&path)?;
    }
    writeln!(out, "Wrote {written}. Now run: {} {}", gui.command(), gui.starting_words(&file))
}

/// The folder for the pictures; `None` if there is no place for it beside the output.
fn picture_folder(arguments: &Arguments, output: &Path) -> Option<PathBuf> {
    if arguments.pictures.is_some() || is_standard(output) {
        return arguments.pictures.clone();
    }
    let mut name = output.file_stem()?.to_owned();
    name.push("-pieces");
    Some(output.with_file_name(name))
}

/// The command that starts this program.
fn this_program(gui: BoardProgram, game_files: &[PathBuf]) -> io::Result<String> {
    if gui == BoardProgram::WinBoard && !cfg!(windows) {
        return Err(super::invalid(
            "--winboard: WinBoard starts only programs for Windows, expected --engine with the command of one, such as \
             'C:\\helgi\\helgi.exe'",
        ));
    }
    let mut command = word_of(&env::current_exe()?, gui)?;
    for file in game_files {
        // XBoard may be started in another folder.
        command += " --games ";
        command += &word_of(&path::absolute(file)?, gui)?;
    }
    Ok(command)
}

/// The option by which the engine offers a game from a file first: there is no room for all of them.
fn selection(game: GameId) -> String {
    let is_built_in = GameId::BUILT_IN.contains(&game) || GameId::UNLISTED.contains(&game);
    if is_built_in { String::new() } else { format!(" --option UCI_Variant={}", game.name()) }
}

/// A path in a command, as the program that is to read it takes the command apart.
fn word_of(path: &Path, gui: BoardProgram) -> io::Result<String> {
    let refuse = |reason: String| super::invalid(format!("{}: {reason}; use --engine", path.display()));
    let text = path.to_str().ok_or_else(|| refuse("the path is not valid UTF-8".to_owned()))?;
    let word = command_word(text).ok_or_else(|| {
        refuse(format!("{} cannot read a path that contains both kinds of quotes", gui.name()))
    })?;
    gui.braced(&word).map_err(refuse)?;
    Ok(word)
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
fn settings(
    table: &LetterTable,
    info: &Info,
    gui: BoardProgram,
    engine: &str,
    pictures: Option<&Path>,
) -> io::Result<String> {
    let engine =
        gui.braced(engine).map_err(|reason| super::invalid(format!("--engine: `{engine}`: {reason}")))?;
    let (variant, size) = (table.variant(), square_size(info, table.holdings(), gui));
    // The engine knows the rules: XBoard must neither judge moves nor end games. The marks of
    // the engine, not XBoard, show where a piece can go.
    let mut text =
        format!("; {} settings for {}; start with: {} @FILE\n", gui.name(), info.title, gui.command());
    let mut write = |option: &str, value: &str| writeln!(text, "-{option} {value}").map_err(io::Error::other);
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
        write(option, value)?;
    }
    if gui == BoardProgram::WinBoard {
        // These windows open above the board otherwise.
        for window in ["engineOutputUp", "moveHistoryUp", "evalGraphUp"] {
            write(window, "false")?;
        }
    }
    if let Some(folder) = pictures {
        let path = gui.full_path(folder)?;
        let path = gui.braced(&path).map_err(|reason| {
            super::invalid(format!(
                "--pictures: `{}`: {reason}; use --pictures or another --output",
                folder.display()
            ))
        })?;
        write("pieceImageDirectory", &path)?;
        match gui {
            // Without this XBoard makes all pieces white or black.
            BoardProgram::XBoard => write("trueColors", "true")?,
            BoardProgram::WinBoard => write("usePieceFont", "false")?,
        }
    }
    Ok(text)
}

/// XBoard's names for the sizes of squares, in pixels on a board of eight files.
const SIZES: [(u32, &str); 11] = [
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
    (33, "Petite"),
];

/// The greatest height of a board for the window to fit on a screen of 768 lines.
const HEIGHT: u32 = 660;

/// The size with which the board is as large as fits. XBoard gives the window the width of eight such
/// squares, and makes the squares of other boards as much smaller or larger as that needs. WinBoard's squares have
/// that size on any board, and it has pictures for all pieces in few sizes.
fn square_size(info: &Info, hand: u8, gui: BoardProgram) -> &'static str {
    // Each side of the board has a hand and a gap; a hand may be higher than the board.
    let columns: u32 = (info.files + if hand > 0 { 4 } else { 0 }).into();
    let rows: u32 = info.ranks.max(hand).into();
    let fits = |&&(pixels, _): &&(u32, &str)| match gui {
        BoardProgram::XBoard => pixels * 8 * rows <= HEIGHT * columns,
        // With the lines between squares.
        BoardProgram::WinBoard => BITMAP_SIZES.contains(&pixels) && (pixels + 3) * rows <= HEIGHT,
    };
    let least = if gui == BoardProgram::WinBoard { "Petite" } else { "Small" };
    SIZES.iter().find(fits).map_or(least, |&(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings_of(
        game: GameId,
        gui: BoardProgram,
        engine: &str,
        pictures: Option<&str>,
    ) -> io::Result<String> {
        let table = LetterTable::new(game.info()).unwrap();
        settings(&table, game.info(), gui, engine, pictures.map(Path::new))
    }

    #[test]
    fn settings_name_variant_and_engine() {
        let engine = r#""/opt/a b/helgi" --option X=\1"#;
        let settings = settings_of(GameId::TAVRELI, BoardProgram::XBoard, engine, None).unwrap();
        let lines: Vec<&str> = settings.lines().collect();
        assert!(lines.contains(&"-variant tavreli"), "{settings}");
        assert!(lines.contains(&r#"-fcp {"/opt/a b/helgi" --option X=\1}"#), "{settings}");
        assert!(lines.contains(&"-chessProgram true"), "{settings}");
        assert!(lines.contains(&"-testLegality false"), "{settings}");
        assert!(lines.contains(&"-boardSize Large"), "{settings}");
        assert!(
            !settings.contains("pieceImageDirectory") && !settings.contains("moveHistoryUp"),
            "{settings}"
        );
    }

    #[test]
    fn pictures_are_named_from_the_root() {
        let of = |gui, folder| settings_of(GameId::TAVRELI, gui, "helgi", Some(folder));
        if cfg!(unix) {
            let xboard = of(BoardProgram::XBoard, "/a b/ü").unwrap();
            assert!(xboard.contains("\n-pieceImageDirectory {/a b/ü}\n-trueColors true\n"), "{xboard}");
            let winboard = of(BoardProgram::WinBoard, "/a b/c").unwrap();
            assert!(winboard.contains("\n-pieceImageDirectory {Z:\\a b\\c}\n"), "{winboard}");
            assert!(winboard.contains("\n-evalGraphUp false\n"), "{winboard}");
        }
        let error = of(BoardProgram::WinBoard, "ü").unwrap_err().to_string();
        assert!(error.starts_with("--pictures: `ü`: WinBoard reads settings in another encoding"), "{error}");
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
        let error = settings_of(GameId::TAVRELI, BoardProgram::XBoard, "/opt/{a}/helgi", None).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        let reason = "XBoard cannot read a command or path with a `}` or a line break, expected neither";
        assert_eq!(error.to_string(), format!("--engine: `/opt/{{a}}/helgi`: {reason}"));
    }

    #[test]
    fn boards_fill_the_screen() {
        let size = |game: GameId, gui| {
            square_size(game.info(), LetterTable::new(game.info()).unwrap().holdings(), gui)
        };
        for (game, xboard, winboard) in [
            (GameId::TAVRELI, "Large", "Bulky"),
            (GameId::CHESS_BATTLE, "Large", "Middling"),
            (GameId::POPULAR10, "Huge", "Middling"),
            (GameId::TACTICAL, "Moderate", "Petite"),
        ] {
            assert_eq!(
                [size(game, BoardProgram::XBoard), size(game, BoardProgram::WinBoard)],
                [xboard, winboard]
            );
        }
    }
}
