//! The steps of a check, and the parts that a file is divided into.

use super::judgement::SuiteJudgement;
use super::{SuiteError, SuiteProblem};
use crate::text::{excerpt, trim};
use crate::transcript::{TranscriptStep, step};
use std::collections::BTreeMap;

/// A step of a check and the place it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteEntry {
    /// The line of the file, from 1.
    pub line: usize,
    /// The line itself, for reports.
    pub text: String,
    /// The action.
    pub step: SuiteStep,
}

/// One action of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteStep {
    /// A step that transcripts know, too.
    Dialogue(TranscriptStep),
    /// `@ start`: the handshake, up to the moment when the engine can be used.
    Start,
    /// `@ crlf`: lines sent from here on end with CR and LF.
    CrLf,
    /// `@ options KIND`: declared options are set.
    Options(OptionSweep),
    /// `? …`: a judgement.
    Judge(SuiteJudgement),
}

/// The values to which all declared options are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionSweep {
    /// Numbers to their least value.
    Least,
    /// Numbers to their greatest value, within what a small machine can bear.
    Greatest,
    /// Everything to its default.
    Default,
    /// Numbers to values beyond both ends.
    Beyond,
    /// Everything but texts to a word that is no value.
    Garbage,
    /// Every choice of every list in turn.
    Choices,
    /// Every switch on and off.
    Switches,
    /// Every button.
    Buttons,
    /// Texts that name no file to nothing and to a word.
    Texts,
}

impl OptionSweep {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "least" => OptionSweep::Least,
            "greatest" => OptionSweep::Greatest,
            "default" => OptionSweep::Default,
            "beyond" => OptionSweep::Beyond,
            "garbage" => OptionSweep::Garbage,
            "choices" => OptionSweep::Choices,
            "switches" => OptionSweep::Switches,
            "buttons" => OptionSweep::Buttons,
            "texts" => OptionSweep::Texts,
            _ => return None,
        })
    }
}

/// A check or a block, as it stands in the file.
pub(super) struct Part {
    pub name: String,
    pub line: usize,
    pub is_block: bool,
    pub head: Vec<(usize, String)>,
    /// The steps with their lines.
    pub steps: Vec<(usize, String)>,
}

/// The steps of a check as text, with the blocks of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Body {
    file: String,
    pub text: String,
    lines: Vec<(usize, String)>,
    blocks: BTreeMap<String, Vec<(usize, String)>>,
}

/// Divides a file into its parts.
pub(super) fn split(file: &str, text: &str) -> Result<Vec<Part>, SuiteError> {
    let mut parts: Vec<Part> = Vec::new();
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        let at = |problem| SuiteError { file: file.to_owned(), line, problem };
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        if let Some(name) = content.strip_prefix('[').and_then(|name| trim(name).strip_suffix(']')) {
            let (name, is_block) = name.strip_prefix('=').map_or((name, false), |name| (name, true));
            let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            // A check and a block may have the same name: only blocks are asked for by theirs.
            let is_taken = parts.iter().any(|part| part.name == name && part.is_block == is_block);
            if name.is_empty() || !name.chars().all(is_plain) || is_taken {
                return Err(at(SuiteProblem::Name(excerpt(name))));
            }
            parts.push(Part { name: name.to_owned(), line, is_block, head: Vec::new(), steps: Vec::new() });
            continue;
        }
        let Some(part) = parts.last_mut() else {
            return Err(at(SuiteProblem::Outside(excerpt(content))));
        };
        // Words of the head begin with a small letter, steps with a mark.
        if content.starts_with(|c: char| c.is_ascii_lowercase()) && part.steps.is_empty() && !part.is_block {
            part.head.push((line, content.to_owned()));
        } else {
            part.steps.push((line, content.to_owned()));
        }
    }
    Ok(parts)
}

/// The blocks of a file by name.
pub(super) fn blocks(parts: &[Part]) -> BTreeMap<String, Vec<(usize, String)>> {
    parts.iter().filter(|part| part.is_block).map(|part| (part.name.clone(), part.steps.clone())).collect()
}

impl Body {
    pub fn new(file: &str, part: &Part, blocks: &BTreeMap<String, Vec<(usize, String)>>) -> Body {
        let text = part.steps.iter().map(|(_, step)| format!("{step}\n")).collect();
        Body { file: file.to_owned(), text, lines: part.steps.clone(), blocks: blocks.clone() }
    }

    pub fn steps(&self, each: &str) -> Result<Vec<SuiteEntry>, SuiteError> {
        let mut entries = Vec::new();
        self.add(&self.lines, each, &mut Vec::new(), &mut entries)?;
        Ok(entries)
    }

    /// Appends the steps of these lines; `within` are the blocks that they are in.
    fn add(
        &self,
        lines: &[(usize, String)],
        each: &str,
        within: &mut Vec<String>,
        entries: &mut Vec<SuiteEntry>,
    ) -> Result<(), SuiteError> {
        let mut times = None;
        for (line, text) in lines {
            let at = |problem| SuiteError { file: self.file.clone(), line: *line, problem };
            // The value goes in before the line is read, so that it can be a number.
            let text = text.replace("{each}", each);
            let (mark, rest) = text.split_once(' ').unwrap_or((&text, ""));
            let rest_trimmed = trim(rest);
            let step = match (mark, rest_trimmed.split_once(' ').unwrap_or((rest_trimmed, ""))) {
                ("@", ("start", "")) => SuiteStep::Start,
                ("@", ("crlf", "")) => SuiteStep::CrLf,
                ("@", ("options", kind)) => {
                    let sweep = OptionSweep::named(trim(kind));
                    SuiteStep::Options(sweep.ok_or_else(|| at(SuiteProblem::Action(excerpt(rest))))?)
                }
                ("@", ("do", name)) => {
                    let wrong = || at(SuiteProblem::Block(excerpt(name)));
                    let block = self.blocks.get(name).ok_or_else(wrong)?;
                    // A block within itself would never end.
                    if within.iter().any(|outer| outer == name) {
                        return Err(wrong());
                    }
                    within.push(name.to_owned());
                    self.add(block, each, within, entries)?;
                    within.pop();
                    continue;
                }
                ("@", ("times", count)) => {
                    let count: u32 = count.parse().ok().filter(|&count| count > 0).ok_or_else(|| {
                        at(SuiteProblem::Step(crate::transcript::TranscriptProblem::Number(excerpt(count))))
                    })?;
                    times = Some(count);
                    continue;
                }
                ("?", _) => {
                    let judgement = SuiteJudgement::read(rest_trimmed);
                    SuiteStep::Judge(judgement.ok_or_else(|| at(SuiteProblem::Judgement(excerpt(rest))))?)
                }
                _ => {
                    let dialogue = step(mark, rest, times.take().unwrap_or(1));
                    SuiteStep::Dialogue(dialogue.map_err(|problem| at(problem.into()))?)
                }
            };
            // `times` repeats a line of a dialogue and nothing else; an engine's output is not closed by a
            // check.
            if times.take().is_some() || matches!(step, SuiteStep::Dialogue(TranscriptStep::CloseOutput)) {
                return Err(at(SuiteProblem::Action(excerpt(rest))));
            }
            entries.push(SuiteEntry { line: *line, text, step });
        }
        Ok(())
    }
}
