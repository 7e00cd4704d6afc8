"""What the Python package promises. Run by scripts/check."""
import ast
import copy
import importlib.util
import os
import pickle
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import partita


class PositionTest(unittest.TestCase):
    def test_plays_and_takes_back(self):
        position = partita.Position("omega", side=3)
        before = position.text
        self.assertEqual(position.play("W:A1"), "W:A1")
        self.assertEqual(position.moves, ["W:A1"])
        self.assertNotIn("W:A1", position.legal_moves)
        self.assertTrue(position.undo())
        self.assertEqual(position.text, before)
        self.assertFalse(position.undo())

    def test_turns_and_exact_scores(self):
        position = partita.Position("omega", side=3)
        self.assertTrue(position.is_legal("W:A1"))
        self.assertEqual(position.play_turn("A1/C3"), ["W:A1", "B:C3"])
        self.assertFalse(position.is_legal("W:A1"))
        self.assertTrue(position.starts_turn)
        self.assertEqual(position.scores, [1, 1])
        position.play("W:B1")
        self.assertFalse(position.starts_turn)
        self.assertEqual(position.scores, [2, 1])
        with self.assertRaises(ValueError):
            position.play_turn("A1")

    def test_copies_are_independent_and_compare(self):
        position = partita.Position("andantino", side=4)
        other = position.copy()
        self.assertEqual(position, other)
        other.play(other.legal_moves[0])
        self.assertNotEqual(position, other)
        self.assertEqual(partita.Position("andantino", other.text, side=4), other)

    def test_bad_input_is_a_value_error(self):
        for make in (
            lambda: partita.Position("chess"),
            lambda: partita.Position("omega", side=99),
            lambda: partita.Position("omega", "rubbish"),
            lambda: partita.Position("omega").play("Z99"),
            lambda: partita.Engine("omega", preset="nobody"),
        ):
            with self.assertRaises(ValueError):
                make()

    def test_finished_games(self):
        position = partita.Position("tafl", "/3ttt3/4t4/4T4/t3T3t/ttTT1TTtt/t3T3t/4T4/4t4/3tt3K/ a 10", rules="mcgill")
        self.assertTrue(position.is_over)
        self.assertEqual(position.winner, 1)
        self.assertEqual(position.payoffs, [0.0, 1.0])
        self.assertEqual(position.legal_moves, [])
        with self.assertRaises(ValueError):
            partita.Engine("tafl", rules="mcgill").search(position, depth=1)


    def test_its_repr_evaluates_to_an_equal_position(self):
        for position in (
            partita.Position("omega", side=3, players=3), partita.Position("andantino", side=4),
            partita.Position("tafl", rules="brandubh"), partita.Position("hex", side=5, swap=False),
        ):
            for _ in range(3):
                again = eval(repr(position))
                self.assertEqual(again, position)
                self.assertEqual(again.rules, position.rules)
                position.play(position.legal_moves[0])

    def test_pickles_with_its_rules_and_moves(self):
        position = partita.Position("hex", side=5, swap=False)
        position.play("b2")
        position.play("c3")
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(position, protocol))
            self.assertEqual((again, again.moves, again.rules), (position, ["b2", "c3"], position.rules))
            self.assertTrue(again.undo() and again.undo())
        for twin in (copy.copy(position), copy.deepcopy(position)):
            self.assertEqual((twin, twin.moves), (position, position.moves))
            twin.undo()
            self.assertNotEqual(twin, position)


class MoveTest(unittest.TestCase):
    def test_a_move_is_its_text_and_knows_what_it_touches(self):
        placed = partita.Position("omega", side=3).legal_moves[0]
        self.assertEqual(placed, str(placed))
        self.assertEqual((placed.piece, len(placed.cells), placed.seat), (str(placed)[0], 1, 0))
        position = partita.Position("tafl", rules="brandubh")
        moved = position.legal_moves[0]
        self.assertIsNone(moved.piece)
        self.assertEqual("-".join(moved.cells), moved)
        self.assertEqual(position.play(moved), moved)
        for twin in (copy.copy(moved), copy.deepcopy(moved), pickle.loads(pickle.dumps(moved))):
            self.assertEqual((twin, twin.path, twin.seat), (moved, moved.path, moved.seat))

    def test_cells_say_where_they_are(self):
        cells = {cell.name: cell for cell in partita.Position("hex", side=3).cells}
        self.assertEqual(len(cells), 9)
        self.assertEqual(cells["a1"].y, cells["c1"].y)
        self.assertAlmostEqual(cells["b1"].x - cells["a1"].x, 1)


@unittest.skipUnless(importlib.util.find_spec("numpy"), "NumPy is not here")
class ArrayTest(unittest.TestCase):
    def test_boards_hold_every_piece_where_it_stands(self):
        for name, rules in (("tafl", {"rules": "ashton"}), ("hex", {"side": 5}), ("omega", {"side": 4}), ("andantino", {"side": 4})):
            position = partita.Position(name, **rules)
            for _ in range(5):
                position.play(position.legal_moves[-1])
            board, names, planes = position.board(), position.names(), position.planes()
            self.assertEqual(int((board >= 0).sum()), len(position.cells), name)
            self.assertEqual(planes.shape, (len(position.pieces), *board.shape))
            for cell in position.cells:
                row, column = (int(index[0]) for index in (names == cell.name).nonzero())
                code = int(board[row, column])
                self.assertEqual(cell.piece, " " if code == 0 else position.pieces[code - 1].letter)
                self.assertEqual(int(planes[:, row, column].sum()), int(code > 0))

    def test_neighbours_of_hexagons_lie_where_the_page_says(self):
        position = partita.Position("andantino", side=4)
        names = position.names()
        at = {cell.name: (cell.x, cell.y) for cell in position.cells}
        rows, columns = names.shape
        for row in range(rows - 1):
            for column in range(columns):
                for next_column in (column, column - 1):
                    if next_column < 0 or not names[row, column] or not names[row + 1, next_column]:
                        continue
                    (x, y), (u, v) = at[names[row, column]], at[names[row + 1, next_column]]
                    self.assertAlmostEqual((x - u) ** 2 + (y - v) ** 2, 1, places=2)


RECORD = """[Game "omega"]
[Rules "side=3,players=3"]
[Seat1 "Ada"]
[Result "0-1-0"]
[Reason "time"]

{the first game} 1. C3/A1/E5! {[%clk 0:09:58] [%eval 35,12] a corner} 1... A2/B2/C2
(1... B2/A2/C2) 1... D4/B4/E4 0-1-0
"""


class FileTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "file")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, content):
        with open(self.path, "wb") as file:
            file.write(content)

    def test_records_are_read_and_played(self):
        self.write(RECORD.encode())
        (game,) = partita.read_records(self.path)
        self.assertEqual((game.game, game.result, game.tag("Seat1"), game.comment), ("omega", "0-1-0", "Ada", "the first game"))
        first = game.moves[0]
        self.assertEqual((first.text, first.glyphs, first.clock_ms, first.comment), ("C3/A1/E5", [1], 598000, "a corner"))
        self.assertEqual(first.eval, {"value": 35, "depth": 12, "is_proven": False})
        self.assertEqual(game.moves[1].variations[0][0].text, "B2/A2/C2")
        self.assertEqual(len(game.plies), 9)
        self.assertEqual(len(game.positions()), 10)
        self.assertEqual(game.positions()[-1], game.replay())
        self.assertEqual(partita.write_records(partita.parse_records(str(game))), str(game))

    def test_what_is_wrong_names_its_place(self):
        self.write(RECORD.replace("0-1-0\n", "").encode())
        with self.assertRaisesRegex(ValueError, f"^{self.path}:[0-9]+:"):
            partita.read_records(self.path)
        self.write(RECORD.replace("D4/B4", "A1/B4").encode())
        with self.assertRaisesRegex(ValueError, "A1/B4/E4"):
            partita.read_records(self.path)[0].replay()

    def test_a_game_played_here_becomes_a_record(self):
        position = partita.Position("tafl", rules="brandubh")
        for _ in range(3):
            position.play(position.legal_moves[0])
        record = partita.Record(position, result="1-0", reason="resigns", tags={"Seat1": "Ada"})
        again = partita.parse_records(str(record))[0]
        self.assertEqual((again.replay(), again.plies, again.tag("Seat1"), again.result), (position, position.moves, "Ada", "1-0"))

    def test_samples_of_self_play(self):
        header = b"partita samples 1\nwords: 2\ngame: tafl\nrules: rules=brandubh\n\n"
        rows = [((1, 1 << 63), -35, 1, 12, 7), ((0, 5), 1_000_000_000, 0, 6, 65535)]
        body = b"".join(struct.pack("<2QiBBH", *inputs, *rest) for inputs, *rest in rows)
        self.write(header + body)
        samples = partita.read_samples(self.path)
        self.assertEqual((len(samples), samples.header["game"], samples.words), (2, "tafl", 2))
        expected = [(inputs, value, head, result / 12, ply) for inputs, value, head, result, ply in rows]
        self.assertEqual([tuple(sample) for sample in samples], expected)
        self.assertEqual(tuple(samples[-1]), expected[-1])
        with self.assertRaises(IndexError):
            samples[2]
        if importlib.util.find_spec("numpy"):
            self.assertEqual(samples.array()["value"].tolist(), [-35, 1_000_000_000])
            self.assertEqual([row.nonzero()[0].tolist() for row in samples.bits()], [[0, 127], [64, 66]])
        for wrong, why in ((header + body[:-1], "cut off"), (b"partita samples 2\n\n", "not a file"), (b"", "not a file"), (header.replace(b"2\ngame", b"x\ngame"), "words")):
            self.write(wrong)
            with self.assertRaisesRegex(ValueError, f"{self.path}: .*{why}"):
                partita.read_samples(self.path)


class StubTest(unittest.TestCase):
    def test_the_stub_and_the_package_say_the_same(self):
        folder = os.path.dirname(partita.__file__)
        self.assertTrue(os.path.exists(os.path.join(folder, "py.typed")))
        with open(os.path.join(folder, "__init__.pyi"), encoding="utf-8") as file:
            stub = ast.parse(file.read())
        names = {node.name for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        names |= {alias.asname for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names if alias.asname}
        self.assertEqual(names, set(partita.__all__))
        for node in stub.body:
            if not isinstance(node, ast.ClassDef):
                continue
            told = {part.name for part in node.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")}
            real = {name for name in vars(getattr(partita, node.name)) if not name.startswith("_")}
            self.assertEqual(told, real, node.name)


class EngineTest(unittest.TestCase):
    def test_finds_legal_moves_and_reports(self):
        position = partita.Position("tafl", rules="ashton")
        engine = partita.Engine("tafl", rules="ashton", switches={"hash_mb": 1})
        heard = []
        result = engine.search(position, depth=2, lines=2, on_line=heard.append)
        self.assertIn(result.move, position.legal_moves)
        self.assertEqual(len(result.lines), 2)
        self.assertTrue(heard)
        self.assertAlmostEqual(sum(result.lines[0].by_seat), 1.0, places=6)

    def test_searches_only_what_it_is_told(self):
        position = partita.Position("andantino", side=4)
        engine = partita.Engine("andantino", side=4, switches={"hash_mb": 1})
        for move in position.legal_moves:
            self.assertEqual(engine.search(position, depth=2, only=[move]).move, move)
        with self.assertRaises(ValueError):
            engine.search(position, depth=2, only=["Z9"])

    def test_says_why(self):
        position = partita.Position("hex", "3 R2/1BB/R2 r", side=3)
        self.assertEqual(partita.why(position, nodes=500), "a2 joins both edges and wins.")
        self.assertIn("a2 unisce i due bordi e vince.", partita.why(position, "c1", nodes=500, language="it"))
        kinds = [motif["kind"] for motif in partita.motifs(position, "a2")]
        self.assertEqual(kinds, ["joined"])
        for bad in (lambda: partita.why(position, "b2"), lambda: partita.why(position, language="fr")):
            with self.assertRaises(ValueError):
                bad()

    def test_positions_of_other_games_are_refused(self):
        engine = partita.Engine("omega", side=3)
        for position in (partita.Position("tafl"), partita.Position("omega", side=4)):
            with self.assertRaises(ValueError):
                engine.search(position, depth=1)
        with self.assertRaises(ValueError):
            engine.search(partita.Position("omega", side=3))

    def test_what_a_callback_raises_comes_out(self):
        engine = partita.Engine("andantino", switches={"hash_mb": 1})

        def raise_it(line):
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            engine.search(partita.Position("andantino"), time=60, on_line=raise_it)

    def test_another_thread_can_stop_it(self):
        engine = partita.Engine("andantino", switches={"hash_mb": 1})
        for _ in range(10):
            # Before the search begins or while it runs: the stop is not lost.
            stopper = threading.Thread(target=engine.stop)
            stopper.start()
            began = time.monotonic()
            result = engine.search(partita.Position("andantino"), time=600)
            stopper.join()
            self.assertLess(time.monotonic() - began, 60)
            self.assertTrue(result.move)



class InterruptTest(unittest.TestCase):
    """Ctrl-C in a program of its own, as a person presses it."""

    SEARCH = ("import partita, sys\n"
              "engine = partita.Engine('omega', side=5)\n"
              "position = partita.Position('omega', side=5)\n"
              "print('begins', flush=True)\n"
              "try:\n"
              "    {call}\n"
              "except KeyboardInterrupt:\n"
              "    print('interrupted', engine.search(position, nodes=100).move != '')\n")

    def check(self, call):
        # Whoever starts the tests in the background ignores the signal, and programs inherit that.
        process = subprocess.Popen([sys.executable, "-c", self.SEARCH.format(call=call)], stdout=subprocess.PIPE, text=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.assertEqual(process.stdout.readline(), "begins\n")
        time.sleep(0.5)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - begin, 5)
        self.assertEqual((out, process.returncode), ("interrupted True\n", 0))

    def test_ends_a_search(self):
        self.check("engine.search(position, time=100)")

    def test_ends_a_search_that_tells_lines(self):
        self.check("engine.search(position, time=100, on_line=lambda line: None)")

    def test_ends_why(self):
        self.check("partita.why(position, nodes=10**12)")


class SelfplayTest(unittest.TestCase):
    def test_a_file_of_the_program_is_read(self):
        program = os.environ.get("PARTITA_PROGRAM", os.path.join(os.path.dirname(__file__), "../../build/release/partita"))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "hex.selfplay")
            subprocess.run([program, "selfplay", "--game", "hex", "--side", "4", "--engine", "partita-ab", "--tc", "nodes=50",
                            "--games", "5", "--plies", "2", "--out", path], check=True, capture_output=True)
            file = partita.read_selfplay(path)
            self.assertEqual((file.header["game"], file.header["rules"]["side"], len(file)), ("hex", "4", 5))
            self.assertEqual(sorted(game.number for game in file), [0, 1, 2, 3, 4])
            for game in file:
                positions = game.positions()
                self.assertEqual(len(positions), len(game.plies) + 1)
                self.assertTrue(positions[-1].is_over)
                self.assertEqual(positions[-1].payoffs, game.payoffs)
                self.assertEqual(positions[-1].moves, game.moves)
                self.assertEqual(game.opening, 2)
                self.assertTrue(all(ply.value is None for ply in game.plies[:2]))
                self.assertTrue(any(ply.value is not None for ply in game.plies[2:]))
            with self.assertRaises(IndexError):
                file[5]
            with open(path, "r+b") as bytes_:
                bytes_.truncate(os.path.getsize(path) - 1)
            with self.assertRaisesRegex(ValueError, "cut off or damaged"):
                partita.SelfplayFile(path)


if __name__ == "__main__":
    unittest.main()
