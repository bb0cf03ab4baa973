//! Russian sentences about moves, ends of games, slips and puzzles.

use super::super::Language;
use super::{Russian, counted, names};
use helgi_rules::advice::{MoveAdvice, MoveSlip, NamedMoves};
use helgi_rules::board::{Action, Kind, Move, Side, Square};
use helgi_rules::describe::{self, MetPiece, MetTreatment, MoveFact, MoverFate, MovingPart, PlacedKind};
use helgi_rules::readable::{self, Style};
use helgi_rules::{AnyPosition, Line, Outcome, Position, Reason};
use helgi_study::puzzles::AnswerVerdict;

/// The reason for the end of a game.
pub fn reason(outcome: Outcome) -> String {
    let Some(winner) = outcome.winner else {
        return match outcome.reason {
            Reason::Stalemate => "пат",
            Reason::BothKingsGone => "оба короля взяты",
            Reason::Repetition => "ничья из-за повторения",
            Reason::MoveCount => "ничья по числу ходов",
            Reason::InsufficientMaterial => "ничья: не хватает фигур для мата",
            Reason::Rule(text) => text,
            _ => "ничья",
        }
        .to_owned();
    };
    let (won, lost) = (Russian.side(winner), Russian.side(!winner));
    match outcome.reason {
        Reason::Mate => format!("мат; победа: {won}"),
        Reason::Stalemate => format!("{lost}: пат"),
        Reason::NoLegalMove => format!("{lost}: нет ходов"),
        Reason::KingCaptured => format!("{won}: король взят"),
        Reason::ObjectivesCaptured => format!("{won}: взяты все цели"),
        Reason::KingInCitadel => format!("{won}: король в цитадели"),
        Reason::BonusRule => format!("{won}: победа по бонусному правилу"),
        Reason::Points { white, black } => {
            let [white, black] = [white, black].map(|halves| f64::from(halves) / 2.0);
            format!("{won}: победа по очкам, {white} : {black}")
        }
        Reason::BothKingsGone => "оба короля взяты".to_owned(),
        Reason::Repetition => format!("{won}: победа из-за повторения"),
        Reason::MoveCount => format!("{won}: победа по числу ходов"),
        _ => outcome.reason_text().to_string(),
    }
}

/// A move from the facts about it.
pub fn facts(position: &AnyPosition, facts: &[MoveFact]) -> String {
    let words = Words { position };
    let parts: Vec<String> = facts.iter().map(|fact| words.fact(fact)).collect();
    parts.join("; ")
}

/// The words for the pieces and squares of a position.
struct Words<'a> {
    position: &'a AnyPosition,
}

impl Words<'_> {
    fn fact(&self, fact: &MoveFact) -> String {
        match fact {
            MoveFact::Pass(_) => "ход пропущен".to_owned(),
            MoveFact::Castling { is_short: true, .. } => "короткая рокировка".to_owned(),
            MoveFact::Castling { is_short: false, .. } => "длинная рокировка".to_owned(),
            MoveFact::Drop { kind, to } => format!("{} встаёт на {}", self.kind(*kind), self.square(*to)),
            MoveFact::Wall { on, .. } => format!("на {} ставится стена", self.square(*on)),
            MoveFact::WallBesides { on } => format!("на {} встаёт стена", self.square(*on)),
            MoveFact::Shot { by, victims } => {
                let victims: Vec<String> = victims.iter().map(|&victim| self.piece(victim)).collect();
                format!("{} стреляет: {}", self.piece(*by), victims.join(", "))
            }
            MoveFact::Arrival { mover, from, to, met, fate } => {
                let way = format!("{}–{}", self.square(*from), self.square(*to));
                let who = match *mover {
                    MovingPart::Piece { kind, has_stack: false } => format!("{} {way}", self.kind(kind)),
                    MovingPart::Piece { kind, has_stack: true } => {
                        format!("{} с башней {way}", self.kind(kind))
                    }
                    MovingPart::Top(1) => format!("верхняя фигура башни, {way}"),
                    MovingPart::Top(count) => format!("верх башни (фигур: {count}), {way}"),
                };
                format!("{who}{}{}", self.met(*met), self.fate(*fate))
            }
            MoveFact::Loss { kinds, on } => {
                let gone: Vec<&str> = kinds.iter().map(|&kind| self.kind(kind)).collect();
                let verb = if gone.len() == 1 { "исчезает" } else { "исчезают" };
                format!("с {} {verb}: {}", self.square(*on), gone.join(", "))
            }
            MoveFact::Appearance { kind, is_hostile, on } => {
                format!("на {} появляется: {}", self.square(*on), self.owned(*kind, *is_hostile))
            }
            MoveFact::Change { old, new, new_side } => {
                let side = new_side.map_or("", |side| match side {
                    Side::White => " белых",
                    Side::Black => " чёрных",
                });
                format!("{}, превращение: {}{side}", self.piece(*old), self.kind(*new))
            }
        }
    }

    fn met(&self, met: Option<MetPiece>) -> String {
        let Some(MetPiece { kind, treatment }) = met else { return String::new() };
        let how = match treatment {
            MetTreatment::Mounted => "на свою фигуру",
            MetTreatment::Taken => "берёт",
            MetTreatment::TakenPrisoner => "берёт в плен",
        };
        format!(", {how}: {}", self.kind(kind))
    }

    fn fate(&self, fate: MoverFate) -> String {
        match fate {
            MoverFate::Same => String::new(),
            MoverFate::Gone => ", и исчезает".to_owned(),
            MoverFate::Petrified => ", и становится стеной".to_owned(),
            MoverFate::Becomes { kind, is_hostile } => {
                format!(", превращение: {}", self.owned(kind, is_hostile))
            }
        }
    }

    fn owned(&self, kind: Kind, is_hostile: bool) -> String {
        format!("{}{}", self.kind(kind), if is_hostile { " врага" } else { "" })
    }

    /// The piece on top of a square: `пешка e4`.
    fn piece(&self, piece: PlacedKind) -> String {
        let name = piece.kind.map_or("препятствие", |kind| self.kind(kind));
        format!("{name} {}", self.square(piece.on))
    }

    fn kind(&self, kind: Kind) -> &'static str {
        Russian.piece(self.position.game(), kind)
    }

    fn square(&self, square: Square) -> String {
        self.position.outline().name(square)
    }
}

/// Advice on a slip.
pub fn advice(position: &AnyPosition, advice: &MoveAdvice) -> String {
    let words = Words { position };
    let square = |square: Square| words.square(square);
    let piece = |kind: Kind| capital(words.kind(kind));
    let text = match &advice.slip {
        MoveSlip::Castling => "Такая рокировка сейчас невозможна.".to_owned(),
        MoveSlip::NoSquare(name) => format!("На доске нет поля {name}."),
        MoveSlip::Several(moves) => format!("Какая из фигур? {}.", named(moves)),
        MoveSlip::OtherPiece { kind, to, moves } => {
            let who = kind.map_or_else(|| "Эта фигура".to_owned(), piece);
            format!("{who} не может пойти на {}. Туда ведут: {}.", square(*to), named(moves))
        }
        MoveSlip::NoPiece(to) => format!("Ни одна ваша фигура не может пойти на {}.", square(*to)),
        MoveSlip::EmptySquare(from) => format!("На {} нет фигуры.", square(*from)),
        MoveSlip::NotYours(kind, from) => {
            let turn = match position.side() {
                Side::White => "белых",
                Side::Black => "чёрных",
            };
            format!("{} на {}: не ваша фигура, сейчас ход {turn}.", piece(*kind), square(*from))
        }
        MoveSlip::NoMoves(kind, from) => {
            format!("{} на {} сейчас не может ходить.", piece(*kind), square(*from))
        }
        MoveSlip::OtherMoves(kind, from, moves) => {
            format!("{} на {}, ходы: {}.", piece(*kind), square(*from), named(moves))
        }
    };
    if advice.in_check { format!("Вам шах. {text}") } else { text }
}

fn named(moves: &NamedMoves) -> String {
    let texts = moves.texts.join(" ");
    if moves.more > 0 { format!("{texts} и ещё {}", moves.more) } else { texts }
}

/// The same with a capital letter at its beginning.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The verdict on an answer to a puzzle; empty for the right move.
pub fn answer(position: &AnyPosition, played: Move, verdict: &AnswerVerdict) -> String {
    let text = readable::write(position, played, Style::San);
    match verdict {
        AnswerVerdict::Right => String::new(),
        AnswerVerdict::AsGood(Some(moves)) => {
            format!("{text} тоже форсирует победу, в {}.", counted(*moves as usize, ["ход", "хода", "ходов"]))
        }
        AnswerVerdict::AsGood(None) => format!("{text} не хуже."),
        AnswerVerdict::Wrong { expected, best, misses_win, refutation } => {
            let after = position.after(played);
            let reply = refutation.first().copied().filter(|&reply| after.is_legal(reply));
            let because = reply.map_or(String::new(), |reply| {
                let reply = readable::write(&after, reply, Style::San);
                format!(" {} отвечают {reply}.", Russian.side(after.side()))
            });
            let [expected, best] = [expected, best].map(|share| (share * 100.0).round());
            let missed = match misses_win {
                true => "а победу можно форсировать".to_owned(),
                false => format!("а после верного хода {best}"),
            };
            format!("{text}: вы можете ждать {expected} из 100 очков, {missed}.{because} Ещё попытка!")
        }
    }
}

/// The right move, before it is played.
pub fn right(position: &AnyPosition, played: Move) -> String {
    let sense = facts(position, &describe::facts(position, played));
    format!("Верно, {}: {sense}.", readable::write(position, played, Style::San))
}

/// The other side's answer, before it is played.
pub fn reply(position: &AnyPosition, reply: Move) -> String {
    let sense = facts(position, &describe::facts(position, reply));
    let text = readable::write(position, reply, Style::San);
    format!("{} отвечают {text}: {sense}. Дальше!", Russian.side(position.side()))
}

/// The names of themes; files have others than those that are known.
pub fn theme_list(themes: &[String]) -> String {
    let name = |theme: &String| {
        names::THEMES
            .iter()
            .find(|(known, _)| known == theme)
            .map_or(theme.clone(), |(_, own)| (*own).to_owned())
    };
    themes.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// A hint for the next move of a solution: first its themes, then the piece.
pub fn puzzle_hint(position: &AnyPosition, next: Move, themes: &[String], number: usize) -> String {
    if number == 1 && !themes.is_empty() {
        return format!("О чём она: {}.", theme_list(themes));
    }
    let words = Words { position };
    match (next.action(), next.from()) {
        (Action::Drop { kind, .. }, _) => format!("Фигура берётся из запаса: {}.", words.kind(kind)),
        (_, Some(from)) => {
            let piece = position.piece_at(from, 0).map_or("фигура", |piece| words.kind(piece.kind));
            format!("Посмотрите на {}: там {piece}.", words.square(from))
        }
        (_, None) => "Ход пропускается.".to_owned(),
    }
}

/// The solution from the position of the puzzle on, whose moves are legal.
pub fn solution(start: &AnyPosition, moves: &[Move]) -> String {
    let mut line = Line::new(start.clone());
    let mut texts = Vec::new();
    for &played in moves {
        texts.push(readable::write(line.present(), played, Style::San));
        line.play(played);
    }
    let end = line.verdict().map_or(String::new(), |outcome| format!(" ({})", reason(outcome)));
    format!("Решение: {}{end}.", texts.join(" "))
}
