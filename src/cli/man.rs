//! `helgi man`: the manual pages of the command line.

use super::about;
use super::place::write_file;
use clap_mangen::Man;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Arguments of `helgi man`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Write all pages into this folder, one for each command, instead of printing the first one
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  helgi man | man -l -
  helgi man --folder ~/.local/share/man/man1";

/// Prints or writes the pages.
///
/// # Errors
///
/// Of the output and the files.
pub fn run(arguments: &Arguments, command: clap::Command, out: &mut impl Write) -> io::Result<()> {
    // `match` has words of its own, which only its own help explains.
    let mut command = command.mut_subcommand("match", |command| command.after_help(helgi_match::words::HELP));
    // Names such as `helgi-board` are made here.
    command.build();
    let Some(folder) = &arguments.folder else {
        return out.write_all(&page(&command)?);
    };
    fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
    write_pages(&command, folder)
}

/// Writes the page of a command and those of the commands below it.
fn write_pages(command: &clap::Command, folder: &Path) -> io::Result<()> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    write_file(&folder.join(format!("{name}.1")), &page(command)?)?;
    let below =
        command.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set());
    below.into_iter().try_for_each(|command| write_pages(command, folder))
}

fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
