"""What a user does in front of XBoard: for every special kind of move a position and the mouse.

A scene is a game, a position (None for the start), and what the user does in it: the move in the
engine's notation, and how it is made.
"""
from collections import namedtuple

Scene = namedtuple("Scene", "name game start acts")
Act = namedtuple("Act", "move how arguments")


def goes(move, squares, letter=None):
    """A piece goes over the squares, and becomes `letter` if the user is asked: `+` or `-` where that is whether it is
    promoted."""
    return Act(move, "move", (squares.split(), letter))


def drops(letter, to):
    """A piece of the hand is put on a square."""
    return Act(f"{letter}@{to}", "drop", (letter, to))


def gates(move, letter, squares):
    """A piece of the hand comes to the first square when the piece there goes to the other."""
    return Act(move, "gate", (letter, squares.split()))


def types(move, text):
    """The user types."""
    return Act(move, "type", (text,))


SCENES = [
    Scene("opening", "chess", None, [goes("e2e4", "e2 e4"), goes("g1f3", "g1 f3")]),
    Scene("drops", "crazyhouse", "4k3/pppp1ppp/8/8/8/8/PPPPPPPP/4K3[NQp] w - - 0 1",
          [drops("N", "d6"), drops("Q", "b5")]),
    Scene("drops-and-a-pass", "tactical", None, [drops("O", "d3"), types("0000", "pass"), drops("K", "e1"),
                                                 drops("C", "d2"), drops("Q", "a1")]),
    Scene("shot", "tactical", "k7/8/8/4p3/3r4/4P3/3C4/4K3[N] w - - 0 9", [goes("d2xd4", "d2 d4 d2")]),
    Scene("double-shot", "tactical", "k7/8/5n2/4p3/3r4/2D1P3/8/4K3[] w - - 0 9",
          [goes("c3xd4xe5", "c3 d4 e5 c3")]),
    Scene("explosion", "tactical", "k7/8/2nprN2/3bpq2/4F3/3c4/8/4K3[] w - - 0 9", [goes("e4e5", "e4 e5")]),
    Scene("explosion-under-many", "tactical", "k7/3rb3/2qpn3/2Npd3/4F3/8/8/4K3[] w - - 0 9",
          [goes("e4d5", "e4 d5")]),
    Scene("capture-of-a-fanatic", "tactical", "k7/p7/8/3f4/8/8/8/3RK3[] w - - 0 9", [goes("d1d5", "d1 d5")]),
    Scene("promotion", "tactical", "k7/3P4/8/8/8/8/r7/4K3[N] w - - 0 9",
          [goes("d7d8", "d7 d8"), drops("N", "d2")]),
    Scene("stacking", "tavreli", None, [goes("b1c3", "b1 c3"), goes("c1d2", "c1 d2")]),
    Scene("split-of-a-capture", "tavreli", "4k3/8/2r5/8/3(tmQ)4/8/3N4/4K3 w - - 0 1",
          [goes("d4g7:1", "d4 g7", "Q")]),
    Scene("whole-stack", "tavreli", "4k3/3r4/8/8/3(MQ)4/8/8/4K3 w - - 0 1", [goes("d4a4", "d4 a4", "U")]),
    Scene("castling-of-a-Magus", "tavreli", "r3k3/8/8/8/8/8/8/4K2R w K - 0 1", [goes("e1g1", "e1 g1")]),
    Scene("promotion-of-a-soldier", "tavreli", "7k/2E5/8/8/8/8/8/4K3 w - - 0 1", [goes("c7c8", "c7 c8")]),
    Scene("opening", "chessbattle", None, [goes("e3e4", "e3 e4"), goes("f3f4", "f3 f4")]),
    Scene("shot", "chessbattle",
          "**gcmbh1cg**/**ssss1sss**/12/12/12/3t8/12/12/3G8/12/**SSSS1SSS**/**1CMBHMCG** w - - 0 1",
          [goes("d4xd7", "d4 d7 d4")]),
    Scene("soldier-and-victim", "chessbattle",
          "**1cmbhm1g**/**sss3S1**/12/12/12/5t6/12/12/12/12/**SSSS1SSS**/**GCMBHMCG** w - - 0 1",
          [goes("i11i12xf7", "i11 i12 f7")]),
    Scene("castling-by-three", "popular10",
          "5k6/*1rp7*/*10*/*10*/*10*/*10*/*10*/*3P6*/*R4K3R*/12 w KQ - 0 1", [goes("g2j2", "g2 j2")]),
    Scene("promotion", "popular10", "k11/*4P5*/*10*/*10*/*10*/*10*/*10*/*3q6*/*R4K3R*/12 w KQ - 0 1",
          [goes("f9f10g", "f9 f10", "G")]),
    Scene("hostile-general", "popular10", "k11/*4P5*/*10*/*10*/*10*/*10*/*10*/*3r6*/*R4K3R*/12 w KQ - 0 1",
          [goes("f9f10f", "f9 f10", "F")]),
    Scene("capture-that-pays", "popular10", "k11/*10*/*10*/*3q6*/*10*/*3R6*/*10*/*10*/*R4K3R*/12 w KQ - 0 1",
          [goes("e5e7", "e5 e7")]),
    Scene("captures-and-drops", "shogi", "4k4/9/9/9/2+p1p4/2N1G4/9/9/4K4[R] w - - 0 1",
          [goes("e4e5", "e4 e5"), drops("P", "a4"), goes("a4a5", "a4 a5"), drops("R", "i2")]),
    Scene("promotions", "shogi", "4k4/P8/9/1R7/7R1/7L1/9/9/4K4[] w - - 0 1",
          [goes("b6b7+", "b6 b7", "+"), goes("h5h7", "h5 h7", "-"), goes("a8a9+", "a8 a9")]),
    Scene("a-promoted-piece-in-the-hand", "minishogi", "4k/5/1+r3/1P3/K4[] w - - 0 1",
          [goes("b2b3", "b2 b3"), drops("R", "d1")]),
    Scene("promotion", "capahouse", "5k4/P9/10/10/10/10/10/5K4[P] w - - 0 1",
          [drops("P", "b5"), goes("a7a8q", "a7 a8", "Q"), goes("f1f2", "f1 f2")]),
    Scene("moves-with-a-duck", "duck", None, [goes("e2e4,e4e5", "e2 e4 e5"), goes("g1f3,f3e3", "g1 f3 e3")]),
    Scene("moves-with-arrows", "amazons6", None, [goes("a4a2,a2a5", "a4 a2 a5"), goes("c1c2,c2c1", "c1 c2 c1")]),
    Scene("trails", "snailtrail", None, [goes("a1b2,b2a1", "a1 b2"), goes("b2c3,c3b2", "b2 c3")]),
    Scene("walls-alone", "atlantis", None, [types("*@h4", "O@h4"), goes("g2g4", "g2 g4")]),
    Scene("capture-that-turns-to-stone", "petrified", "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1",
          [goes("c3d5", "c3 d5"), goes("e1e2", "e1 e2")]),
    Scene("a-promoted-pawn-in-the-hand", "capahouse", "5k4/10/10/10/7q~2/6B3/10/R4K4[] w Q - 0 1",
          [goes("g3h4", "g3 h4"), goes("f1c1", "f1 c1"), drops("P", "a2")]),
    Scene("gates", "seirawan", None, [gates("g1f3h", "H", "g1 f3"), gates("b1c3e", "E", "b1 c3")]),
    Scene("gates", "seirawan960", "4k3/8/8/8/8/8/8/1R1K1N1R[HEe] w BDFH - 0 1",
          [gates("f1g3e", "E", "f1 g3")]),
    Scene("castling-with-a-gate", "seirawan960", "4k3/8/8/8/8/8/8/1R1K3R[He] w BDH - 0 1",
          [gates("h1d1h", "H", "h1 d1")]),
    Scene("castling-onto-the-rook", "caparandom", "5k4/10/10/10/10/10/10/R4K3R w AJ - 0 1",
          [goes("f1j1", "f1 j1")]),
    Scene("two-squares-and-two-steps", "popular10", None, [goes("b3b5", "b3 b5"), goes("g3i5", "g3 i5")]),
]
