#!/usr/bin/env python3
"""Mutation testing: breaks one line at a time and counts what no test notices.

    tools/mutate.py --area store --count 20 --seed 1
    tools/mutate.py --list --area rules              the mutants, without running any
    tools/mutate.py --only src/solve/numbers.h:12    every mutant of one line

The areas are `rules` (the games' rules), `proof` (src/solve) and `store` (src/store). Each mutant is built with its
area's own test program, whose tests run until the first failure. A mutant is killed by a failed test, a crash or a test that
runs too long; with --wide one that survived also meets the tests of a room above. Those that do not compile are
counted apart and replaced by others.

The file is put back after each mutant, also on Ctrl-C and SIGTERM, and one that differs from its commit is refused. Without
--build a folder of its own (build/mutation) is configured as `release` is. With --log FILE results are kept: the same
seed goes on behind the mutants that stand there. Exit code 0: all mutants were killed; 1: some survived; 2: refused.
"""
import argparse
import collections
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

Mutant = collections.namedtuple("Mutant", "path line kind before after")
# Where an area's sources stand, which of them are left out, and the test programs: the area's own and the one above.
Area = collections.namedtuple("Area", "folder left_out own wide")

# What values, describes or draws a position is no rule.
NO_RULES = re.compile(r"evaluat|motif|profile|weights|program|author|net_inputs|pattern|policy|prior|hope|playout|view|features|"
                      r"perft_sums|line_values|open_rows|proof_guess|move_hint|formations|net_")
AREAS = {
    "rules": Area("src/games", NO_RULES, None, "test_catalog"),
    "proof": Area("src/solve", None, "test_solve", "test_catalog"),
    "store": Area("src/store", None, "test_store", "test_server"),
}


def own_test(area, path):
    """The test program of the area, for rules that of the game."""
    return AREAS[area].own or "test_games_" + pathlib.PurePath(path).parts[2]


# ---- Mutants --------------------------------------------------------------------------------------------------------

def masked(text):
    """The text with every character of comments, strings and preprocessor lines as a blank: same length, same lines."""
    pattern = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9A-Za-z])'(?:\\.|[^'\\\n])+'|^[ \t]*#[^\n]*", re.S | re.M)
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


# Binary operators stand between blanks, as .clang-format has it; templates, pointers and references do not.
SWAPS = [
    ("comparison", r"(?<= )==(?= )", "!="), ("comparison", r"(?<= )!=(?= )", "=="),
    ("boundary", r"(?<= )<(?= )", "<="), ("boundary", r"(?<= )<=(?= )", "<"),
    ("boundary", r"(?<= )>(?= )", ">="), ("boundary", r"(?<= )>=(?= )", ">"),
    ("arithmetic", r"(?<= )\+(?= )", "-"), ("arithmetic", r"(?<= )-(?= )", "+"),
    ("arithmetic", r"(?<= )\+=(?= )", "-="), ("arithmetic", r"(?<= )-=(?= )", "+="),
    ("arithmetic", r"\+\+(?=\w)", "--"), ("arithmetic", r"--(?=\w)", "++"),
    ("logic", r"(?<= )&&(?= )", "||"), ("logic", r"(?<= )\|\|(?= )", "&&"),
    ("logic", r"!(?=[\w(])", ""),
    ("constant", r"\btrue\b", "false"), ("constant", r"\bfalse\b", "true"),
]
NUMBER = re.compile(r"(?<![\w.'])(0|[1-9][0-9']*)(?![\w.'])")
RETURN = re.compile(r"\breturn ([^;]+);")
STATEMENT = re.compile(r"^\s+([A-Za-z_][\w.\[\]>:-]*(\(.*\)| [|&^+-]?= .+)|break|continue);\s*$")
NO_CODE = re.compile(r"^\s*(using|namespace|template|concept|static_assert|friend|typedef)\b|\brequires\b|\boperator\b|= (delete|default|0);")
NOTHING = "static_cast<void>(0);"


def condition_of(code, begin):
    """Where the bracket that opens at `begin` closes on this line, or -1."""
    depth = 0
    for place in range(begin, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return -1


def mutations_of_line(line, code):
    """(kind, the line after) for each way of breaking it. `code` is the line masked."""
    if NO_CODE.search(code):
        return
    for kind, pattern, other in SWAPS:
        for found in re.finditer(pattern, code):
            yield kind, line[:found.start()] + other + line[found.end():]
    for found in NUMBER.finditer(code):
        yield "constant", line[:found.start()] + str(int(found.group().replace("'", "")) + 1) + line[found.end():]
    for found in re.finditer(r"\bif (?:constexpr )?(?=\()", code):
        end = condition_of(code, found.end())
        has_name = re.search(r";| = ", code[found.end():end])
        if end > 0 and not has_name and "constexpr" not in found.group():
            yield "negation", line[:found.end()] + "(!" + line[found.end():end + 1] + ")" + line[end + 1:]
    for found in RETURN.finditer(code):
        if line[found.start(1):found.end(1)] not in ("{}", "false", "0", '""') and code.count("(") == code.count(")"):
            yield "return", line[:found.start()] + "return {};" + line[found.end():]
    if STATEMENT.match(code) and code.count("(") == code.count(")") and not code.lstrip().startswith("return"):
        yield "deletion", line[:len(line) - len(line.lstrip())] + NOTHING


def mutants_of_text(path, text):
    lines, codes = text.split("\n"), masked(text).split("\n")
    for number, (line, code) in enumerate(zip(lines, codes), 1):
        for kind, after in mutations_of_line(line, code):
            if after != line:
                yield Mutant(path, number, kind, line, after)


def files_of(root, area):
    for path in sorted((root / AREAS[area].folder).rglob("*")):
        name = str(path.relative_to(root))
        if path.suffix in (".h", ".cpp") and not (AREAS[area].left_out and AREAS[area].left_out.search(name)):
            yield name


def mutants_in_order(root, area, seed):
    """All mutants of the area as chance has them: a line first, then what is done to it, so that long expressions do
    not crowd out short statements. The other mutants of a line come in later rounds."""
    by_line = {}
    for name in files_of(root, area):
        for mutant in mutants_of_text(name, (root / name).read_text()):
            by_line.setdefault((name, mutant.line), []).append(mutant)
    chance = random.Random(f"{seed} {area}")
    lines = list(by_line.values())
    while lines:
        chance.shuffle(lines)
        for mutants in lines:
            yield mutants.pop(chance.randrange(len(mutants)))
        lines = [mutants for mutants in lines if mutants]


def describe(mutant):
    return f"{mutant.path}:{mutant.line}: {mutant.kind}: {mutant.before.strip()}  =>  {mutant.after.strip()}"


# ---- Running --------------------------------------------------------------------------------------------------------

class Refused(Exception):
    pass


def run_quietly(command, seconds, folder, memory=None):
    """(the exit code or None for one that ran too long, what it said). What it started ends with it."""
    limit = (lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory))) if memory else None
    # What is broken need not stand in a cache of compilations.
    surroundings = dict(os.environ, CCACHE_READONLY="1")
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                               start_new_session=True, preexec_fn=limit, env=surroundings)
    try:
        said, _ = process.communicate(timeout=seconds)
        return process.returncode, said
    except subprocess.TimeoutExpired:
        return None, ""
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


class Workshop:
    """Builds and tests in one build folder."""

    MEMORY = 8 << 30

    def __init__(self, root, build, jobs, timeout):
        self.root, self.build, self.jobs, self.timeout = root, build, jobs, timeout

    def configure(self):
        if (self.build / "build.ninja").exists():
            return
        print(f"configuring {self.build}", file=sys.stderr)
        code, said = run_quietly(["cmake", "--preset", "release", "-B", str(self.build), "-DPARTITA_BENCH=OFF", "-DPARTITA_BINDINGS=OFF"],
                                 600, self.root)
        if code != 0:
            raise Refused(f"{self.build} cannot be configured: {said[-2000:]}")

    def make(self, target):
        """True if it compiles and links."""
        code, said = run_quietly(["cmake", "--build", str(self.build), "--target", target, "-j", str(self.jobs)], 3600, self.root)
        self.said = said
        return code == 0

    def test(self, target):
        """What went wrong, or nothing: the first test that failed, the signal, or that the time was over."""
        code, said = run_quietly([str(self.build / target), "--gtest_fail_fast", "--gtest_brief=1"], self.timeout, self.build, self.MEMORY)
        if code is None:
            return "timeout"
        if code == 0:
            return None
        failed = re.search(r"\[  FAILED  \] (\S+?)(,| \()", said)
        return failed.group(1) if failed else f"exit {code}"


def judge(workshop, area, mutant, wide):
    """(verdict, why): killed, survived, or not compiling."""
    for target in [own_test(area, mutant.path)] + ([AREAS[area].wide] if wide else []):
        if not workshop.make(target):
            return "not compiling", ""
        why = workshop.test(target)
        if why:
            return "killed", f"{target} {why}"
    return "survived", ""


def is_clean(root, path):
    try:
        return subprocess.run(["git", "diff", "--quiet", "HEAD", "--", path], cwd=root).returncode == 0
    except FileNotFoundError:
        raise Refused("git is needed to tell that a file is as it was committed") from None


def with_mutant(root, mutant, work):
    """Does `work` while the mutant stands in its file, and puts the file back whatever happens."""
    if not is_clean(root, mutant.path):
        raise Refused(f"{mutant.path} differs from its commit: commit it or put it back (git checkout {mutant.path})")
    file = root / mutant.path
    whole = file.read_bytes()
    lines = whole.decode().split("\n")
    if lines[mutant.line - 1] != mutant.before:
        raise Refused(f"{mutant.path}:{mutant.line} has changed")
    lines[mutant.line - 1] = mutant.after
    try:
        file.write_text("\n".join(lines))
        return work()
    finally:
        # A second Ctrl-C must not come between.
        old = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
        file.write_bytes(whole)
        for number, handler in old.items():
            signal.signal(number, handler)


def check_baseline(workshop, targets):
    """Tests that fail without a mutant would kill every one."""
    for target in sorted(targets):
        if not workshop.make(target):
            raise Refused(f"{target} does not build: {workshop.said[-2000:]}")
        begin = time.monotonic()
        why = workshop.test(target)
        if why:
            raise Refused(f"{target} fails without a mutant: {why}")
        print(f"{target} passes in {time.monotonic() - begin:.1f} s", file=sys.stderr)


# ---- Results --------------------------------------------------------------------------------------------------------

Result = collections.namedtuple("Result", "area verdict why mutant")


def read_log(path):
    results = []
    if path and path.exists():
        for line in path.read_text().splitlines():
            area, verdict, why, *fields = line.split("\t")
            mutant = Mutant(fields[0], int(fields[1]), *fields[2:])
            results.append(Result(area, verdict, why, mutant))
    return results


def append_to_log(path, result):
    if path:
        with path.open("a") as file:
            file.write("\t".join([result.area, result.verdict, result.why, *map(str, result.mutant)]) + "\n")


def table_of(results):
    rows = ["| area | mutants | killed | survived | not compiling |", "|---|---:|---:|---:|---:|"]
    for area in AREAS:
        verdicts = collections.Counter(result.verdict for result in results if result.area == area)
        if verdicts:
            killed, survived = verdicts["killed"], verdicts["survived"]
            rows.append(f"| {area} | {killed + survived} | {killed} | {survived} | {verdicts['not compiling']} |")
    return "\n".join(rows)


def run_area(workshop, area, mutants, options, results):
    """Until --count of them compiled, those of the log included."""
    known = {(result.area, result.mutant) for result in results}
    done = sum(result.area == area and result.verdict != "not compiling" for result in results)
    for mutant in mutants:
        if done >= options.count:
            return
        if (area, mutant) in known:
            continue
        begin = time.monotonic()
        verdict, why = with_mutant(workshop.root, mutant, lambda: judge(workshop, area, mutant, options.wide))
        result = Result(area, verdict, why, mutant)
        results.append(result)
        append_to_log(options.log, result)
        done += verdict != "not compiling"
        print(f"{verdict} ({time.monotonic() - begin:.0f} s{', ' + why if why else ''}): {describe(mutant)}", file=sys.stderr, flush=True)


def chosen_mutants(options):
    """Pairs of an area and its mutants, in the order in which they are tried."""
    for area in options.area or AREAS:
        mutants = list(mutants_in_order(ROOT, area, options.seed))
        if options.only:
            mutants = [mutant for mutant in mutants if f"{mutant.path}:{mutant.line}".startswith(options.only)]
        if mutants:
            yield area, mutants


def run(options):
    chosen = list(chosen_mutants(options))
    if not chosen:
        raise Refused("no such line")
    if options.list:
        for area, mutants in chosen:
            for mutant in mutants:
                print(f"{area}: {describe(mutant)}")
        return 0
    workshop = Workshop(ROOT, options.build.resolve(), options.jobs, options.timeout)
    workshop.configure()
    results = read_log(options.log)
    targets = {own_test(area, mutant.path) for area, mutants in chosen for mutant in mutants}
    check_baseline(workshop, targets | ({AREAS[area].wide for area, _ in chosen} if options.wide else set()))
    try:
        for area, mutants in chosen:
            run_area(workshop, area, mutants, options, results)
    except KeyboardInterrupt:
        print("stopped, the file is as it was", file=sys.stderr)
    print(table_of(results))
    survivors = [result for result in results if result.verdict == "survived"]
    for result in survivors:
        print(describe(result.mutant))
    return 1 if survivors else 0


def options_of(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--area", action="append", choices=list(AREAS), help="one of them; more by repeating it (all)")
    parser.add_argument("--count", type=int, default=20, help="mutants that compile, an area (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (%(default)s)")
    parser.add_argument("--only", default="", metavar="FILE[:LINE]", help="mutants of this file or line alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilations at a time (%(default)s)")
    parser.add_argument("--timeout", type=float, default=120, help="seconds of one test program (%(default)s)")
    parser.add_argument("--wide", action="store_true", help="what survives meets the tests of a room above, too: minutes each")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/mutation", help="build folder (build/mutation)")
    parser.add_argument("--log", type=pathlib.Path, help="keeps the results in this file and goes on with it")
    parser.add_argument("--list", action="store_true", help="print the mutants and run none")
    return parser.parse_args(words)


def main(words):
    def interrupt(number, frame):
        raise KeyboardInterrupt
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    try:
        return run(options_of(words))
    except Refused as refused:
        print(f"error: {refused}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
