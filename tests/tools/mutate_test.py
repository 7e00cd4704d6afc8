#!/usr/bin/env python3
"""tools/mutate.py: what it does to lines, and that a tree is left as it was found."""
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
import mutate  # noqa: E402

TEXT = """#include "a < b.h"
// x == y and true
int f(int a) {
  const char* text = "1 < 2 && true";
  if (a < 10 && is_fine(a)) return a + 1;
  values.push_back(a);
  std::vector<int> list;
  template_of<int, 3> x = make();
  return {};
}
"""


def changes(line):
    return {(kind, after.strip()) for kind, after in mutate.mutations_of_line(line, mutate.masked(line))}


class Operators(unittest.TestCase):
    def test_a_line_is_broken_in_every_classic_way(self):
        self.assertEqual(changes("  if (a < 10 && is_fine(a)) return a + 1;"), {
            ("boundary", "if (a <= 10 && is_fine(a)) return a + 1;"),
            ("logic", "if (a < 10 || is_fine(a)) return a + 1;"),
            ("constant", "if (a < 11 && is_fine(a)) return a + 1;"),
            ("constant", "if (a < 10 && is_fine(a)) return a + 2;"),
            ("arithmetic", "if (a < 10 && is_fine(a)) return a - 1;"),
            ("negation", "if (!(a < 10 && is_fine(a))) return a + 1;"),
            ("return", "if (a < 10 && is_fine(a)) return {};"),
        })
        self.assertEqual(changes("  is_over_ = false;"),
                         {("constant", "is_over_ = true;"), ("deletion", mutate.NOTHING)})
        self.assertEqual(changes("  if (!done) break;"), {("logic", "if (done) break;"), ("negation", "if (!(!done)) break;")})
        self.assertEqual(changes("    break;"), {("deletion", mutate.NOTHING)})
        self.assertIn(("comparison", "return a != b;"), changes("  return a == b;"))

    def test_words_types_and_declarations_stay(self):
        for line in ('  // a < b', '#include "a + b"', '  static_assert(a == b);', '  std::vector<int> list;', '  Value&& take(Value* it);',
                     '  bool operator==(const A&) const = default;', '  return {};', '  requires a && b', '  return "";'):
            self.assertEqual(changes(line), set(), line)

    def test_lines_are_numbered_as_editors_do(self):
        mutants = list(mutate.mutants_of_text("a.h", TEXT))
        self.assertEqual({mutant.line for mutant in mutants}, {5, 6, 8})
        lines = TEXT.split("\n")
        for mutant in mutants:
            self.assertEqual(mutant.before, lines[mutant.line - 1])
            self.assertNotEqual(mutant.before, mutant.after)

    def test_the_same_seed_draws_the_same_mutants(self):
        first = [mutate.describe(mutant) for mutant in mutate.mutants_in_order(ROOT, "store", 7)]
        self.assertEqual(first, [mutate.describe(mutant) for mutant in mutate.mutants_in_order(ROOT, "store", 7)])
        other = [mutate.describe(mutant) for mutant in mutate.mutants_in_order(ROOT, "store", 8)]
        self.assertEqual(sorted(first), sorted(other))
        self.assertNotEqual(first, other)

    def test_every_area_has_sources_and_test_programs(self):
        for area in mutate.AREAS:
            names = list(mutate.files_of(ROOT, area))
            self.assertGreater(len(names), 15, area)
            for name in names:
                room = mutate.own_test(area, name).removeprefix("test_").replace("games_", "games/")
                self.assertTrue(list((ROOT / "tests" / room).glob("*_test.cpp")), name)


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class Tree(unittest.TestCase):
    """In a repository of one file."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.file = self.root / "a.h"
        self.file.write_text(TEXT)
        for words in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "a"]):
            subprocess.run(["git", *words], cwd=self.root, check=True)
        self.mutant = next(mutate.mutants_of_text("a.h", TEXT))

    def tearDown(self):
        self.folder.cleanup()

    def test_the_mutant_stands_there_while_it_is_judged_and_no_longer(self):
        seen = mutate.with_mutant(self.root, self.mutant, self.file.read_text)
        self.assertEqual(seen.split("\n")[self.mutant.line - 1], self.mutant.after)
        self.assertEqual(self.file.read_text(), TEXT)

    def test_an_error_leaves_the_file_as_it_was(self):
        with self.assertRaises(ZeroDivisionError):
            mutate.with_mutant(self.root, self.mutant, lambda: 1 // 0)
        self.assertEqual(self.file.read_text(), TEXT)

    def test_a_file_that_differs_from_its_commit_is_refused(self):
        self.file.write_text(TEXT + "// mine\n")
        with self.assertRaises(mutate.Refused):
            mutate.with_mutant(self.root, self.mutant, lambda: self.fail("it was begun"))
        self.assertEqual(self.file.read_text(), TEXT + "// mine\n")

    def test_signals_leave_the_file_as_it_was(self):
        program = ("import pathlib, sys, time\nsys.path.insert(0, sys.argv[1])\nsys.dont_write_bytecode = True\nimport mutate\n"
                   "root = pathlib.Path(sys.argv[2])\n"
                   "mutant = next(mutate.mutants_of_text('a.h', (root / 'a.h').read_text()))\n"
                   "def wait():\n    print('now', flush=True)\n    time.sleep(60)\n"
                   "mutate.run = lambda options: mutate.with_mutant(root, mutant, wait)\n"
                   "mutate.main([])\n")
        for number in (signal.SIGINT, signal.SIGTERM):
            # A shell that runs the tests in the background has Ctrl-C ignored, and children inherit that.
            process = subprocess.Popen([sys.executable, "-c", program, str(ROOT / "tools"), str(self.root)], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True,
                                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
            self.assertEqual(process.stdout.readline(), "now\n")
            self.assertNotEqual(self.file.read_text(), TEXT)
            process.send_signal(number)
            process.wait(30)
            process.stdout.close()
            self.assertEqual(self.file.read_text(), TEXT, number)


class Verdicts(unittest.TestCase):
    class Workshop:
        """Compiles and fails as it is told."""

        def __init__(self, compiles, failing):
            self.compiles, self.failing = compiles, failing

        def make(self, target):
            return self.compiles

        def test(self, target):
            return self.failing.get(target)

    MUTANT = mutate.Mutant("src/store/a.cpp", 1, "constant", "true", "false")

    def judged(self, compiles, failing, wide):
        return mutate.judge(self.Workshop(compiles, failing), "store", self.MUTANT, wide)[0]

    def test_a_failed_test_kills(self):
        self.assertEqual(self.judged(True, {"test_store": "A.B"}, False), "killed")
        self.assertEqual(self.judged(True, {}, False), "survived")
        self.assertEqual(self.judged(False, {}, False), "not compiling")

    def test_the_room_above_is_asked_where_it_shall(self):
        above = {mutate.AREAS["store"].wide: "timeout"}
        self.assertEqual(self.judged(True, above, False), "survived")
        self.assertEqual(self.judged(True, above, True), "killed")

    def test_the_table_counts_those_that_compile(self):
        results = [mutate.Result("store", verdict, "", self.MUTANT) for verdict in ("killed", "killed", "survived", "not compiling")]
        self.assertIn("| store | 3 | 2 | 1 | 1 |", mutate.table_of(results))


if __name__ == "__main__":
    unittest.main()
