//! Russian. Names of pieces stand where no case or gender has to agree with them: `слон d4–b2, берёт: пешка`.

mod names;
mod sentences;

use super::{Language, PlayWord};
use helgi_record::EngineStrength;
use helgi_rules::advice::MoveAdvice;
use helgi_rules::board::{Kind, Move, Side};
use helgi_rules::describe::MoveFact;
use helgi_rules::{AnyPosition, GameId, Line, Outcome};
use helgi_study::puzzles::AnswerVerdict;
use std::fmt::Display;

/// The texts in Russian.
pub struct Russian;

impl Language for Russian {
    fn code(&self) -> &'static str {
        "ru"
    }

    fn words(&self) -> &'static [(&'static str, PlayWord)] {
        &[
            ("возврат", PlayWord::Undo),
            ("вернуть", PlayWord::Undo),
            ("выйти", PlayWord::Quit),
            ("выход", PlayWord::Quit),
            ("дальше", PlayWord::Next),
            ("доска", PlayWord::Board),
            ("задача", PlayWord::Puzzle),
            ("книга", PlayWord::Book),
            ("назад", PlayWord::Undo),
            ("новая", PlayWord::New),
            ("открыть", PlayWord::Load),
            ("пас", PlayWord::Pass),
            ("подсказка", PlayWord::Hint),
            ("позиция", PlayWord::Fen),
            ("помощь", PlayWord::Help),
            ("правила", PlayWord::Rules),
            ("решение", PlayWord::Solution),
            ("сдаться", PlayWord::Resign),
            ("сдаюсь", PlayWord::Resign),
            ("сохранить", PlayWord::Save),
            ("сторона", PlayWord::Side),
            ("уровень", PlayWord::Level),
            ("ход", PlayWord::Moves),
            ("ходы", PlayWord::Moves),
        ]
    }

    fn side_words(&self) -> [&'static [&'static str]; 3] {
        [&["белые", "белыми", "белых"], &["черные", "черными", "черных"], &["обе"]]
    }

    fn side(&self, side: Side) -> &'static str {
        match side {
            Side::White => "Белые",
            Side::Black => "Чёрные",
        }
    }

    fn title(&self, game: GameId) -> String {
        let info = game.info();
        match names::of_game(game) {
            Some(_) if game == GameId::FISCHERANDOM => "Шахматы-960".to_owned(),
            None => info.title.to_owned(),
            Some(names) if info.family == info.name => names.title.to_owned(),
            Some(names) => format!("{} ({})", names.title, info.name),
        }
    }

    fn piece(&self, game: GameId, kind: Kind) -> &'static str {
        names::piece(game, kind).unwrap_or_else(|| game.info().piece_name(kind))
    }

    fn reason(&self, outcome: Outcome) -> String {
        sentences::reason(outcome)
    }

    fn resigns(&self, loser: Side) -> String {
        format!("{}: сдача", self.side(loser))
    }

    fn phase(&self, phase: &'static str) -> &'static str {
        names::PHASES.iter().find(|(english, _)| *english == phase).map_or(phase, |(_, own)| own)
    }

    fn facts(&self, position: &AnyPosition, facts: &[MoveFact]) -> String {
        sentences::facts(position, facts)
    }

    fn reserves(&self, white: &str, black: &str) -> String {
        format!("Запас белых:  {white}\nЗапас чёрных: {black}")
    }

    fn legend(&self, pieces: &[(String, &'static str)]) -> String {
        // No line ends between a letter and its name.
        let names: Vec<String> =
            pieces.iter().map(|(letter, name)| format!("{letter}\u{a0}{name}")).collect();
        format!("{}. Заглавные буквы у белых.", names.join(", "))
    }

    fn stacks(&self) -> &'static str {
        "Несколько букв на поле — это башня; последняя буква — её верх."
    }

    fn check(&self) -> &'static str {
        "Шах!"
    }

    fn turn(&self, number: u32, phase: &'static str) -> String {
        format!("Ход {number}, {}.", self.phase(phase))
    }

    fn greeting(&self, title: &str, strength: EngineStrength, highest: u32) -> String {
        let strength = match strength {
            EngineStrength::Level(level) => format!("Уровень {level} из {highest}"),
            EngineStrength::Time(time) => format!("Полная сила, секунд на ход: {}", time.as_secs_f64()),
            EngineStrength::Nodes(nodes) => format!("Полная сила, узлов на ход: {nodes}"),
        };
        format!("{title}. {strength}. Введите ход или `помощь`.")
    }

    fn help(&self) -> &'static str {
        "  Nf3, g1f3         сделать ход
  правила [N]       разделы правил; правила 3: третий из них
  пас               пропустить ход, если игра это позволяет
  ходы              все ходы; ходы e2: с поля e2 или на него;
                    ходы N: этих фигур; ходы @N: из запаса
  подсказка         ход, который сделала бы программа, и его продолжение
  книга             ходы этой позиции в дебютной книге
  назад [N]         вернуть ваш последний ход или последние N ходов
  доска             показать доску; позиция: записать её текстом (FEN)
  уровень 1..18     изменить силу программы
  сторона белые|чёрные|обе
  новая             начать новую партию
  сохранить ФАЙЛ    дописать партию в файл
  открыть ФАЙЛ [N]  продолжить записанную партию, последнюю или N-ю
  сдаюсь, выход
Английские слова (help, moves, hint, undo, quit и другие) тоже понятны."
    }

    fn plays(&self, side: Side, text: &str, sense: &str) -> String {
        format!("{} ходят {text}: {sense}.", self.side(side))
    }

    fn result(&self, result: &dyn Display, reason: &str) -> String {
        format!("Результат: {result} ({reason})")
    }

    fn over(&self) -> &'static str {
        "Партия окончена."
    }

    fn over_what_now(&self) -> &'static str {
        "Партия окончена. `новая` начинает другую, `назад` возвращает ход."
    }

    fn cannot_pass(&self) -> &'static str {
        "Здесь нельзя пропустить ход; `ходы` покажет ваши ходы."
    }

    fn nothing_to_undo(&self) -> &'static str {
        "Возвращать нечего."
    }

    fn undo_usage(&self) -> &'static str {
        "После слова `назад` стоит число ваших ходов: `назад 2`."
    }

    fn level(&self, level: u32) -> String {
        format!("Уровень {level}.")
    }

    fn level_usage(&self, highest: u32) -> String {
        format!("Уровень — это число от 1 до {highest}.")
    }

    fn side_usage(&self) -> &'static str {
        "Сторона: белые, чёрные или обе."
    }

    fn hint(&self, first: &str, score: Option<&str>, rest: &str) -> String {
        let score = score.map_or(String::new(), |score| format!(" ({score})"));
        let then = if rest.is_empty() { String::new() } else { format!(", затем {rest}") };
        format!("Попробуйте {first}{score}{then}.")
    }

    fn wins_in(&self, moves: u32) -> String {
        format!("победа в {}", counted(moves as usize, ["ход", "хода", "ходов"]))
    }

    fn loses_in(&self, moves: u32) -> String {
        format!("поражение в {}", counted(moves as usize, ["ход", "хода", "ходов"]))
    }

    fn rules_elsewhere(&self, game: GameId) -> String {
        format!("Правила покажет команда `helgi rules {}`.", game.name())
    }

    fn rules_parts(&self) -> &'static str {
        "`правила N` покажет раздел."
    }

    fn rules_usage(&self, typed: &str, parts: usize) -> String {
        format!("`правила {typed}`: ожидалось число от 1 до {parts}.")
    }

    fn rules_of_others(&self) -> &'static str {
        "`helgi rules ИГРА` покажет правила, `helgi variants` — варианты и игры из файлов."
    }

    fn not_recorded(&self, error: &dyn Display) -> String {
        format!("Партия больше не записывается: {error}. `сохранить ФАЙЛ` запишет её в другое место.")
    }

    fn save_usage(&self) -> &'static str {
        "После слова `сохранить` стоит имя файла: `сохранить game.pgn`."
    }

    fn saved(&self, path: &str) -> String {
        format!("Партия записана в {path}.")
    }

    fn not_saved(&self, error: &dyn Display) -> String {
        format!("Партия не записана: {error}.")
    }

    fn load_usage(&self) -> &'static str {
        "После слова `открыть` стоит имя файла: `открыть game.pgn`."
    }

    fn not_loaded(&self, error: &dyn Display) -> String {
        format!("Партия не открыта: {error}.")
    }

    fn no_such_game(&self, games: usize) -> String {
        format!("ожидался номер партии; в файле {}", counted(games, ["партия", "партии", "партий"]))
    }

    fn kept(&self, path: &dyn Display) -> String {
        format!("Партия записана в {path}.")
    }

    fn kept_open(&self, path: &dyn Display) -> String {
        format!("Партия записана в {path}; её продолжит `helgi play --resume`.")
    }

    fn no_folder(&self) -> &'static str {
        "нет папки для партий, так как нет домашней папки: укажите --record ФАЙЛ или --no-record"
    }

    fn nothing_to_resume(&self, place: Option<&dyn Display>, game: Option<GameId>) -> String {
        let place = place.map_or_else(|| "нигде".to_owned(), ToString::to_string);
        let kind = game.map_or(String::new(), |game| format!(" ({})", game.name()));
        format!("{place}: нет неоконченной партии{kind}; `helgi play` начинает новую")
    }

    fn no_book(&self) -> &'static str {
        "Книги нет; её указывают так: `helgi play --book ФАЙЛ`."
    }

    fn book_of_another(&self, book: GameId, game: GameId) -> String {
        format!("Это книга другой игры: {}, а не {}.", book.name(), game.name())
    }

    fn book_is_silent(&self) -> &'static str {
        "В книге здесь нет ходов."
    }

    fn book_columns(&self) -> [&'static str; 8] {
        ["ход", "доля", "партии", "выигр.", "ничьи", "проигр.", "неизв.", "очки"]
    }

    fn wrong_book(&self, found: GameId, expected: GameId) -> String {
        format!(
            "книга игры {0}, ожидалась книга игры {1}; для неё есть `helgi play {0}`",
            found.name(),
            expected.name()
        )
    }

    fn no_such_moves(&self) -> &'static str {
        "Таких ходов нет."
    }

    fn moves_usage(&self, typed: &str, square: &str, piece: &str) -> String {
        format!("`{typed}` — не поле и не фигура; попробуйте `ходы {square}` или `ходы {piece}`.")
    }

    fn piece_from(&self, name: &str, square: &str) -> String {
        format!("{name} {square}")
    }

    fn drop(&self, name: &str) -> String {
        format!("из запаса: {name}")
    }

    fn pass(&self) -> &'static str {
        "пас"
    }

    fn advice(&self, position: &AnyPosition, advice: &MoveAdvice) -> String {
        let text = sentences::advice(position, advice);
        if advice.names_moves() {
            text
        } else {
            format!("{text} `ходы` покажет ваши ходы.")
        }
    }

    fn not_understood(&self, typed: &str) -> String {
        let is_russian = |letter: char| matches!(letter, 'а'..='я' | 'А'..='Я' | 'ё' | 'Ё');
        if typed.contains(is_russian) && typed.contains(|letter: char| letter.is_ascii_digit()) {
            return format!(
                "`{typed}`: ходы пишутся латинскими буквами, как e2e4 или Nf3; `помощь` перечислит команды."
            );
        }
        format!("`{typed}` — не ход и не команда; `ходы` покажет ходы, `помощь` — команды.")
    }

    fn quiz_greeting(&self, title: &str, puzzles: usize) -> String {
        let puzzles = counted(puzzles, ["задача", "задачи", "задач"]);
        format!("{title}, {puzzles}. Введите ход или `помощь`.")
    }

    fn quiz_help(&self) -> &'static str {
        "  Nf3, g1f3      ответить ходом, записанным как в `helgi play`
  ходы           все ходы; ходы e2, ходы N, ходы @N: некоторые из них
  подсказка      показать тему; ещё раз: фигуру, которая ходит
  решение        показать решение; задача тогда не считается решённой
  дальше         следующая задача; задача 12: двенадцатая
  доска          показать доску; позиция: записать её текстом (FEN)
  выход
Английские слова (help, moves, hint, next, quit и другие) тоже понятны."
    }

    fn quiz_next(&self) -> &'static str {
        "дальше"
    }

    fn puzzle(&self, number: usize, count: usize, difficulty: Option<u32>, side: Side) -> String {
        let difficulty = difficulty.map_or(String::new(), |degree| format!(", трудность {degree} из 10"));
        format!("Задача {number} из {count}{difficulty}. Ход: {}.", self.side(side))
    }

    fn puzzle_usage(&self, count: usize) -> String {
        format!("Задача — это число от 1 до {count}.")
    }

    fn puzzle_finished(&self) -> &'static str {
        "Эта задача закончена; `дальше` покажет следующую."
    }

    fn tally(&self, solved: usize, asked: usize, at_first_try: usize) -> String {
        let asked = counted(asked, ["задачи", "задач", "задач"]);
        format!("Решено: {solved} из {asked}, с первой попытки: {at_first_try}.")
    }

    fn no_puzzles(&self, game: Option<GameId>) -> String {
        let kind = game.map_or(String::new(), |game| format!(" ({})", game.name()));
        format!("нет задач{kind}: ожидался PGN или EPD, какой пишет `helgi puzzles`")
    }

    fn built_in_puzzles(&self, game: GameId) -> String {
        format!("встроенные задачи покажет `helgi play {} --puzzles`", game.name())
    }

    fn no_built_in_puzzles(&self, game: GameId, games: &str) -> String {
        format!(
            "для игры {} нет встроенных задач: укажите --puzzles ФАЙЛ или одну из игр {games}",
            game.name()
        )
    }

    fn answer(&self, position: &AnyPosition, played: Move, verdict: &AnswerVerdict) -> String {
        sentences::answer(position, played, verdict)
    }

    fn right(&self, position: &AnyPosition, played: Move) -> String {
        sentences::right(position, played)
    }

    fn reply(&self, position: &AnyPosition, reply: Move) -> String {
        sentences::reply(position, reply)
    }

    fn puzzle_end(&self, line: &Line) -> String {
        match line.verdict() {
            Some(outcome) => format!("Конец: {}. Это всё!", self.reason(outcome)),
            None => "Это всё!".to_owned(),
        }
    }

    fn solved(&self, wrong: usize, hints: usize) -> String {
        match (wrong, hints) {
            (0, 0) => "Решено с первой попытки.".to_owned(),
            (0, _) => "Решено с подсказкой.".to_owned(),
            (wrong, _) => format!("Решено, попытка {}.", wrong + 1),
        }
    }

    fn themes(&self, themes: &[String]) -> String {
        match themes.len() {
            0 => String::new(),
            1 => format!("Тема: {}.", sentences::theme_list(themes)),
            _ => format!("Темы: {}.", sentences::theme_list(themes)),
        }
    }

    fn puzzle_hint(&self, position: &AnyPosition, next: Move, themes: &[String], number: usize) -> String {
        sentences::puzzle_hint(position, next, themes, number)
    }

    fn solution(&self, start: &AnyPosition, moves: &[Move]) -> String {
        sentences::solution(start, moves)
    }
}

/// A count with its noun, whose forms go with 1, 2 and 5: `1 ход`, `2 хода`, `5 ходов`.
fn counted(count: usize, [one, few, many]: [&str; 3]) -> String {
    let noun = match (count % 10, count % 100) {
        (_, 11..=14) => many,
        (1, _) => one,
        (2..=4, _) => few,
        _ => many,
    };
    format!("{count} {noun}")
}

#[cfg(test)]
mod tests;
