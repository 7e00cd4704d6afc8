"""What the Python module promises. Run by scripts/check."""
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


if __name__ == "__main__":
    unittest.main()
