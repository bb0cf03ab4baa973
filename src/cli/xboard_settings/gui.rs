//! The two programs that read the settings, and how each takes commands and paths.

use std::io;
use std::path::{self, Path};

/// The program that reads the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardProgram {
    /// XBoard, on the system of this program.
    XBoard,
    /// WinBoard, on Windows or in Wine.
    WinBoard,
}

impl BoardProgram {
    /// The command that starts it.
    pub const fn command(self) -> &'static str {
        match self {
            BoardProgram::XBoard => "xboard",
            BoardProgram::WinBoard => "winboard",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            BoardProgram::XBoard => "XBoard",
            BoardProgram::WinBoard => "WinBoard",
        }
    }

    /// The words behind its name that read a settings file. `@FILE` is not read if a blank is in it (4.9.1: "Failed to
    /// open indirection file").
    pub fn starting_words(self, file: &str) -> String {
        let option = if file.contains(' ') { "-settingsFile " } else { "@" };
        option.to_owned() + &self.shell_word(file)
    }

    /// A word as the shell takes it.
    fn shell_word(self, word: &str) -> String {
        match self {
            BoardProgram::WinBoard if word.contains(' ') => format!("\"{word}\""),
            BoardProgram::WinBoard => word.to_owned(),
            // A zero byte, which no shell takes, is in no path either.
            BoardProgram::XBoard => shlex::try_quote(word).map_or_else(|_| word.to_owned(), Into::into),
        }
    }

    /// A command or path in braces, as settings files have it. Within them every character stands for itself,
    /// backslashes and quotes too, so the text must not have the brace that ends it; in quotes there would be no way
    /// to write a quote, since XBoard takes a command for the name of a file, in which it leaves backslashes alone.
    ///
    /// # Errors
    ///
    /// With the reason why it cannot be read.
    pub fn braced(self, text: &str) -> Result<String, String> {
        let name = self.name();
        if text.contains('}') || text.contains(char::is_control) {
            return Err(format!(
                "{name} cannot read a command or path with a `}}` or a line break, expected neither"
            ));
        }
        if self == BoardProgram::WinBoard && !text.is_ascii() {
            return Err(format!(
                "{name} reads settings in another encoding, expected a command or path of ASCII letters alone"
            ));
        }
        Ok(format!("{{{text}}}"))
    }

    /// A path from the root, as the program takes it. Both programs may change the folder before they read it. Wine
    /// has the root of another system as drive `Z:`.
    ///
    /// # Errors
    ///
    /// When the current folder is unknown, or the path is not valid UTF-8.
    pub fn full_path(self, path: &Path) -> io::Result<String> {
        let full = path::absolute(path)?;
        let text = full
            .to_str()
            .ok_or_else(|| crate::cli::invalid(format!("{}: the path is not valid UTF-8", full.display())))?;
        let is_foreign = self == BoardProgram::WinBoard && !cfg!(windows);
        Ok(if is_foreign { format!("Z:{}", text.replace('/', "\\")) } else { text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_cannot_be_read_are_refused() {
        assert!(BoardProgram::XBoard.braced("/a\nb").is_err());
        assert!(
            BoardProgram::XBoard.braced("/a } b").unwrap_err().starts_with("XBoard cannot read a command")
        );
        assert_eq!(BoardProgram::XBoard.braced("/ü/helgi").as_deref(), Ok("{/ü/helgi}"));
        let error = BoardProgram::WinBoard.braced(r"C:\ü\helgi.exe").unwrap_err();
        assert!(error.contains("encoding") && error.contains("ASCII"), "{error}");
    }

    #[test]
    fn the_command_that_is_shown_can_be_pasted() {
        for (file, unix, windows) in [
            ("tavreli.xop", "@tavreli.xop", "@tavreli.xop"),
            ("/a b/x.xop", "-settingsFile '/a b/x.xop'", "-settingsFile \"/a b/x.xop\""),
        ] {
            let words = [BoardProgram::XBoard, BoardProgram::WinBoard].map(|gui| gui.starting_words(file));
            assert_eq!(words, [unix, windows]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn paths_lead_from_the_root() {
        let path = Path::new("/a b/c.xop");
        assert_eq!(BoardProgram::XBoard.full_path(path).unwrap(), "/a b/c.xop");
        assert_eq!(BoardProgram::WinBoard.full_path(path).unwrap(), r"Z:\a b\c.xop");
        assert!(BoardProgram::XBoard.full_path(Path::new("x.xop")).unwrap().ends_with("/x.xop"));
    }
}
