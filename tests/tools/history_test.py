#!/usr/bin/env python3
"""bench/history.py: planted faults are each caught by their kind, and what can have happened passes."""
import copy
import pathlib
import random
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))
sys.dont_write_bytecode = True
import history  # noqa: E402


def play(asked, told, ply, move, answer="done", client="ada"):
    return {"op": "play", "client": client, "game": "g", "asked": asked, "told": told, "ply": ply, "move": move, "answer": answer}


def read(asked, told, moves, client="bob"):
    return {"op": "read", "client": client, "game": "g", "asked": asked, "told": told, "moves": list(moves)}


def state(asked, told, count, socket=1, client="cleo"):
    return {"op": "state", "client": client, "game": "g", "asked": asked, "told": told, "count": count, "socket": socket}


def kinds(operations):
    return {violation.kind for violation in history.check(operations)}


GOOD = [play(0, 1, 0, "a"), play(2, 3, 1, "b"), play(4, 5, 2, "c"), read(1.5, 1.6, "a"), read(2.5, 2.6, "ab"), read(9, 10, "abc"),
        state(0.5, 1.2, 1), state(0.5, 3.2, 2), state(0.5, 5.5, 3)]


class PlantedFaults(unittest.TestCase):
    def test_what_can_have_happened_passes(self):
        self.assertEqual(kinds(GOOD), set())

    def test_a_lost_write(self):
        self.assertEqual(kinds([play(0, 1, 0, "a"), play(2, 3, 1, "b"), read(9, 10, "a")]), {"lost"})

    def test_a_write_that_another_stands_in_place_of(self):
        self.assertIn("lost", kinds([play(0, 1, 0, "a"), play(0, None, 0, "x", "unknown", "dora"), read(9, 10, "x")]))

    def test_a_doubled_write(self):
        self.assertIn("doubled", kinds([play(0, 1, 0, "a"), play(2, None, 1, "a", "unknown"), read(9, 10, "aa")]))
        self.assertIn("doubled", kinds([play(0, 1, 0, "a"), play(2, 3, 0, "a"), read(9, 10, "a")]))

    def test_a_stale_read(self):
        self.assertEqual(kinds(GOOD + [read(5.5, 6, "ab")]), {"stale"})
        self.assertEqual(kinds(GOOD + [read(4.5, 6, "ab")]), set(), "asked before the third move was acknowledged")

    def test_a_read_that_goes_back_behind_another_read(self):
        unanswered = [play(0, 1, 0, "a"), play(2, None, 1, "b", "unknown"), read(20, 21, "ab", "eve"), read(30, 31, "ab")]
        self.assertEqual(kinds(unanswered), set())
        self.assertEqual(kinds(unanswered + [read(25, 26, "a")]), {"stale"}, "a server that slept shows what it knew")

    def test_a_socket_that_goes_back(self):
        self.assertEqual(kinds(GOOD + [state(0.5, 5.6, 2)]), {"stale"})
        self.assertEqual(kinds(GOOD + [state(5.6, 5.7, 2, socket=2)]), {"stale"}, "a new socket, asked after the third move")
        self.assertEqual(kinds(GOOD + [state(4.5, 5.7, 2, socket=2)]), set())

    def test_an_order_that_changed(self):
        self.assertIn("order", kinds(GOOD + [read(11, 12, "bac")]))
        self.assertIn("order", kinds(GOOD + [read(6, 7, "acb")]))

    def test_a_refused_move_that_stands(self):
        self.assertEqual(kinds(GOOD + [play(6, 7, 3, "d", "refused"), read(11, 12, "abcd")]), {"refused"})
        self.assertEqual(kinds(GOOD + [play(6, 7, 3, "d", "refused"), read(11, 12, "abc")]), set())

    def test_a_refused_move_that_was_sent_before_may_stand(self):
        again = [play(6, None, 3, "d", "unknown"), play(8, 9, 3, "d", "refused"), read(11, 12, "abcd")]
        self.assertEqual(kinds(GOOD + again), set())

    def test_a_move_that_is_sent_again_is_acknowledged_where_it_stands(self):
        again = [play(16, None, 3, "d", "unknown"), read(17, 17.5, "abcd"), play(18, 19, 3, "d"), read(21, 22, "abcd")]
        self.assertEqual(kinds(GOOD + again), set())
        self.assertEqual(kinds(GOOD + again + [read(19.5, 20, "abc")]), {"stale"})
        self.assertEqual(kinds(GOOD + again + [read(15.5, 15.8, "abcd")]), {"early"}, "before it was sent at all")

    def test_a_move_that_nobody_sent(self):
        self.assertEqual(kinds(GOOD + [read(11, 12, "abcx")]), {"foreign"})

    def test_a_move_that_is_seen_before_it_is_asked_for(self):
        self.assertEqual(kinds([play(0, 1, 0, "a"), play(5, 6, 1, "b"), read(2, 3, "ab")]), {"early"})

    def test_a_move_without_an_answer_may_stand_or_not(self):
        lone = [play(0, 1, 0, "a"), play(2, None, 1, "b", "unknown")]
        self.assertEqual(kinds(lone + [read(9, 10, "a")]), set())
        self.assertEqual(kinds(lone + [read(9, 10, "a"), read(11, 12, "ab")]), set(), "it may still arrive")
        self.assertEqual(kinds(lone + [read(9, 10, "ab"), read(11, 12, "a")]), {"stale"})


def played(rng, plies=20):
    """A history of a list that really was one, its operations overlapping, and some answers lost."""
    moves, operations, clock = [], [], 0.0
    for ply in range(plies):
        clock += rng.uniform(0.1, 1)
        asked, applied = clock, clock + rng.uniform(0, 0.5)
        told = applied + rng.uniform(0, 0.5)
        if rng.random() < 0.2:
            operations.append(play(asked, None, ply, f"x{ply}", "unknown"))  # never arrived
        is_heard = rng.random() < 0.7
        operations.append(play(asked, told if is_heard else None, ply, f"m{ply}", "done" if is_heard else "unknown"))
        before = list(moves)
        moves.append(f"m{ply}")
        operations.append(read(asked - rng.uniform(0, 0.5), told, before if rng.random() < 0.5 else moves))
        clock = told
        operations.append(read(told + 0.01, told + 0.02, moves, "eve"))
    operations.append(read(clock + 1, clock + 2, moves))
    return operations


class ManyHistories(unittest.TestCase):
    def test_those_of_a_list_pass_and_one_fault_in_each_is_caught(self):
        rng = random.Random(41)
        for _ in range(300):
            operations = played(rng)
            self.assertEqual(history.check(operations), [])
            done = [i for i, one in enumerate(operations) if one.get("answer") == "done"]
            broken = copy.deepcopy(operations)
            fault = rng.choice(["lost", "stale", "order"])
            if fault == "lost":
                broken[rng.choice(done)]["move"] = "y"
            elif fault == "stale":
                broken[-1]["moves"].pop()
            else:
                broken[-1]["moves"][3:5] = broken[-1]["moves"][4:2:-1]
            self.assertIn(fault, kinds(broken))


class Files(unittest.TestCase):
    def test_what_is_written_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            written = history.History(folder + "/h.jsonl")
            begin = written.now()
            written.play("ada", "g", begin, 0, "a", {"type": "done"})
            written.play("ada", "g", begin, 1, "b", {"type": "error", "code": "silence"})
            written.play("ada", "g", begin, 1, "c", {"type": "error", "code": "out-of-date"})
            written.read("bob", "g", begin, ["a", "b"])
            written.state("bob", "g", begin, 2, 7)
            written.close()
            operations = history.load(folder + "/h.jsonl")
        self.assertEqual([one.get("answer") for one in operations], ["done", "unknown", "refused", None, None])
        self.assertIsNone(operations[1]["told"])
        self.assertEqual(history.check(operations), [])
        rows = dict(history.summary(operations, []))
        self.assertEqual(rows["of these plays done / refused / unknown"], "1 / 1 / 1")


if __name__ == "__main__":
    unittest.main()
