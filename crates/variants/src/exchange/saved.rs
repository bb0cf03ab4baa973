//! The text of diagrams in saved pages.

/// Returns the lines of each diagram of a text with their numbers, from 1: of every element of the class `idiagram` in a page,
/// or of the whole text.
pub(super) fn diagrams(text: &str) -> Vec<Vec<(usize, String)>> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut line = 1;
    while let Some(at) = rest.find("idiagram") {
        let (before, behind) = rest.split_at(at);
        line += before.matches('\n').count();
        // The name may stand in a script or in a style as well.
        let in_tag = before.rfind('<').is_some_and(|tag| !before[tag..].contains('>'));
        let Some(open) = behind.find('>').filter(|_| in_tag) else {
            rest = &behind["idiagram".len()..];
            continue;
        };
        let (tag, content) = behind.split_at(open + 1);
        line += tag.matches('\n').count();
        let end = content.find("</").unwrap_or(content.len());
        found.push(lines(&content[..end], line));
        line += content[..end].matches('\n').count();
        rest = &content[end..];
    }
    if found.is_empty() { vec![lines(text, 1)] } else { found }
}

/// The lines of an element's content. Pages that were saved as text run parameters together with blanks.
fn lines(content: &str, first: usize) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in content.split('\n').enumerate() {
        for part in
            line.replace("<br>", "\u{1}").replace("<br/>", "\u{1}").replace("<br />", "\u{1}").split('\u{1}')
        {
            let part =
                part.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&");
            let part = part.trim();
            if !part.is_empty() {
                found.extend(separated(part).into_iter().map(|part| (first + index, part)));
            }
        }
    }
    found
}

/// The parameters and pieces of a line, which may stand one behind the other with blanks between them.
fn separated(line: &str) -> Vec<String> {
    if line.starts_with("//") || line.starts_with('#') {
        return vec![line.to_owned()];
    }
    let is_parameter = |word: &str| {
        word.split_once('=').is_some_and(|(key, _)| {
            !key.is_empty() && key.chars().all(|letter| letter.is_ascii_alphanumeric())
        })
    };
    // Names of pieces and of pictures have blanks of their own.
    if !line.split_whitespace().any(is_parameter) && line.matches(':').count() <= 5 {
        return vec![line.to_owned()];
    }
    let mut parts: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let begins_piece = word.contains(':') && word.starts_with(|letter: char| letter.is_alphabetic());
        let continues = |last: &String| !last.contains(':') && !last.contains('=');
        match parts.last_mut() {
            Some(last) if !is_parameter(word) && (!begins_piece || continues(last)) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => parts.push(word.to_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_are_found_in_pages() {
        let page = "<style>.idiagram { }</style>\n<div class=\"idiagram\">\nfiles=10\nranks=8\nPawn:P:fmW&amp;::a2-j2<br>King::::f1\n</div>";
        let lines = |numbers: &[(usize, &str)]| -> Vec<(usize, String)> {
            numbers.iter().map(|&(line, text)| (line, text.to_owned())).collect()
        };
        let expected =
            lines(&[(3, "files=10"), (4, "ranks=8"), (5, "Pawn:P:fmW&::a2-j2"), (5, "King::::f1")]);
        assert_eq!(diagrams(page), [expected]);
    }

    #[test]
    fn blanks_separate_too() {
        let parts =
            separated("files=10 symmetry=mirror Pawn::::a2-j2 Silver General:S:FfW:silver:c1,h1 King::::f1");
        assert_eq!(
            parts,
            [
                "files=10",
                "symmetry=mirror",
                "Pawn::::a2-j2 Silver",
                "General:S:FfW:silver:c1,h1",
                "King::::f1"
            ]
        );
        assert_eq!(separated("Royal Knight:K:N:royal knight:e1"), ["Royal Knight:K:N:royal knight:e1"]);
    }
}
