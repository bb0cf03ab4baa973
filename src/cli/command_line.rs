//! The words of the command line before they are taken apart: what can mean one thing only is put as the commands have it.

use super::{conform, plain_text};
use helgi_notation::whole_number;
use helgi_rules::games::GameId;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// Returns the words in the form in which commands read them: commands in lower case, a game before the depth of
/// `helgi perft`, and the words behind `-engine` of `helgi conform` as one.
pub fn understood(words: impl Iterator<Item = OsString>, command: &clap::Command) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    let Some(at) = before_command(&words).1 else { return words };
    let name = words[at].to_string_lossy().to_lowercase();
    let is_command = |name: &str| name == "help" || command.find_subcommand(name).is_some();
    if !is_command(&words[at].to_string_lossy()) && is_command(&name) {
        words[at] = name.clone().into();
    }
    match name.as_str() {
        "perft" => order_perft(&mut words, at + 1),
        // Its words are no options of the parser, which does not know them.
        "help" if words.get(at + 1).is_some_and(|word| word == "match") && words.len() == at + 2 => {
            words.truncate(at);
            words.extend(["match", "--help"].map(OsString::from));
        }
        "conform" => return conform::join_engine_words(words),
        _ => {}
    }
    words
}

/// The command with numbers below zero as values, which are then refused as such and not as unknown options.
pub fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_number =
        |argument: &clap::Arg| argument.get_action().takes_values() && !argument.is_allow_hyphen_values_set();
    command
        .mut_args(|argument| {
            let takes_number = takes_number(&argument);
            if takes_number { argument.allow_negative_numbers(true) } else { argument }
        })
        .mut_subcommands(with_negative_numbers)
}

/// The files behind `--games`, before the command.
pub fn game_files(words: impl Iterator<Item = OsString>) -> Vec<PathBuf> {
    before_command(&words.collect::<Vec<_>>()).0
}

/// The files behind `--games`, and the place of the command: the first word that is neither an option nor the value of one.
fn before_command(words: &[OsString]) -> (Vec<PathBuf>, Option<usize>) {
    let (mut files, mut at) = (Vec::new(), 1);
    while let Some(word) = words.get(at) {
        if word == "--games" {
            files.extend(words.get(at + 1).map(PathBuf::from));
            at += 2;
        } else if word == "--option" {
            at += 2;
        } else if word.to_string_lossy().starts_with('-') {
            files.extend(word.to_str().and_then(|word| word.strip_prefix("--games=")).map(PathBuf::from));
            at += 1;
        } else {
            return (files, Some(at));
        }
    }
    (files, None)
}

/// Puts the game before the depth, if it is the other way round.
fn order_perft(words: &mut [OsString], begin: usize) {
    let has_value = |word: &OsStr| ["--fen", "--part", "--join"].iter().any(|option| word == *option);
    let is_own = |&at: &usize| {
        !words[at].to_string_lossy().starts_with('-') && (at == begin || !has_value(&words[at - 1]))
    };
    let own: Vec<usize> = (begin..words.len()).filter(is_own).take(2).collect();
    let [first, second] = own[..] else { return };
    let (depth, game) = (words[first].to_string_lossy(), words[second].to_string_lossy());
    let is_game = |word: &str| GameId::named(word).is_some();
    if whole_number(&depth).is_none() || is_game(&depth) || !is_game(&game) {
        return;
    }
    plain_text::tell(format_args!("perft: `{depth} {game}`, read as `{game} {depth}`"));
    words.swap(first, second);
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, Parser};

    #[derive(Parser)]
    struct Arguments {
        #[command(subcommand)]
        _command: Command,
    }

    #[derive(clap::Subcommand)]
    enum Command {
        Perft,
        Match,
        Pgn,
    }

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn words_are_put_as_the_commands_have_them() {
        for (given, expected) in [
            ("helgi perft 3 chess", "helgi perft chess 3"),
            ("helgi --option Hash=2 perft --divide 3 chess", "helgi --option Hash=2 perft --divide chess 3"),
            ("helgi perft --fen x 3 chess", "helgi perft --fen x chess 3"),
            ("helgi perft chess 3", "helgi perft chess 3"),
            ("helgi perft 3 nonsense", "helgi perft 3 nonsense"),
            ("helgi perft 3", "helgi perft 3"),
            ("helgi PGN A.pgn", "helgi pgn A.pgn"),
            ("helgi help match", "helgi match --help"),
            ("helgi Help MATCH", "helgi help MATCH"),
            ("helgi help pgn", "helgi help pgn"),
            ("helgi --games pgn match -engine", "helgi --games pgn match -engine"),
            ("helgi", "helgi"),
        ] {
            let found = understood(words(given).into_iter(), &Arguments::command());
            assert_eq!(found, words(expected), "{given}");
        }
    }
}
