//! Nothing is read and ignored: every key of the table changes what a game does or says, or is refused.

use helgi_rules::board::{Action, Side};
use helgi_rules::{FenError, Game, Outcome, Position};
use helgi_variants::keys::{self, Setter};
use helgi_variants::{Enclosing, ReadGame, Severity, Slot, load, with_file_game};
use std::fmt::Write;

/// A key with a value, what the game has besides (lines, with `;` between them), and a position in which it shows.
type Case = (&'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    ("maxRank", "9", "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
    ("maxFile", "i", "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
    ("startFen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", ""),
    ("startRows", "rnbqkbnr rbnqknbr", "", ""),
    ("startRowsBlack", "same", "startRows = rnbqkbnr rbnqknbr", ""),
    ("insufficientMaterial", "false", "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
    ("title", "Another title", "", ""),
    ("rules", "What is to be known.", "", ""),
    ("url", "https://example.org", "", ""),
    ("variantTemplate", "shogi", "", ""),
    ("wallName", "hole", "", ""),
    ("pieceName", "r:tower", "", ""),
    ("pieceSynonyms", "n:h", "", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"),
    ("promotionRank", "7", "", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1"),
    ("doubleStepRankMin", "1", "", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1"),
    ("doubleStepRank", "3", "", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"),
    ("whiteFlag", "e2", "flagPiece = k", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("blackFlag", "e7", "flagPiece = k", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ("castlingRookPiece", "q", "", "4k3/8/8/8/8/8/8/4K2Q w K - 0 1"),
    ("whiteDropRegion", "*4", "pieceDrops = true;capturesToHand = true", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"),
    ("blackDropRegion", "*4", "pieceDrops = true;capturesToHand = true", "4k3/8/8/8/8/8/8/4K3[n] b - - 0 1"),
    ("pawnTypes", "n", "", "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1"),
    ("promotionRegionWhite", "*7", "", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1"),
    ("promotionRegionBlack", "*2", "", "4k3/8/8/8/8/p7/8/4K3 b - - 0 1"),
    ("promotionPawnTypes", "n", "", "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1"),
    ("promotionPawnTypesWhite", "n", "", "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1"),
    ("promotionPawnTypesBlack", "n", "", "4k3/8/8/8/8/2n5/8/4K3 b - - 0 1"),
    ("promotionPieceTypes", "q", "", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
    ("promotionPieceTypesWhite", "q", "", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
    ("promotionPieceTypesBlack", "q", "", "4k3/8/8/8/8/8/p7/4K3 b - - 0 1"),
    ("promotionLimit", "q:1", "", "4k3/P7/8/8/8/8/8/Q3K3 w - - 0 1"),
    ("promotedPieceType", "n:q", "", "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1"),
    ("piecePromotionOnCapture", "true", "promotedPieceType = n:q", "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1"),
    ("mandatoryPawnPromotion", "false", "", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"),
    ("mandatoryPiecePromotion", "true", "promotedPieceType = n:q", "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1"),
    ("pieceDemotion", "true", "promotedPieceType = n:q", "4k3/8/+N7/8/8/8/8/4K3 w - - 0 1"),
    ("doubleStep", "false", "", ""),
    ("doubleStepRegionWhite", "*3", "", ""),
    ("doubleStepRegionBlack", "*6", "", "4k3/p7/8/8/8/8/8/4K3 b - - 0 1"),
    ("enPassantRegion", "-", "", "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1"),
    ("enPassantRegionWhite", "-", "", "4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1"),
    ("enPassantRegionBlack", "-", "", "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1"),
    ("enPassantTypes", "z", "customPiece1 = z:mRcF", "4k3/8/8/8/1z6/8/P7/4K3 w - - 0 1"),
    ("enPassantTypesWhite", "n", "", "4k3/p7/8/8/1N6/8/8/4K3 b - - 0 1"),
    ("enPassantTypesBlack", "n", "", "4k3/8/8/1n6/8/8/P7/4K3 w - - 0 1"),
    ("castling", "false", "", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("chess960", "true", "", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("castlingWins", "q", "", "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"),
    ("oppositeCastling", "true", "", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("tripleStepRegionWhite", "*2", "", ""),
    ("tripleStepRegionBlack", "*7", "", "4k3/p7/8/8/8/8/8/4K3 b - - 0 1"),
    ("gating", "true", "", "4k3/8/8/8/8/8/8/R3KN1R w KQF - 0 1"),
    (
        "seirawanGating",
        "true",
        "gating = true;capturesToHand = true;startFen = 4k3/8/8/8/8/8/8/4KN2[N] w F - 0 1",
        "4k3/8/8/8/8/8/8/4KN2[N] w F - 0 1",
    ),
    ("shuffleKing", "d*", "chess960 = true;castling = false;castlingRookPieces = q", ""),
    ("shuffleColours", "q:k", "chess960 = true;castling = false;castlingRookPieces = q", ""),
    (
        "castlingDroppedPiece",
        "true",
        "pieceDrops = true;capturesToHand = true",
        "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1",
    ),
    ("castlingKingsideFile", "f", "", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castlingQueensideFile", "b", "", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("castlingRank", "2", "", "4k3/8/8/8/8/8/R3K2R/8 w KQ - 0 1"),
    (
        "castlingKingFile",
        "d",
        "castlingKingPiece = q;king = -;commoner = k",
        "4k3/8/8/8/8/8/8/R2QQ2R w KQ - 0 1",
    ),
    ("castlingKingPiece", "q", "king = -;commoner = k", "4k3/8/8/8/8/8/8/R3Q2R w KQ - 0 1"),
    ("castlingKingPieceWhite", "q", "king = -;commoner = k", "4k3/8/8/8/8/8/8/R3Q2R w KQ - 0 1"),
    ("castlingKingPieceBlack", "q", "king = -;commoner = k", "r3q2r/8/8/8/8/8/8/4K3 b kq - 0 1"),
    ("castlingRookKingsideFile", "g", "", "4k3/8/8/8/8/8/8/4K1RR w K - 0 1"),
    ("castlingRookQueensideFile", "b", "", "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1"),
    ("castlingRookPieces", "q", "", "4k3/8/8/8/8/8/8/4K2Q w K - 0 1"),
    ("castlingRookPiecesWhite", "q", "", "4k3/8/8/8/8/8/8/4K2Q w K - 0 1"),
    ("castlingRookPiecesBlack", "q", "", "4k2q/8/8/8/8/8/8/4K3 b k - 0 1"),
    ("checking", "false", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("dropChecks", "false", "pieceDrops = true;capturesToHand = true", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"),
    ("mustCapture", "true", "", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1"),
    ("mustDrop", "true", "pieceDrops = true;capturesToHand = true", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"),
    (
        "mustDropType",
        "n",
        "pieceDrops = true;capturesToHand = true;mustDrop = true",
        "4k3/8/8/8/8/8/8/4K3[BN] w - - 0 1",
    ),
    (
        "immobilityIllegal",
        "true",
        "pieceDrops = true;capturesToHand = true;promotionZonePawnDrops = true",
        "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
    ),
    ("pass", "true", "", ""),
    ("passWhite", "true", "", ""),
    ("passBlack", "true", "", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ("flyingGeneral", "true", "", "3k4/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("soldierPromotionRank", "5", "soldier = s", "4k3/8/8/8/S7/8/8/4K3 w - - 0 1"),
    (
        "shogiPawnDropMateIllegal",
        "true",
        "shogiPawn = s;pieceDrops = true;capturesToHand = true",
        "7k/8/7K/8/8/8/8/5BR1[S] w - - 0 1",
    ),
    ("blastOnCapture", "true", "king = -;commoner = k", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1"),
    (
        "blastImmuneTypes",
        "r",
        "king = -;commoner = k;blastOnCapture = true",
        "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1",
    ),
    ("mutuallyImmuneTypes", "r", "king = -;commoner = k", "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1"),
    ("petrifyOnCaptureTypes", "r", "", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1"),
    (
        "petrifyBlastPieces",
        "true",
        "king = -;commoner = k;blastOnCapture = true",
        "4k3/8/8/8/8/8/pn6/R3K3 w - - 0 1",
    ),
    ("stalemateValue", "loss", "", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"),
    ("stalematePieceCount", "true", "stalemateValue = loss", "7k/5Q2/8/8/8/8/8/K7 w - - 0 1"),
    ("checkmateValue", "draw", "", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
    ("extinctionValue", "loss", "extinctionPieceTypes = q", "4k2q/8/8/8/8/8/8/4K3 w - - 0 1"),
    (
        "extinctionClaim",
        "true",
        "extinctionValue = loss;extinctionPieceTypes = *;extinctionPieceCount = 1;extinctionOpponentPieceCount = 2",
        "4k2q/8/8/8/8/8/8/4K3 w - - 0 1",
    ),
    (
        "extinctionPseudoRoyal",
        "true",
        "extinctionValue = loss;extinctionPieceTypes = q",
        "q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
    ),
    (
        "dupleCheck",
        "true",
        "king = -;commoner = k;extinctionValue = loss;extinctionPieceTypes = k;extinctionPseudoRoyal = true",
        "k7/8/8/8/8/8/1r6/K1K5 w - - 0 1",
    ),
    ("extinctionPieceTypes", "q", "extinctionValue = loss", "4k2q/8/8/8/8/8/8/4K3 w - - 0 1"),
    (
        "extinctionPieceCount",
        "1",
        "extinctionValue = loss;extinctionPieceTypes = q",
        "4k2q/8/8/8/8/8/8/Q3K3 w - - 0 1",
    ),
    (
        "extinctionOpponentPieceCount",
        "2",
        "extinctionValue = loss;extinctionPieceTypes = q",
        "4k2q/8/8/8/8/8/8/4K3 w - - 0 1",
    ),
    ("checkCounting", "true", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("flagPiece", "r", "flagRegion = d8", "4k3/8/8/8/8/8/8/R2QK3 w - - 0 1"),
    ("flagPieceWhite", "r", "flagRegion = d8", "4k3/8/8/8/8/8/8/R2QK3 w - - 0 1"),
    ("flagPieceBlack", "r", "flagRegion = d1", "r2qk3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ("flagRegion", "a8", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("flagRegionWhite", "a8", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("flagRegionBlack", "a1", "", "r3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ("flagPieceCount", "2", "flagRegion = a8 b8", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    (
        "flagPieceBlockedWin",
        "true",
        "flagRegion = a8 b8;flagPieceCount = 2",
        "1r2k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    ),
    ("flagMove", "true", "flagRegion = a8", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("flagPieceSafe", "true", "flagRegion = a8", "1r2k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("connectN", "2", "connectPieceTypes = r", "4k3/8/8/8/8/8/1R6/R3K3 w - - 0 1"),
    ("connectPieceTypes", "r", "connectN = 2", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"),
    ("connectHorizontal", "false", "connectN = 2;connectPieceTypes = r", "4k3/8/8/8/8/8/R1R5/4K3 w - - 0 1"),
    ("connectVertical", "false", "connectN = 2;connectPieceTypes = r", "4k3/8/8/8/8/8/R7/3RK3 w - - 0 1"),
    ("connectDiagonal", "false", "connectN = 2;connectPieceTypes = r", "4k3/8/8/8/8/8/R7/3RK3 w - - 0 1"),
    (
        "connectRegion1White",
        "a1",
        "connectRegion2White = b2;connectPieceTypes = r",
        "4k3/8/8/8/8/8/7R/R3K3 w - - 0 1",
    ),
    (
        "connectRegion2White",
        "b2",
        "connectRegion1White = a1;connectPieceTypes = r",
        "4k3/8/8/8/8/8/7R/R3K3 w - - 0 1",
    ),
    (
        "connectRegion1Black",
        "a1",
        "connectRegion2Black = b2;connectPieceTypes = r",
        "4k3/8/8/6K1/8/8/7r/r7 b - - 0 1",
    ),
    (
        "connectRegion2Black",
        "b2",
        "connectRegion1Black = a1;connectPieceTypes = r",
        "4k3/8/8/6K1/8/8/7r/r7 b - - 0 1",
    ),
    ("connectNxN", "2", "connectPieceTypes = r", "4k3/R7/8/8/8/8/1R6/RR2K3 w - - 0 1"),
    ("collinearN", "3", "connectPieceTypes = r", "4k3/8/8/8/8/8/R7/1R1RK3 w - - 0 1"),
    ("connectValue", "loss", "connectN = 2;connectPieceTypes = r", "4k3/8/8/8/8/8/R7/3RK3 w - - 0 1"),
    ("pieceDrops", "true", "capturesToHand = true", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"),
    ("capturesToHand", "true", "", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1"),
    ("twoBoards", "true", "pieceDrops = true", "4k3/8/8/8/8/8/P7/R3K3[] w - - 0 1"),
    ("dropLoop", "true", "pieceDrops = true;capturesToHand = true", "4k3/8/8/8/8/8/P7/R3K3[] w - - 0 1"),
    (
        "firstRankPawnDrops",
        "true",
        "pieceDrops = true;capturesToHand = true",
        "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
    ),
    (
        "promotionZonePawnDrops",
        "true",
        "pieceDrops = true;capturesToHand = true",
        "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
    ),
    ("dropRegionWhite", "*4", "pieceDrops = true;capturesToHand = true", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"),
    ("dropRegionBlack", "*4", "pieceDrops = true;capturesToHand = true", "4k3/8/8/8/8/8/8/4K3[n] b - - 0 1"),
    (
        "dropOppositeColoredBishop",
        "true",
        "pieceDrops = true;capturesToHand = true",
        "4k3/8/8/8/8/8/8/B3K3[B] w - - 0 1",
    ),
    (
        "dropPromoted",
        "true",
        "pieceDrops = true;capturesToHand = true;promotedPieceType = n:q",
        "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
    ),
    ("dropNoDoubled", "n", "pieceDrops = true;capturesToHand = true", "4k3/8/8/8/8/8/8/N3K3[N] w - - 0 1"),
    (
        "dropNoDoubledCount",
        "2",
        "pieceDrops = true;capturesToHand = true;dropNoDoubled = n",
        "4k3/8/8/8/8/8/8/N3K3[N] w - - 0 1",
    ),
    ("nMoveRuleTypes", "n", "", "4k3/8/8/8/8/8/P7/4K3 w - - 5 9"),
    ("nMoveRuleTypesWhite", "n", "", "4k3/8/8/8/8/8/P7/4K3 w - - 5 9"),
    ("nMoveRuleTypesBlack", "n", "", "4k3/p7/8/8/8/8/8/4K3 b - - 5 9"),
    ("nMoveRule", "3", "", "4k3/8/8/8/8/8/8/4K3 w - - 6 9"),
    ("nFoldRule", "4", "", ""),
    ("nFoldValue", "loss", "", ""),
    ("nFoldValueAbsolute", "true", "nFoldValue = loss", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ("perpetualCheckIllegal", "true", "", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
    ("chasingRule", "axf", "", "n3k3/8/8/8/8/8/8/1R2K3 w - - 0 1"),
    ("sittuyinPromotion", "true", "promotionRegionWhite = d5", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1"),
    (
        "sittuyinRookDrop",
        "true",
        "pieceDrops = true;capturesToHand = true",
        "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1",
    ),
    ("cambodianMoves", "true", "castling = false", "4k3/8/8/8/8/8/8/4K3 w E - 0 1"),
    ("makpongRule", "true", "", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1"),
    ("shatarMateRule", "true", "", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
    ("countingRule", "makruk", "", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1"),
    ("passOnStalemate", "true", "king = -;commoner = k", "8/8/8/8/8/8/p7/P7 w - - 0 1"),
    ("passOnStalemateWhite", "true", "king = -;commoner = k", "8/8/8/8/8/8/p7/P7 w - - 0 1"),
    ("passOnStalemateBlack", "true", "king = -;commoner = k", "8/8/8/8/8/8/p7/P7 b - - 0 1"),
    ("enclosingDrop", "ataxx", "pieceDrops = true;capturesToHand = true", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"),
    ("dropOnTop", "true", "pieceDrops = true;capturesToHand = true", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"),
    (
        "enclosingDropStart",
        "a4",
        "pieceDrops = true;capturesToHand = true;enclosingDrop = ataxx",
        "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
    ),
    ("flipEnclosedPieces", "ataxx", "", "4k3/8/8/8/8/n7/8/R3K3 w - - 0 1"),
    ("wallingRule", "past", "", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("wallingRegion", "a4", "wallingRule = static", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("wallingRegionWhite", "a4", "wallingRule = static", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("wallingRegionBlack", "a4", "wallingRule = static", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ("wallOrMove", "true", "wallingRule = edge", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("freeDrops", "true", "pieceDrops = true", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("materialCounting", "unweighted", "", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90"),
    ("diagonalLines", "d1 e2 f3", "customPiece1 = z:W", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1"),
    ("bikjangRule", "true", "pass = true", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    (
        "adjudicateFullBoard",
        "true",
        "maxRank = 2;maxFile = b;startFen = k1/1K w - - 0 1;king = -;commoner = k",
        "kr/RK w - - 0 1",
    ),
    ("pieceValueMg", "r:1000", "", ""),
    ("pieceValueEg", "r:1000", "", ""),
    ("holes", "a4", "", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    (
        "movement",
        "helgi",
        "customPiece1 = z:W;startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/Z3K3 w - - 0 1",
    ),
    ("captureForbidden", "r:n", "", "4k3/8/8/8/8/8/n7/R3K3 w - - 0 1"),
    (
        "shotHitsAll",
        "z",
        "movement = helgi;customPiece1 = z:xjB2;startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/3p4/2P5/1Z6/4K3 w - - 0 1",
    ),
    (
        "obstacle",
        "z",
        "pieceDrops = true;customPiece1 = z:W;startFen = 4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[Z] w - - 0 1",
    ),
    ("blastPattern", "r:F", "", "4k3/8/8/8/8/1n6/n7/R3K3 w - - 0 1"),
    ("deadlyTypes", "n", "", "4k3/8/8/8/8/8/n7/R3K3 w - - 0 1"),
    ("bonusTypes", "n", "bonusWins = true", "4k3/8/8/8/8/8/n7/R3K3 w - - 0 1"),
    ("bonusTurns", "r:q", "bonusTypes = n", "4k3/8/8/8/8/8/n7/R3K3 w - - 0 1"),
    ("bonusWins", "true", "bonusTypes = n;bonusTurns = p:q", "4k3/8/8/8/8/8/n7/R3K3 w - - 0 1"),
    ("promotionChoices", "n:q", "", "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1"),
    ("promotionForEnemy", "n:b", "promotionChoices = n:q", "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1"),
    (
        "promotionForEnemyAnywhere",
        "true",
        "promotionChoices = n:q;promotionForEnemy = n:b",
        "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1",
    ),
    (
        "promotionForEnemyFrozen",
        "true",
        "promotionChoices = n:q;promotionForEnemy = n:b",
        "4k3/8/2N5/8/8/8/8/4K3 w - - 0 1",
    ),
    ("promotionLeaves", "n", "", "4k3/8/2N5/8/8/8/8/r3K3 w - - 0 1"),
    ("royalHeirs", "q:r", "", "3qk3/8/8/8/8/8/8/R2Q1K2 b - - 0 1"),
    (
        "extinctionTogether",
        "true",
        "extinctionValue = loss;extinctionPieceTypes = qr",
        "4k2q/8/8/8/8/8/8/Q3K3 w - - 0 1",
    ),
    (
        "extinctionBothDraw",
        "true",
        "extinctionValue = loss;extinctionPieceTypes = q",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    ),
    (
        "extinctionOnBoard",
        "true",
        "extinctionValue = loss;extinctionPieceTypes = q;pieceDrops = true;capturesToHand = true",
        "4k2q/8/8/8/8/8/8/4K3[Q] w - - 0 1",
    ),
    ("points", "r:5", "pointsBare = true;king = -;commoner = k", "8/8/8/8/8/8/8/R6n w - - 0 1"),
    ("pointsBlackHalves", "1", "pointsBare = true", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("pointsBare", "true", "pointsBlackHalves = 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("pointsMoveRule", "true", "points = r:5", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90"),
    ("pointsRepetition", "true", "points = r:5", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("castlingSteps", "3", "", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    ("enteringKingRule", "csa27", "", ""),
    ("firstMoveTypes", "k", "king = k:KiN", ""),
    ("firstMoveUntilCheck", "k", "king = k:KiN;firstMoveTypes = k", "4k3/8/8/8/8/8/8/r3K3 w e1 - 0 1"),
    ("nMoveRuleAlways", "true", "nMoveRuleTypes = r", "4k3/8/8/8/8/8/8/R3K3 w - - 5 9"),
    ("gridFiles", "2 4", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("gridRanks", "2 4", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("matingChecks", "true", "checking = false", "7k/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
    ("captureInPlaceTypes", "r", "", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1"),
    ("captureChangesSideTypes", "r", "", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1"),
    ("moveChangesSideTypes", "r", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("moveTurns", "r:n", "", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ("royalKings", "all", "moveTurns = q:k", "3rk3/8/8/8/8/8/8/Q3K3 w - - 0 1"),
    ("forwardUntilCaptureTypes", "r", "", "rnbqkbnr/pppppppp/8/8/8/4R3/8/4K3 w - - 0 1"),
    ("relayedMoves", "n:r", "castling = false", "4k3/8/8/8/8/1N6/8/R3K3 w - - 0 1"),
    ("phase1", "1- move pass", "", ""),
    ("phase2", "2- move pass", "phase1 = 1-1 move", "4k3/8/8/8/8/8/8/4K3 w - - 0 2"),
    ("phase3", "3- move pass", "phase1 = 1-1 move;phase2 = 2-2 move", "4k3/8/8/8/8/8/8/4K3 w - - 0 3"),
    (
        "phase4",
        "4- move pass",
        "phase1 = 1-1 move;phase2 = 2-2 move;phase3 = 3-3 move",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 4",
    ),
    (
        "phase5",
        "5- move pass",
        "phase1 = 1-1 move;phase2 = 2-2 move;phase3 = 3-3 move;phase4 = 4-4 move",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 5",
    ),
];

/// All that can be seen of a game: what it is called, and what may be done in a position.
fn seen<G: Game>(game: &G, fen: &str) -> Result<String, FenError> {
    let info = game.info();
    let hints = game.hints();
    let mut text =
        format!("{} {} {} {:?} {:?}\n", info.title, info.files, info.ranks, info.move_limit, hints.worths);
    let _ = writeln!(text, "{:?}", info.declaration);
    for piece in info.pieces {
        let _ = writeln!(
            text,
            "{} {} {} {}",
            piece.text(),
            piece.name,
            piece.movement,
            piece.note.map_or("", |note| note.words)
        );
    }
    let fen = if fen.is_empty() { info.start } else { fen };
    let starts = game.starts();
    let _ = writeln!(text, "{:?} {} {:?}", game.other_spelling(), starts.len(), starts.first());
    look(game, &game.parse_lenient(fen)?.0, 2, &mut text);
    Ok(text)
}

/// Writes down a position and those after it. What has been given up by a side is seen as well.
fn look<G: Game>(game: &G, position: &G::Position, depth: u32, text: &mut String) {
    let verdicts: [Option<Outcome>; 4] = [
        position.outcome(),
        Some(position.no_moves()),
        position.count_verdict(),
        Some(position.repetition_verdict(2)),
    ];
    let limit = position.repetition_limit();
    let _ = writeln!(
        text,
        "{} {verdicts:?} {limit:?} {} {}",
        game.format(position),
        position.in_check(),
        position.is_dead()
    );
    if depth == 0 {
        return;
    }
    for legal in position.legal_moves() {
        let mut after = position.clone();
        after.play(legal);
        if depth == 2 || after.side() == Side::Black || !matches!(legal.action(), Action::Pass) {
            let _ = write!(text, "{legal:?} ");
            look(game, &after, depth - 1, text);
        }
    }
}

fn everything(game: &ReadGame, fen: &str) -> Result<String, FenError> {
    let spec = game.spec();
    let seen = with_file_game!(game.played(), game => seen(&game, fen))?;
    Ok(format!("{} {} {} {:?} {seen}", spec.rules, spec.url, spec.template, spec.obstacle))
}

/// The visible facts of the only game of a section, or its mistakes.
fn game(context: &str, line: &str, fen: &str) -> Result<String, String> {
    let text = format!("[t:chess]\n{}\n{line}\n", context.replace(';', "\n"));
    let loaded = load(&text);
    let mut fatal = loaded.findings.iter().filter(|finding| finding.is_fatal());
    match fatal.next() {
        Some(finding) => Err(format!("{text}{finding}")),
        None => everything(&loaded.games[0], fen).map_err(|error| error.to_string()),
    }
}

#[test]
fn every_key_changes_something_or_is_refused() {
    let mut silent = Vec::new();
    for key in keys::all() {
        match key.value {
            // It shows after five moves of a piece: see the games in `rows/games.tsv`.
            Setter::Flag(_) if key.name == "moveRepetitionIllegal" => {}
            Setter::Noted(_) => {
                let loaded = load(&format!("[t:chess]\n{} = x\n", key.name));
                assert_eq!(loaded.findings[0].severity, Severity::Note, "{}", key.name);
            }
            _ => {
                let case = CASES.iter().find(|(name, ..)| *name == key.name);
                let &(name, value, context, fen) = case.unwrap_or_else(|| panic!("{} has no case", key.name));
                let before = game(context, "", fen);
                let after = game(context, &format!("{name} = {value}"), fen);
                // A start position is of one size and shape only.
                let may_be_wrong = name.starts_with("max") || name == "holes" || after.is_ok();
                if before == after || before.is_err() || !may_be_wrong {
                    let what = if before == after {
                        format!("{before:?}")
                    } else {
                        format!("{:?} {:?}", before.err(), after.err())
                    };
                    silent.push(format!("{name} = {value} changes nothing in {fen}: {what}"));
                }
            }
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
    for (name, ..) in CASES {
        assert!(keys::named(name).is_some(), "{name} is no key any more");
    }
}

/// Squares of one kind of piece, each in a game where they matter.
#[test]
fn regions_of_one_kind_change_something() {
    for (key, context, fen) in [
        ("promotionRegionWhitePawn = *7", "", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1"),
        ("promotionRegionBlackPawn = *2", "", "4k3/8/8/8/8/p7/8/4K3 b - - 0 1"),
        (
            "dropRegionWhiteKnight = *4",
            "pieceDrops = true;capturesToHand = true",
            "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
        ),
        (
            "dropRegionBlackKnight = *4",
            "pieceDrops = true;capturesToHand = true",
            "4k3/8/8/8/8/8/8/4K3[n] b - - 0 1",
        ),
        ("doubleStepRegionWhitePawn = *3", "", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"),
        ("doubleStepRegionBlackPawn = *6", "", "4k3/8/p7/8/8/8/8/4K3 b - - 0 1"),
    ] {
        let (before, after) = (game(context, "", fen), game(context, key, fen));
        assert!(before.is_ok() && after.is_ok(), "{key}: {:?} {:?}", before.err(), after.err());
        assert_ne!(before, after, "{key}");
    }
}

#[test]
fn every_piece_and_its_confinement_change_something() {
    for slot in Slot::all() {
        let line =
            if slot.is_custom() { format!("{} = z:A", slot.key()) } else { format!("{} = z", slot.key()) };
        let context = if slot == Slot::KING { "" } else { "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1" };
        let fen = if slot == Slot::KING {
            "z7/8/8/8/8/8/8/Z7 w - - 0 1"
        } else if slot == Slot::JANGGI_CANNON {
            // It needs a piece to hop over.
            "4k3/8/3P4/8/3Z4/8/8/4K3 w - - 0 1"
        } else {
            "4k3/8/8/8/3Z4/8/8/4K3 w - - 0 1"
        };
        let context = if slot == Slot::KING { "startFen = z7/8/8/8/8/8/8/Z7 w - - 0 1" } else { context };
        let text = |more: &str| format!("[t:chess]\n{context}\n{line}\n{more}\n");
        let loaded = load(&text(""));
        assert_eq!(loaded.games.len(), 1, "{:?}", loaded.findings);
        let free = everything(&loaded.games[0], fen).unwrap();
        let mut key = slot.key();
        key.replace_range(..1, &key[..1].to_ascii_uppercase());
        let confined = load(&text(&format!("mobilityRegionWhite{key} = h8")));
        let confined = everything(&confined.games[0], fen).unwrap();
        let is_immobile = slot.betza().is_empty() && !slot.is_custom();
        // Clobber's piece only captures, and there is nothing to capture.
        let is_still = is_immobile || slot.betza() == "cW";
        assert!(free != confined || is_still, "{} is not confined", slot.key());
    }
}

/// `dropOnTop` is an older name: the newer key counts wherever it stands, and `false` is no rule. As in pyffish 0.0.90.
#[test]
fn the_older_name_of_a_rule_of_drops_gives_way() {
    let text = "[plain:chess]\npieceDrops = true\ncapturesToHand = true\n\
                [beside:plain]\nenclosingDrop = ataxx\n\
                [beside-off:plain]\nenclosingDrop = ataxx\ndropOnTop = false\n\
                [beside-on:plain]\nenclosingDrop = ataxx\ndropOnTop = true\n\
                [on-beside:plain]\ndropOnTop = true\nenclosingDrop = ataxx\n\
                [on:plain]\ndropOnTop = true\n\
                [on-off:on]\ndropOnTop = false\n\
                [on-none:on]\nenclosingDrop = none\n";
    let loaded = load(text);
    assert_eq!(loaded.findings.len(), 0, "{:?}", loaded.findings);
    let rules = loaded.games.iter().map(|game| (game.spec().name.as_str(), game.spec().enclosing_drop));
    assert_eq!(
        rules.collect::<Vec<_>>(),
        [
            ("plain", Enclosing::None),
            ("beside", Enclosing::Ataxx),
            ("beside-off", Enclosing::Ataxx),
            ("beside-on", Enclosing::Ataxx),
            ("on-beside", Enclosing::Ataxx),
            ("on", Enclosing::Top),
            ("on-off", Enclosing::Top),
            ("on-none", Enclosing::None),
        ]
    );
}
