//! The texts about games of other programs: the name of each in the catalogues, and its English.

use crate::phrase_table::phrases;

phrases! {
    /// All texts about games of other programs, with places for values in braces.
    EXCHANGE_PHRASES;

    // Reasons why a text has no games.
    BOARD = "exchange.board": "a board such as `8x8` or `8x8=3`";
    ROW = "exchange.row": "a number of a piece for each file";
    PIECE_LINES = "exchange.piece-lines":
        "lines of pieces such as `p:74 -16,24 -16,6 -15,5 -17,5`, White's and Black's pawn first";
    DIAGRAM_PIECES = "exchange.diagram-pieces": "lines of pieces such as `Pawn:P:fmWfceFifmnD:pawn:a2-h2`";
    FILES = "exchange.files": "files from 1 to 26";
    RANKS = "exchange.ranks": "ranks from 1 to 32";
    SQUARES = "exchange.squares": "squares of the board such as `a2-h2,d1`; `files` and `ranks` say how large it is";

    // Fates of lines of diagrams.
    NEITHER = "exchange.neither": "neither a parameter nor a piece";
    ZONE = "exchange.zone": "no depth of a zone";
    STALEMATE = "exchange.stalemate": "helgi knows `win` and `draw`";
    SYMMETRY = "exchange.symmetry": "helgi knows `mirror`, `rotate` and `none`; it is read as `mirror`";
    PARAMETER = "exchange.parameter": "helgi does not know this parameter";
    NO_MOVES = "exchange.no-moves": "no moves, and no piece of a name that has some";
    ONE_LETTER = "exchange.one-letter": "helgi's pieces have one letter, not `{name}`";
    IN_HAND = "exchange.in-hand": "with {most} in hand";
    NO_PIECE = "exchange.no-piece": "no piece of this number or letter";
    NO_NUMBER = "exchange.no-number": "no number of pieces";
    KING_IS_ROYAL = "exchange.king-is-royal": "no parameter says it; the King is";
    NO_ROYAL = "exchange.no-royal": "no piece is royal: the section says no way to win but stalemate";
    CAPTURED_LEAVE = "exchange.captured-leave":
        "captured pieces leave the game: no `*` in `promoChoice` lets them come back by promotion";
    HOLDINGS = "exchange.holdings": "helgi knows the types 0 and 1";
    STAR_ALONE = "exchange.star-alone":
        "`*` in `promoChoice` without `holdingsType=1`: it is read as if that were there";
    DROPPED = "exchange.dropped": "pieces in hand are dropped anywhere, and captured ones do not come there";
    NAMES_NO_PIECE = "exchange.names-no-piece": "`{letter}` names no piece";
    UNREAD = "exchange.unread": "`{letters}` names no piece, or a rule that helgi does not have";
    LAST_RANK = "exchange.last-rank": "on the last rank a piece has to promote";
    ARMIES_DIFFER = "exchange.armies-differ": "the armies differ, and helgi shuffles both alike";
    ELSEWHERE = "exchange.elsewhere": "`{piece}` stands elsewhere than on the first rank too";
    AS_CHESS960 = "exchange.as-chess960":
        "as `chess960` shuffles: bishops on squares of both colours, a king that castles between its rooks";
    ROWS = "exchange.rows":
        "`chess960` shuffles all pieces of the king's rank together, and `startRows` would have {count} ranks here";
    MANY_ROWS = "exchange.many-rows":
        "`chess960` shuffles all pieces of the king's rank together, and `startRows` would have more than {most} ranks here";

    // Fates of lines of Fairy-Max.
    NO_RAYS = "exchange.no-rays": "without `{rays}`, which XBetza or helgi has not";
    PROMOTION = "exchange.promotion":
        "to any piece whose value does not end in 3, by choice; Fairy-Max itself takes the seventh piece";

    // Fates of pieces of both.
    LETTER = "exchange.letter": "its letter is `{letter}`, because another piece has its own";
    NO_CASTLING = "exchange.no-castling": "without castling, which only a king does that both sides have";
    MOVES = "exchange.moves": "its moves `{moves}` at `{found}`, expected {expected}; the piece is left out";
    SECOND_ROYAL = "exchange.second-royal": "a second kind of royal piece; it is not royal here";
}
