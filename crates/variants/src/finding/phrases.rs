//! The one table of texts about files of games: the name of each in the catalogues, and its English.
//!
//! Places in braces are filled with the values of a [`FindingText`](super::FindingText). The catalogues of other crates have
//! the same texts under the same names, which a test of `helgi-desk` compares.

use crate::phrase_table::phrases;

phrases! {
    /// All texts about files of games, with places for values in braces; a part of them is about what was found.
    FINDING_PHRASES;

    // Texts of the form of a file.
    BYTES = "finding.found-bytes": "{bytes} bytes";
    MOST_BYTES = "finding.most-bytes": "at most {most} bytes";
    GAMES = "finding.found-games": "{games} games or more";
    MOST_GAMES = "finding.most-games": "at most {most} games in a file; divide it into several files";
    OPEN_BRACKET = "finding.open-bracket": "`[` before the name of the game";
    CLOSE_BRACKET = "finding.close-bracket": "`]` behind the name of the game";
    NAME = "finding.name":
        "at most 32 lower-case letters, digits, dashes and underscores, as in `[my-game]` or `[my-game:chess]`";
    CALLED = "finding.called": "the game is called `{name}`: names have no capital letters";
    COMMENT_BEHIND = "finding.comment-behind": "a comment, which stands better on a line of its own";
    CONTROL = "finding.control": "a control character, which is read as a blank";
    NOTHING_BEHIND = "finding.nothing-behind": "nothing behind `]`; a comment stands on a line of its own";
    NAME_TWICE = "finding.name-twice": "another name: the game of line {line} has this one";
    NO_KEY = "finding.no-key": "a key before `=`";
    NO_SECTION = "finding.no-section": "a section `[name]` before the first key";
    SAME_AGAIN = "finding.same-again": "the same stands in line {line} already";
    NO_LINE = "finding.no-line": "a line `key = value` before one that goes on with it";
    LINE = "finding.line": "`key = value`, `[name]` or a comment that begins with `#`";

    // Texts about sections, and about keys as such.
    BASE_FAULTY = "finding.base-faulty": "`{game}` has mistakes, and so the games that start from it are not offered";
    BASE_UNKNOWN = "finding.base-unknown": "a game that stands before this one, or one that helgi brings along";
    BASE_RENAMED = "finding.base-renamed": "read as `{game}`, helgi's name for this game";
    KEY_UNKNOWN = "finding.key-unknown": "a key of this format";
    KEY_ONCE = "finding.key-once": "each key once; it stands in line {line} already, with another value";
    KEY_AGAIN = "finding.key-again": "it stands in line {line} already, with another value; the last counts";
    OFF_BOARD = "finding.off-board": "nothing of it is on the board, {board}";
    NO_RIGHTS = "finding.no-rights":
        "no castling rights, though king and rook stand where they castle; `{rights}` in place of `-` gives them";
    READ_AS = "finding.read-as": "read as `{value}`; Fairy-Stockfish takes it for `false`";
    OTHER_PROGRAMS = "finding.other-programs": "this is for other programs; helgi makes its own";
    NAME_BUILT_IN = "finding.name-built-in": "another name: the built-in game of this name has other rules";
    REGISTER_NAME = "finding.register-name":
        "name of the game: `{name}`, expected at most 32 lower-case letters, digits, dashes and underscores, such as `my-chess`";
    REGISTER_TAKEN = "finding.register-taken": "name of the game: `{name}` is taken, expected another name";
    REGISTER_START = "finding.register-start": "start position of `{name}`: {fault}";
    REGISTER_OTHER = "finding.register-other": "the game cannot be made known: {error}";
    REGISTER_FULL = "finding.register-full":
        "the game `{name}` is one too many: expected at most 65535 games in a process";

    // Texts about kinds of values.
    FLAG = "finding.value-flag": "`true` or `false`, and nothing behind it";
    NUMBER = "finding.value-number": "a number from 0 to {most}";
    RANK = "finding.value-rank": "a rank from 1 to {most}";
    FILE = "finding.value-file": "a file from a to z, or its number from 1 to {most}";
    REGION = "finding.value-region": "squares such as `e4`, files `e*`, ranks `*4`, or `-` for none";
    TYPES = "finding.value-types": "letters of pieces of this game, `*` for all, `-` for none";
    TYPE = "finding.value-type": "the letter of one piece of this game, `*` for any, `-` for none";
    VERDICT = "finding.value-verdict": "`win`, `loss` or `draw`";
    VERDICT_OR_NONE = "finding.value-verdict-or-none": "`win`, `loss`, `draw` or `none`";
    COUNTS = "finding.value-counts": "letters with numbers, such as `q:1 r:2`";
    PAIRS = "finding.value-pairs": "letters with letters, such as `p:g s:g`, or `p:-` for none";
    SYNONYMS = "finding.value-synonyms":
        "letters of pieces with letters that no piece of this game has, such as `n:h b:e`, or `-` for none";
    SETS = "finding.value-sets": "letters with letters, such as `m:tq c:*`, or `m:-` for none";
    LEAPS = "finding.value-leaps": "letters with leaps, such as `f:WF`";
    NUMBERS = "finding.value-numbers": "numbers from 1 to {most} with blanks between them";
    PHASE = "finding.value-phase":
        "turns and what may be done in them, such as `4-7 drop rbn pass` or `8- move drop * pass`";
    WORDS = "finding.value-words": "one of `{words}`";
    NAMES = "finding.value-names": "letters with names, such as `r:Rook n:Knight`";
    RIGHTS = "finding.value-rights": "letters of `KQkq`, or `-` for none";
    TEXT = "finding.value-text": "text";
    ANYTHING = "finding.value-anything": "anything";
    PHASE_BEFORE = "finding.phase-before": "`phase{number}` before it";

    // Texts about pieces and castling.
    LETTER = "finding.letter": "one letter for the piece, or `-` for none";
    LETTER_TAKEN = "finding.letter-taken": "another letter: `{key}` has this one";
    LETTER_ONLY = "finding.letter-only":
        "only a letter: moves of your own are for `customPiece1` to `customPiece25` and `king`";
    LETTER_AND_MOVES = "finding.letter-and-moves": "a letter and moves, such as `a:NN`";
    OWN_DIALECT = "finding.own-dialect": "{expected} in helgi's dialect";
    CASTLING_OF_KING = "finding.castling-of-king": "castling only among the king's moves";
    FIRST_CAPTURE = "finding.first-capture": "`firstMoveTypes = {letter}` beside a first move that captures";
    CASTLING_KEY = "finding.castling-key": "no such key beside `O` among the king's moves, which says the same";
    CASTLING_KINGS = "finding.castling-kings": "a king of each side in `startFen`";
    CASTLING_CORNERS = "finding.castling-corners": "all castlings with the corner, or all with the piece beside it";
    CASTLING_EDGE = "finding.castling-edge": "fewer squares: the king would leave the board";
    CASTLING_SIDES = "finding.castling-sides": "castling to both sides, as `startFen` has it";
    CASTLING_STEPS = "finding.castling-steps": "the same numbers of squares to both sides";
    CASTLING_PARTNER = "finding.castling-partner": "a piece in a corner of the king's rank to castle with";

    // Texts about what does not go together.
    START = "finding.start": "a position of this game: {fault}";
    START_SIZE = "finding.start-size":
        "a position of this game: {fault}; write a `startFen` of this board, which is {board}";
    START_ROWS = "finding.start-rows":
        "ranks with which `startFen` is a position of this game: `{position}`: {fault}";
    SET = "finding.found-set": "set";
    PIECES = "finding.found-pieces": "pieces";
    NO_PIECES = "finding.found-no-pieces": "no pieces";
    SQUARES = "finding.found-squares": "{board} is {squares} squares";
    KINDS = "finding.found-kinds": "{kinds} kinds";
    MOST_SQUARES = "finding.most-squares": "at most {most} squares";
    MOST_SQUARES_HERE = "finding.most-squares-here":
        "at most 192 squares here; the program itself, and a build with the feature `large-boards`, play on up to 255";
    SOME_PIECES = "finding.some-pieces": "pieces, such as `pawn = p`, or a base, such as `[name:chess]`";
    MOST_KINDS = "finding.most-kinds": "at most {most} kinds of pieces, promoted ones counted";
    MOST_IN_HAND = "finding.most-in-hand": "at most {most} kinds of pieces that can come into a hand";
    NO_BEYOND = "finding.no-beyond": "no rules beyond Fairy-Stockfish's form that concern moves";
    MOVES_BEHIND = "finding.moves-behind": "moves behind the letter, such as `{letter}:WF`";
    NO_OWN_DIALECT = "finding.no-own-dialect": "no `movement = helgi` beside it";
    OTHER_CHOICES = "finding.other-choices": "other pieces than `promotionChoices` has for it";
    CHOICES_TOO = "finding.choices-too": "`promotionChoices` for it as well";
    BONUS_TYPES = "finding.bonus-types": "`bonusTypes` beside it";
    PHASE_TURN = "finding.phase-turn": "a phase that begins with turn {turn}";
    PHASE_END = "finding.phase-end": "an end before the next phase";
    A_WALLING_RULE = "finding.a-walling-rule": "a `wallingRule` beside it";
    NO_PETRIFYING = "finding.no-petrifying":
        "no `petrifyOnCaptureTypes` beside it: such a wall would move on as well";
    WALLS_ALONE = "finding.walls-alone": "`wallingRule = edge`, `static` or `duck`: the others need a move";
    NO_DROPS = "finding.no-drops": "no `pieceDrops` beside it: a drop has no wall";
    NO_SHOTS = "finding.no-shots": "no rules beyond Fairy-Stockfish's form that concern moves, and no shots";
    NO_KING_AND_WALLS = "finding.no-king-and-walls": "no `king` beside `wallingRule`";
    GATING = "finding.gating": "`gating = true` beside it";
    NO_WALLS_GATING = "finding.no-walls-gating": "no `wallingRule` beside it: a move brings a piece or builds a wall";
    BOARD_RANK = "finding.board-rank": "a rank of the board, 1 to {most}";
    NO_CAMBODIAN = "finding.no-cambodian": "no `cambodianMoves` beside it";
    NO_DROPPED_CASTLING = "finding.no-dropped-castling":
        "no `castlingDroppedPiece` beside it: a dropped piece has no first move to make";
    NO_RARE = "finding.no-rare":
        "no piece such as `{letter}` beside it, which takes otherwise than where it ends, ends where it began, or has moves until it has moved";
    NO_IMITATORS = "finding.no-imitators": "no piece such as `{letter}` beside it, which moves as the last one did";
    NO_RARE_CHOICE = "finding.no-rare-choice": "no `{letter}` in it, which has moves of its own kind";
    FEWER_STEPS = "finding.fewer-steps": "a piece with fewer ways on this board: each leg that rides or repeats multiplies them";
    FEWER_EFFECTS = "finding.fewer-effects":
        "at most {most} ways between two squares to take several pieces or to set one down, as many as a move has room for here: there are {found} or more";
    NO_OWN_CAPTURES = "finding.no-own-captures":
        "no `d` among the moves of a king that castles: it may be written as a move onto its rook";
    FIRST_MOVES = "finding.first-moves": "pieces with `i` among their moves, and `doubleStep = true`";
    FIRST_MOVERS = "finding.first-movers": "pieces of `firstMoveTypes`";
    A_KING = "finding.a-king": "a `king`, which can be in check";
    CHECKING = "finding.checking": "`checking = true` beside it";
    FOLD = "finding.fold": "2 or more, or 0 for none";
    NO_CASTLING = "finding.no-castling": "`castling = false` beside it";
    NO_WALLS_BEYOND = "finding.no-walls-beyond":
        "no walls, and no rules beyond Fairy-Stockfish's form that concern moves, beside it";
    QUEEN_SIDE = "finding.queen-side": "a file left of `castlingKingsideFile`";
    NO_KING = "finding.no-king":
        "no `king`: a king that explodes is a `commoner` with `extinctionPseudoRoyal = true`";
    NO_ROYAL = "finding.no-royal": "no royal pieces beside it";
    NO_JANGGI_CANNON = "finding.no-janggi-cannon": "no `janggiCannon` beside it";
    NO_CHANGES = "finding.no-changes":
        "no `{key}` beside it, by which a piece is not what it was after its move, or not where it went";
    NO_SEVERAL_KINGS = "finding.no-several-kings": "no `royalKings` but `first` beside it";
    NO_GRID = "finding.no-grid": "no `gridFiles` and `gridRanks` beside it";
    GRID_LINES = "finding.grid-lines": "numbers below {most}: the others are behind the board";
    FORBIDDEN_CHECKS = "finding.forbidden-checks": "`checking = false` or `dropChecks = false` beside it";
    NO_CASTLING_KING = "finding.no-castling-king":
        "no piece that castles as the king: its castling may be written as such a move";
    NO_BLAST = "finding.no-blast": "no `blastOnCapture` beside it";

    // Texts about moves in XBetza.
    ATOM = "finding.betza-atom":
        "an atom of `WFDNAHCZGKRBQUO`, a leap such as `(4,1)` or a modifier of `mcxdkutfblrvshpgnjzqoieay`";
    ATOM_BEHIND = "finding.betza-atom-behind": "an atom such as `W` behind the modifiers";
    ONE_ATOM = "finding.betza-one-atom": "one atom, not legs in brackets, behind `a`";
    TAME = "finding.betza-tame": "a capture of enemies, `p` or `g` beside `t`: kings to spare, or an own piece to leap over";
    TAME_SEVERAL = "finding.betza-tame-several": "no `pp` beside `t`: it leaps over one own piece";
    NO_AT = "finding.betza-no-at": "no `@`: drops are keys of the game, such as `pieceDrops` and `dropRegionWhite`";
    IMITATION = "finding.betza-imitation": "`I`, `mI` or `cI`: the piece that moved last is imitated whole, or without its captures, or in them alone";
    LEAP_BEFORE = "finding.betza-leap-before": "a leap, not a ride, before `X` and `Y`";
    RANGE = "finding.betza-range": "a range below 256";
    EXACT_STEPS = "finding.betza-exact-steps": "a number of steps behind the `0`, as in `W03`";
    LEAP = "finding.betza-leap": "two numbers up to 31, not both 0, as in `(4,1)`";
    CASTLING_BELOW = "finding.betza-castling-below": "a number of squares below 16";
    CASTLING_SQUARES = "finding.betza-castling-squares": "the number of squares that the king goes, as in `O2`";
    CASTLING_MODIFIERS = "finding.betza-castling-modifiers":
        "no modifiers but `l`, `r`, `s`, `j`, `i` and `m` before `O`";
    CLOSED_LEGS = "finding.betza-closed-legs": "a closing `]`";
    BETWEEN_LEGS = "finding.betza-between-legs": "`-`, or `?` where the move may end, between the legs";
    TWO_LEGS = "finding.betza-two-legs": "two legs or more in brackets, as in `[W-F]`";
    REPEATED_LEGS = "finding.betza-repeated-legs": "`a` at the beginning of legs that are repeated";
    ONE_GROUP = "finding.betza-one-group": "one group of repeated legs before an atom";
    OPENED_GROUP = "finding.betza-opened-group": "an opening `(` with legs before it";
    CLOSED_GROUP = "finding.betza-closed-group": "a closing `)` before the atom";
    OWN_OR_EXCHANGE = "finding.betza-own-or-exchange": "either `d` or `ud` among the moves of a piece";
    NO_CAPTURES = "finding.betza-no-captures": "no captures beside `uc`: write `m` before the other atoms";
    FIRST_PREY = "finding.betza-first-prey": "no `d`, `k`, `t` or `u` beside `i`: a first move takes enemies";
    EXCHANGE_OUTSIDE = "finding.betza-exchange-outside":
        "`u` in brackets, before the leg that begins where a piece is set down";
    ONE_EXCHANGE = "finding.betza-one-exchange": "one `u` in a move: it sets down one piece";
    EXCHANGED_LEG = "finding.betza-exchanged-leg":
        "`c` or `d` beside `u`, or in another leg: the piece that is set down";
    EXCHANGED_KING = "finding.betza-exchanged-king":
        "no `k` or `t` where a move ends that sets down the piece there: any enemy or own piece is set down";
    MOST_LEGS = "finding.betza-most-legs": "at most 31 legs";
    FIRST_PREY_BRACKETS = "finding.betza-first-prey-brackets":
        "no `c`, `d` or `k` before `-` beside `i`: a first move takes a piece where it ends";
    BRACKET_LETTERS = "finding.betza-bracket-letters": "only directions, `m`, `c`, `d`, `k`, `t`, `p` and `g` in brackets";
    BRACKET_MODES = "finding.betza-bracket-modes": "no `m`, `c`, `d`, `k` or `t` where the move ends in brackets, beside `d`, `k` or `t` in front of them";
    FEWER_WAYS = "finding.betza-fewer-ways": "fewer ways: these legs have more than 16384";
    OBLIQUE = "finding.betza-oblique": "no letters of directions behind or before an oblique leg in brackets";
    BRACKET_TURNS = "finding.betza-bracket-turns": "no `z` or `q` in brackets";
    SHOT = "finding.betza-shot":
        "no `m`, `c`, `d`, `k`, `t`, `u` or `i` beside `x`: a shot is neither a move nor a capture";
    EXCHANGED = "finding.betza-exchanged": "`d` or `c` beside `u`: the piece that changes places";
    NO_EXACT = "finding.betza-no-exact": "no exact number of steps beside `g`, `j`, `z` or `q`";
    LAME_HOP = "finding.betza-lame-hop": "no `n` beside `p` or `g`: what leaps over a piece is not stopped by it";
    LAME_JUMP = "finding.betza-lame-jump": "no `n` beside `j`: what leaps over a piece is not stopped by it";
    JUMP_HOP = "finding.betza-jump-hop": "no `j` beside `p` or `g`: it leaps over a piece already";
    ONE_TURN = "finding.betza-one-turn": "no `q` beside `z`: a ride turns in one way";
    PLAIN_TURN = "finding.betza-plain-turn": "no `p`, `g`, `j` or `n` beside `z` or `q`";
    TURNED_RIDE = "finding.betza-turned-ride":
        "a ride, such as `B` or `NN`, behind `z` or `q`: a single step has no turn";
    SHORT_JUMP = "finding.betza-short-jump": "no `j` before a step to the next square: nothing is between";
    TOGGLED_LEG = "finding.betza-toggled-leg": "`a` and another leg behind `y`";
    FIRST_PREY_LEGS = "finding.betza-first-prey-legs":
        "no `c`, `d` or `k` before `a` beside `i`: a first move takes a piece where it ends";
    SINGLE_LEG = "finding.betza-single-leg": "no `x`, `n`, `j`, `z` or `q` of a single leg in a move of several legs";
    EQUAL_LEG = "finding.betza-equal-leg":
        "no `p` or `g` beside `i` in the last leg: it has as many steps as the leg before";
    NO_H = "finding.betza-no-half": "no `h` behind `a`";
}
