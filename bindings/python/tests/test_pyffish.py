"""helgi.pyffish without pyffish. What other spellings expect is what pyffish 0.0.90 answers."""

import unittest

import helgi
import helgi.pyffish as sf

CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SHOGI = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1"


class Positions(unittest.TestCase):
    def test_rights_of_chess960_are_files(self) -> None:
        self.assertEqual(sf.get_fen("chess", CHESS, [], True), CHESS.replace("KQkq", "HAha"))
        self.assertEqual(sf.get_fen("chess", "1r2k1r1/8/8/8/8/8/8/RR2K3 w Bg - 0 1", [], True).split()[2], "Bg")
        self.assertEqual(sf.get_fen("chess", "1r2k1r1/8/8/8/8/8/8/RR2K3 w Bg - 0 1", []).split()[2], "Qk")
        moves = ["e2e4", "e7e5", "g1f3", "g8f6", "f1e2", "f8e7", "e1h1"]
        self.assertEqual(sf.get_fen("chess", CHESS, moves, True).split()[2], "ha")

    def test_switches_are_whatever_python_takes_for_one(self) -> None:
        for off, on in ((0, 1), (None, "yes"), ([], 2.5)):
            self.assertEqual(sf.get_fen("chess", CHESS, [], off), CHESS)  # type: ignore[arg-type]
            self.assertEqual(sf.get_fen("chess", CHESS, [], on), CHESS.replace("KQkq", "HAha"))  # type: ignore[arg-type]
            self.assertEqual(len(sf.legal_moves("chess", CHESS, [], off)), 20)  # type: ignore[arg-type]
            self.assertEqual(sf.validate_fen(CHESS, "chess", off), sf.FEN_OK)  # type: ignore[arg-type]

    def test_promoted_pieces_are_marked_where_they_turn_back_or_somebody_asks(self) -> None:
        before = "3k4/P7/8/8/8/8/8/3K4"
        house = sf.get_fen("crazyhouse", f"{before}[] w - - 0 1", ["a7a8q"])
        self.assertEqual(house, "Q~2k4/8/8/8/8/8/8/3K4[] b - - 0 1")
        self.assertEqual(sf.get_fen("chess", f"{before} w - - 0 1", ["a7a8q"]), "Q2k4/8/8/8/8/8/8/3K4 b - - 0 1")
        shown = sf.get_fen("chess", f"{before} w - - 0 1", ["a7a8q", "d8d7", "a8b7"], False, False, True)
        self.assertEqual(shown, "8/1Q~1k4/8/8/8/8/8/3K4 b - - 2 2")
        self.assertEqual(sf.piece_to_partner("crazyhouse", "Q~r1k4/8/8/8/8/8/8/3K4[] b - - 0 1", ["b8a8"]), "P")
        self.assertEqual(sf.piece_to_partner("shogi", "4k4/9/4p4/4+R4/9/9/9/9/4K4[] b - - 0 1", ["e7e6"]), "R")
        self.assertEqual(sf.piece_to_partner("chess", CHESS, ["e2e4"]), "")

    def test_hands_begin_with_the_king(self) -> None:
        self.assertEqual(sf.start_fen("placement").split()[0].split("/")[-1], "8[KQRRBBNNkqrrbbnn]")
        fen = "4k4/9/9/9/9/9/9/9/4K4[PLNSGBRplnsgbr] w - - 0 1"
        self.assertEqual(sf.get_fen("shogi", fen, []), "4k4/9/9/9/9/9/9/9/4K4[GNLPSRBgnlpsrb] w - - 0 1")
        self.assertEqual(sf.get_fen("shogi", fen.replace("[PL", "[PPPL"), [], False, True),
                         "4k4/9/9/9/9/9/9/9/4K4 b GNL3PSRBgnlpsrb 1")

    def test_starts_are_in_the_words_of_their_files(self) -> None:
        self.assertEqual(sf.start_fen("shogi"), SHOGI)
        self.assertEqual(sf.get_fen("shogi", "startpos", []), SHOGI.replace("[-] w 0 1", "[] w - - 0 1"))
        sf.load_variant_config("[py-start:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w K 0 1\n")
        self.assertEqual(sf.start_fen("py-start"), "4k3/8/8/8/8/8/8/4K2R w K 0 1")

    def test_what_is_missing_is_mended(self) -> None:
        board = CHESS.split()[0]
        for text, rest in (("", "w - - 0 1"), (" b KQkq", "b KQkq - 0 1"), (" w 3 7", "w - - 3 7")):
            self.assertEqual(sf.get_fen("chess", board + text, []), f"{board} {rest}")
        self.assertEqual(sf.get_fen("chess", "4k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", []).split()[2], "Qk")

    def test_counts_are_begun_by_players(self) -> None:
        fen = "3k4/8/8/8/8/3K4/4R3/4S3 w - 64 10 40"
        two = fen.replace("3k4", "3k1m2")
        texts = [sf.get_fen("makruk", two, ["d3d4"], False, False, False, ply) for ply in (0, -1, 70)]
        self.assertEqual([text.split()[3:] for text in texts], [["64", count, "40"] for count in ("11", "0", "10")])
        self.assertEqual(sf.get_fen("makruk", fen, ["d3d4"], False, False, False, -1).split()[4], "11")
        self.assertEqual(sf.is_optional_game_end("makruk", fen.replace(" 10 ", " 64 "), ["d3d4"]), (True, 0))

    def test_the_fog_hides_what_cannot_be_reached(self) -> None:
        sf.load_variant_config("[py-fog:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\n"
                               "extinctionPieceTypes = k\n")
        fog = sf.get_fog_fen("4k3/8/8/3p4/8/8/8/R3K3 w Q - 0 1", "py-fog")
        self.assertEqual(fog, "1*******/1*******/1*******/1*******/1*******/1*******/1**3**/R3K1** w Q - 0 1")

    def test_faults_have_pyffish_s_numbers(self) -> None:
        faults = {
            "": 0,
            CHESS: sf.FEN_OK,
            CHESS.replace("0 1", "0 x"): -1,
            CHESS.replace("0 1", "x 1"): -2,
            CHESS.replace("RNBQK", "RNBQQ"): -3,
            CHESS.replace(" - 0", " x 0"): -4,
            CHESS.replace("KQkq", "K1"): -5,
            CHESS.replace("RNBQKBNR", "RNBQKBN1"): -5,
            CHESS.replace(" w ", " x "): -6,
            CHESS.replace("/8/", "/7/", 1): -8,
            CHESS.replace("pppp", "xppp"): -10,
            CHESS + " 0": -11,
        }
        for text, number in faults.items():
            self.assertEqual(sf.validate_fen(text, "chess"), number, text)
        self.assertEqual(sf.validate_fen(SHOGI.replace("KGS", "+KGS"), "shogi"), sf.FEN_INVALID_PROMOTED_PIECE)
        self.assertEqual(sf.validate_fen(SHOGI.replace("[-]", "[x]"), "shogi"), -10)
        self.assertEqual(sf.validate_fen(CHESS.replace("- 0", "- 4+x 0"), "3check"), -13)
        self.assertEqual(sf.validate_fen(CHESS.replace("KQkq", "HAha"), "chess", True), sf.FEN_OK)


class Moves(unittest.TestCase):
    def test_each_notation(self) -> None:
        written = [sf.get_san("shogi", SHOGI, "g3g4", False, number) for number in range(6)]
        self.assertEqual(written, ["P-36", "Pg4", "Pg3-g4", "P36", "P-3f", "P-36"])
        written = [sf.get_san("xiangqi", sf.start_fen("xiangqi"), "b1c3", False, number) for number in range(3)]
        self.assertEqual(written, ["Hc3", "Hc3", "Hb1-c3"])
        janggi = sf.start_fen("janggi")
        self.assertEqual(sf.get_san("janggi", janggi, "h1g3", False, sf.NOTATION_JANGGI), "H08-87")
        self.assertEqual(sf.get_san("xiangqi", sf.start_fen("xiangqi"), "b3e3", False, sf.NOTATION_XIANGQI_WXF), "C8=5")
        makruk = sf.start_fen("makruk")
        self.assertEqual(sf.get_san("makruk", makruk, "b1d2", False, sf.NOTATION_THAI_SAN), "ม-ง๒")
        self.assertEqual(sf.get_san("makruk", makruk, "d3d4", False, sf.NOTATION_THAI_LAN), "บ ง๓-ง๔")

    def test_moves_that_follow_each_other(self) -> None:
        moves = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"]
        texts = sf.get_san_moves("crazyhouse", sf.start_fen("crazyhouse"), moves)
        self.assertEqual(texts, ["e4", "d5", "exd5", "Qxd5", "Nc3"])
        fen = "4k4/9/9/9/9/9/9/3R5/4K4[] w - - 0 1"
        self.assertEqual(sf.get_san_moves("shogi", fen, ["d2d7", "e9f9", "d7d8+"]), ["R-63=", "K-41", "R-62+"])

    def test_a_pass_is_a_move_of_the_king_to_its_own_square(self) -> None:
        start = sf.start_fen("janggi")
        self.assertIn("e2e2", sf.legal_moves("janggi", start, []))
        self.assertEqual(sf.get_fen("janggi", start, ["e2e2"]).split()[1], "b")

    def test_passes_are_moves_of_kings_or_of_the_first_piece(self) -> None:
        rules = "extinctionValue = loss\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\n"
        sf.load_variant_config(
            "[py-king:chess]\npass = true\n[py-commoner:py-king]\nking = -\ncommoner = k\ncastlingKingPiece = k\n"
            f"[py-royal:py-commoner]\n{rules}"
        )
        for variant, expected in (("py-king", "e1e1"), ("py-commoner", "a1a1"), ("py-royal", "a1a1")):
            moves = sf.legal_moves(variant, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [])
            self.assertEqual([move for move in moves if move[:2] == move[2:]], [expected], variant)

    def test_walls_and_moves_of_atlantis(self) -> None:
        rook = "8/P5k1/8/8/8/8/8/R3K2R w KQ - 0 1"
        moves = sf.legal_moves("atlantis", rook, [])
        self.assertEqual((len(moves), sum(move.startswith("a1a1,a1") for move in moves)), (52, 24))
        rows = {
            "a1a1,a1b1": ["Ra1,b1", "Ra1-a1,b1", "R88,78"],
            "e1g1,g1a1": ["O-O,a1", "O-O,a1", "O-O,88"],
            "a7a8q,a8a1": ["a8=Q,a1", "a7-a8=Q,a1", "P81=Q,88"],
            "h1h8,h8a1": ["Rh8,a1", "Rh1-h8,a1", "R11,88"],
        }
        for move, written in rows.items():
            self.assertIn(move, moves)
            self.assertEqual([sf.get_san("atlantis", rook, move, False, number) for number in (1, 2, 3)], written)
        self.assertEqual(sf.get_fen("atlantis", rook, ["a1a1,a1b1"]), "8/P5k1/8/8/8/8/8/R*2K2R b KQ - 1 1")
        self.assertEqual(sf.get_fen("atlantis", rook, ["h1h8,h8a1"]), "7R/P5k1/8/8/8/8/8/R3K3 b Q - 1 1")

    def test_capital_letters_and_declined_promotions_are_read(self) -> None:
        self.assertIn("Q", sf.get_fen("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", ["a7a8Q"]))
        self.assertIn("P", sf.get_fen("shogi", "k8/9/9/4P4/9/9/9/9/K8[] w - - 0 1", ["e6e7="]).split()[0])

    def test_games_that_fairy_stockfish_does_not_have_are_written_as_helgi_writes_them(self) -> None:
        board = helgi.Board("tavreli")
        start = sf.start_fen("tavreli")
        self.assertEqual(start, board.fen())
        for move in sf.legal_moves("tavreli", start, []):
            self.assertEqual(sf.get_san("tavreli", start, move), board.san(move))
            self.assertEqual(sf.get_san("tavreli", start, move, False, sf.NOTATION_LAN), board.lan(move))


class Ends(unittest.TestCase):
    def test_values_are_those_of_the_side_to_move(self) -> None:
        mate = ["f2f3", "e7e5", "g2g4", "d8h4"]
        self.assertEqual(sf.game_result("chess", CHESS, mate), -sf.VALUE_MATE)
        self.assertEqual(sf.is_immediate_game_end("chess", CHESS, mate), (False, 0))
        hill = ["e2e4", "e7e5", "e1e2", "a7a6", "e2d3", "a6a5", "d3c4", "a5a4", "c4d5"]
        self.assertEqual(sf.is_immediate_game_end("kingofthehill", CHESS, hill), (True, -sf.VALUE_MATE))

    def test_repetition_and_counts_are_optional_ends(self) -> None:
        shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
        self.assertEqual(sf.is_optional_game_end("chess", CHESS, shuffle), (False, 0))
        self.assertEqual(sf.is_optional_game_end("chess", CHESS, shuffle * 2), (True, 0))
        self.assertEqual(sf.is_optional_game_end("chess", "4k3/8/8/8/8/8/8/4K2R w - - 99 90", ["h1h2"]), (True, 0))

    def test_material(self) -> None:
        fen = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"
        self.assertEqual(sf.has_insufficient_material("chess", fen, []), (True, True))
        self.assertEqual(sf.has_insufficient_material("chess", CHESS, []), (False, False))


class Arguments(unittest.TestCase):
    def test_what_crashes_pyffish_is_a_value_error(self) -> None:
        self.assertRaises(helgi.GameNameError, sf.legal_moves, "nosuch", CHESS, [])
        self.assertRaises(helgi.GameNameError, sf.two_boards, "nosuch")
        self.assertRaises(helgi.GameNameError, sf.set_option, "UCI_Variant", "nosuch")
        self.assertRaises(helgi.FenError, sf.legal_moves, "chess", "garbage", [])
        self.assertRaises(helgi.MoveError, sf.legal_moves, "chess", CHESS, ["e2e5"])
        self.assertRaises(helgi.MoveError, sf.get_san, "chess", CHESS, "e2e5")
        self.assertRaises(helgi.ArgumentError, sf.get_san, "chess", CHESS, "e2e4", False, 10)
        self.assertRaises(helgi.ArgumentError, sf.set_option, "Hash", 16)
        self.assertRaises(helgi.ArgumentError, sf.start_fen, "\ud800")
        self.assertRaises(helgi.ArgumentError, sf.legal_moves, "chess", CHESS, ["\ud800"])

    def test_moves_are_a_list_of_texts(self) -> None:
        for moves in (("e2e4",), "e2e4", None, [1]):
            self.assertRaises(TypeError, sf.legal_moves, "chess", CHESS, moves)

    def test_files_are_loaded_or_refused(self) -> None:
        sf.load_variant_config("[py-fine:chess]\ncheckCounting = true\n")
        self.assertIn("py-fine", sf.variants())
        self.assertRaises(helgi.GameFileError, sf.load_variant_config, "[py-slip:chess]\ncasteling = false\n")

    def test_games_on_two_boards(self) -> None:
        facts = {name: (sf.two_boards(name), sf.captures_to_hand(name)) for name in ("bughouse", "crazyhouse", "chess")}
        self.assertEqual(facts, {"bughouse": (True, False), "crazyhouse": (False, True), "chess": (False, False)})
        fen = "3k4/P7/8/8/8/8/8/3K4[] w - - 0 1"
        self.assertEqual(sf.get_fen("bughouse", fen, ["a7a8q"]).split("[")[0], "Q~2k4/8/8/8/8/8/8/3K4")


class Templates(unittest.TestCase):
    def test_the_template_of_a_game_decides_on_its_notation(self) -> None:
        sf.load_variant_config("[templated:chess]\nvariantTemplate = shogi\n[untemplated:shogi]\nvariantTemplate = fairy\n")
        for game, move, san in (("templated", "e2e4", "P-45"), ("untemplated", "h2c2", "Rc2"), ("shogi", "h2c2", "R-78")):
            self.assertEqual(sf.get_san(game, sf.start_fen(game), move), san)


if __name__ == "__main__":
    unittest.main()
