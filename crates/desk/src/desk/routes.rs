//! The addresses of a desk.

use super::request::{parts, read};
use super::{Desk, Method, PageRequest, Reply, Shelf};
use crate::draft::Draft;
use crate::explorer;
use crate::kept::{COUNTED, LONGEST_PGN, count, counter, to_record};
use crate::learn::{self, ENGLISH};
use crate::opening::{self, LoadedGame, Opened};
use crate::orders::{LONGEST, PageOrder, RecordedGames};
use crate::plan::{GamePlan, Refusal, SpokenSides};
use crate::puzzles::{self, Own, PuzzleNotFound, PuzzleReply};
use crate::reply::{NOT_FOUND, PGN_TYPE};
use crate::resources::{EngineChoice, EngineLimits, EngineResources, NetOffer, ResourceHints};
use crate::shared;
use crate::showcase;
use crate::snapshot::PositionView;
use crate::tasks::{self, TaskNotFound};
use crate::variants;
use helgi_rules::Line;
use helgi_rules::games::GameId;
use helgi_variants::rules_page;
use serde_json::{Value, json};
use std::fmt::Display;

/// The largest table of an engine in a browser, and the usual one. Unit: megabytes.
const TABLE: usize = 16;

type Routed = Result<Reply, Reply>;

impl<S: Shelf> Desk<S> {
    /// Answers a request.
    pub(super) fn route(&mut self, request: &PageRequest) -> Reply {
        let Some(parts) = parts(&request.path) else { return Reply::missing() };
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let routed = match (request.method, parts.as_slice()) {
            (method, ["variants", rest @ ..]) => self.variants(method, rest),
            (method, ["boards", rest @ ..]) => self.boards(method, rest, &request.body),
            (method, ["puzzles", rest @ ..]) => self.puzzles(method, rest, &request.body),
            (method, ["tasks", rest @ ..]) => self.tasks(method, rest, &request.body),
            (Method::Post, ["rules"]) => read(&request.body, LONGEST)
                .map(|linked| shared::offered(&linked).map_err(Refusal::from).into()),
            (Method::Post, ["positions"]) => {
                read::<Draft>(&request.body, LONGEST).map(|draft| draft.read().into())
            }
            (Method::Get, ["engine"]) => Ok(Reply::of(&resources())),
            (Method::Post, ["engine"]) => set_resources(&request.body),
            (method, ["write", rest @ ..]) => self.write(method, rest, &request.body),
            // No match is played here.
            (Method::Get, ["match"]) => Ok(Reply::of(&Value::Null)),
            _ => Err(Reply::missing()),
        };
        routed.unwrap_or_else(|refused| refused)
    }

    fn variants(&mut self, method: Method, parts: &[&str]) -> Routed {
        let facts = |games: Vec<GameId>| Reply::of(&games.into_iter().map(variants::of).collect::<Vec<_>>());
        let game =
            |name: &str| GameId::named(name).ok_or_else(|| Reply::error(NOT_FOUND, &learn::unknown(name)));
        Ok(match (method, parts) {
            (Method::Get, []) => facts(variants::all()),
            (Method::Get, ["more"]) => facts(variants::more()),
            (Method::Get, [name]) => Reply::of(&GameId::named(name).map(variants::of)),
            (Method::Get, [name, "link"]) => Reply::of(&shared::packed(game(name)?)),
            (Method::Get, [name, "game"]) => Reply::of(&showcase::game(game(name)?)),
            (Method::Get, [name, "pieces"]) => Reply::of(&learn::pieces(game(name)?)),
            (Method::Get, [name, "rules", language]) => {
                let game = game(name)?;
                // A game from a file brings its page along; others have that of their family, in the language
                // or in English.
                let page = rules_page(game, language).or_else(|| {
                    let languages = [*language, ENGLISH].into_iter();
                    let family = game.info().family;
                    let mut given =
                        languages.filter_map(|code| self.pages.get(&(family.to_owned(), code.to_owned())));
                    given.next().cloned()
                });
                let page = page.ok_or_else(|| Reply::error(NOT_FOUND, &learn::unknown(name)))?;
                Reply::of(&learn::rules(&page, game))
            }
            _ => return Err(Reply::missing()),
        })
    }

    fn boards(&mut self, method: Method, parts: &[&str], body: &str) -> Routed {
        match (method, parts) {
            (Method::Get, []) => Ok(Reply::of(&self.list())),
            (Method::Post, []) => {
                let plan: GamePlan = read(body, LONGEST)?;
                Ok(self.begin(&plan, true).into())
            }
            (Method::Post, ["pgn"]) => {
                let RecordedGames { pgn, number, all } = read(body, LONGEST_PGN)?;
                let occasion = self.occasion();
                // All games are read before any is admitted: a text with too many games adds none.
                if all {
                    let mut games = Vec::new();
                    let refused = opening::open_all(&pgn, &occasion, |game| games.push(game));
                    return Ok(refused
                        .map(|refused| {
                            let opened = games.len();
                            for game in games {
                                self.admit(game, true);
                            }
                            LoadedGame::All { opened, refused }
                        })
                        .into());
                }
                Ok(opening::open(&pgn, number, &occasion).map(|opened| self.loaded(opened)).into())
            }
            (Method::Get, ["pgn"]) => Ok(pgn_file("games", self.all_games())),
            (Method::Get, [id]) => self.snapshot(id).map(|game| Reply::of(&game)).ok_or_else(Reply::missing),
            (Method::Post, [id]) => self.carry_out(id, read(body, LONGEST)?),
            (Method::Get, [id, "review"]) => self.watch_review(id).map(|stream| Reply::Stream { stream }),
            (Method::Get, [id, "events"]) => self.watch(id).map(|stream| Reply::Stream { stream }),
            (Method::Get, [id, "events", at, lines, rest @ ..]) => {
                let threats = match rest {
                    [] => false,
                    ["threats"] => true,
                    _ => return Err(Reply::missing()),
                };
                let number = lines
                    .parse()
                    .map_err(|_| Reply::error(400, &format!("lines: `{lines}`, expected a number")));
                self.watch_analysis(id, at, number?, threats).map(|stream| Reply::Stream { stream })
            }
            (Method::Get, [id, "at", at]) => Ok(Reply::of(&PositionView::at(&self.line_to(id, at)?))),
            (Method::Get, [id, "at", at, "others"]) => {
                let others = self.look(id, |live| live.others(at).ok()).flatten();
                others.map(|others| Reply::of(&others)).ok_or_else(Reply::missing)
            }
            (Method::Get, [id, "at", at, "explorer"]) => self.explore(id, at),
            (Method::Get, [id, "pgn"]) => {
                let text = self.look(id, |live| to_record(live).to_string()).ok_or_else(Reply::missing)?;
                Ok(pgn_file(id, text))
            }
            (Method::Post, [id, "annotation"]) => {
                // The order has no fields, but must be JSON.
                let _: Value = read(body, LONGEST)?;
                let review =
                    self.reviews.iter().find(|(name, _)| name == id).map(|(_, review)| review.clone());
                let done = self.change(id, |live| live.annotate(review.as_ref()));
                Ok(done.ok_or_else(Reply::missing)?.map(|()| json!({})).into())
            }
            // Nobody comes from elsewhere.
            (Method::Get, [id, "guests"]) => {
                self.game(id).ok_or_else(Reply::missing)?;
                Ok(Reply::of(&json!({ "address": null, "encrypted": false, "seats": [] })))
            }
            _ => Err(Reply::missing()),
        }
    }

    fn loaded(&mut self, opened: Opened) -> LoadedGame {
        match opened {
            Opened::Game(live) => {
                let variant = live.game().name();
                LoadedGame::Game { variant, id: self.admit(*live, true) }
            }
            Opened::Choice(choice) => LoadedGame::Choice { choice },
        }
    }

    fn carry_out(&mut self, id: &str, order: PageOrder) -> Routed {
        let now = self.present.moment;
        match order {
            PageOrder::Hint => self.hint(id).ok_or_else(Reply::missing),
            PageOrder::Judge { text, at } => {
                let judged =
                    self.look(id, |live| live.move_to_judge(&at, &text)).ok_or_else(Reply::missing)?;
                let (before, played) = judged.map_err(|refusal| Reply::from(&refusal))?;
                Ok(self.judge(before, played))
            }
            PageOrder::Forget => {
                self.forget(id).ok_or_else(Reply::missing)?;
                Ok(Reply::of(&json!({})))
            }
            order => {
                let done = self.change(id, |live| live.carry_out(SpokenSides::BOTH, order, now));
                Ok(done.ok_or_else(Reply::missing)?.into())
            }
        }
    }

    fn line_to(&mut self, id: &str, at: &str) -> Result<Line, Reply> {
        self.look(id, |live| live.line_to(at).ok()).flatten().ok_or_else(Reply::missing)
    }

    fn explore(&mut self, id: &str, at: &str) -> Routed {
        let line = self.line_to(id, at)?;
        let game = line.present().game();
        let Desk { shelf, counted, changes, .. } = self;
        // The games are counted once, and again only after a change of the shelf.
        if counted.get(&game).is_none_or(|(known, _)| known != changes) {
            let mut builder = counter(game);
            for (name, _) in shelf.list().into_iter().take(COUNTED) {
                if let Some(record) = shelf.read(&name).and_then(super::games::record_of) {
                    count(&mut builder, game, &record);
                }
            }
            counted.insert(game, (*changes, builder.finish()));
        }
        let own = counted.get(&game).map(|(_, own)| own);
        Ok(Reply::of(&explorer::explore(line.present(), own, None)))
    }

    fn puzzles(&mut self, method: Method, parts: &[&str], body: &str) -> Routed {
        match (method, parts) {
            (Method::Get, []) => Ok(Reply::of(&self.puzzles.list())),
            (Method::Post, []) => {
                let own: Own = read(body, LONGEST_PGN)?;
                Ok(self.puzzles.take(&own).into())
            }
            (Method::Get, [set]) => {
                let themes = self.puzzles.themes(set);
                themes
                    .map(|themes| Reply::of(&themes))
                    .ok_or_else(|| not_found(PuzzleNotFound::Set((*set).to_owned())))
            }
            (Method::Post, [set, number]) => {
                let question = read(body, LONGEST)?;
                let (puzzle, count) = self.puzzles.find(set, numbered(number)?).map_err(not_found)?;
                match puzzles::ask(&puzzle, question) {
                    Ok(None) => {
                        let begun = self.begin(&GamePlan::of_two_from(&puzzle.start), false);
                        Ok(begun.map(|begun| puzzles::begun(begun.id, &puzzle, count)).into())
                    }
                    Ok(Some(PuzzleReply::Says(says))) => Ok(Reply::of(&says)),
                    Ok(Some(PuzzleReply::Answer(answer))) => Ok(self.judge_answer(answer)),
                    Err(refusal) => Err(Reply::from(&refusal)),
                }
            }
            _ => Err(Reply::missing()),
        }
    }

    fn tasks(&mut self, method: Method, parts: &[&str], body: &str) -> Routed {
        match (method, parts) {
            (Method::Get, [game]) => {
                let cards = GameId::named(game).and_then(tasks::cards);
                cards
                    .map(|cards| Reply::of(&cards))
                    .ok_or_else(|| not_found(TaskNotFound::Game((*game).to_owned())))
            }
            (Method::Post, [game, number]) => {
                let question = read(body, LONGEST)?;
                let (task, count) = tasks::find(game, numbered(number)?).map_err(not_found)?;
                match tasks::ask(&task, question) {
                    Ok(None) => {
                        let begun = self.begin(&GamePlan::of_two_from(&task.start), false);
                        Ok(begun.map(|begun| tasks::begun(begun.id, &task, count)).into())
                    }
                    Ok(Some(answer)) => Ok(Reply::of(&answer)),
                    Err(refusal) => Err(Reply::from(&refusal)),
                }
            }
            _ => Err(Reply::missing()),
        }
    }
}

/// Recorded games as a file.
fn pgn_file(name: &str, text: String) -> Reply {
    Reply::File { name: format!("helgi-{name}.pgn"), media_type: PGN_TYPE.to_owned(), text }
}

fn not_found(why: impl Display) -> Reply {
    Reply::error(NOT_FOUND, &why.to_string())
}

fn numbered(text: &str) -> Result<usize, Reply> {
    text.parse().map_err(|_| Reply::error(400, &format!("number: `{text}`, expected a number")))
}

/// The resources of engines in a browser, which cannot be changed.
fn resources() -> EngineChoice {
    EngineChoice {
        resources: EngineResources { hash: TABLE, ..EngineResources::default() },
        most: EngineLimits { threads: 1, hash: TABLE },
        nets: NetOffer::own().into_iter().take(1).collect(),
        books: Vec::new(),
    }
}

fn set_resources(body: &str) -> Routed {
    let wanted: EngineResources = read(body, LONGEST)?;
    let choice = resources();
    choice.check(&wanted, &ResourceHints::default()).map_err(|why| Reply::error(400, &why.to_string()))?;
    if wanted != choice.resources {
        let why = format!("hash: {}, expected {TABLE}, which cannot be changed here", wanted.hash);
        return Err(Reply::error(400, &why));
    }
    Ok(Reply::of(&choice))
}
