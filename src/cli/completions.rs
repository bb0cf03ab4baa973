//! `helgi completions`: completions of the command line for a shell.

use clap_complete::Shell;
use std::io::{self, Write};

/// Arguments of `helgi completions`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The shell
    #[arg(value_enum, ignore_case = true)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  helgi completions bash > ~/.local/share/bash-completion/completions/helgi
  helgi completions zsh > ~/.zfunc/_helgi
  helgi completions fish > ~/.config/fish/completions/helgi.fish";

/// Prints the script.
///
/// # Errors
///
/// Of the output.
pub fn run(arguments: &Arguments, mut command: clap::Command, out: &mut impl Write) -> io::Result<()> {
    // It panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "helgi", &mut script);
    out.write_all(&script)
}
