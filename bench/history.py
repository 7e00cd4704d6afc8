"""What clients of a drill asked and were told, and whether one list of moves a game explains all of it.

A history is a file of JSON lines, one an operation, each with the client's name, the game, and when it was asked
(`asked`) and answered (`told`; null if no answer came), by one clock:

    {"op": "play", "client": ..., "game": ..., "asked": ..., "told": ..., "ply": 3, "move": "W:E5", "answer": "done"}
    {"op": "read", "client": ..., "game": ..., "asked": ..., "told": ..., "moves": ["W:A1", ...]}
    {"op": "state", "client": ..., "game": ..., "asked": ..., "told": ..., "count": 4, "socket": 17}

`answer` is "done" (acknowledged), "refused" (the server says that it did not happen) or "unknown" (no answer, or one that
leaves it open). A state is what a socket was shown: of any time between its request to watch and its arrival.

check() asks what Jepsen asks of a register, for a list that only grows: is there a moment for every operation, between
its asking and its answer, such that each move was appended once, at the ply it was meant for, and every read saw exactly
what had been appended before it? Every ply is appended at one moment, and the moments stand in order, so this needs no
search: a ply's moment has a lower bound (the asking of its move, the asking of every read that did not show it) and an
upper one (the acknowledgement of it, the answer of every read that showed it); a history is linearizable if no lower
bound stands above an upper one. Standard library only.

    bench/history.py FILE     says what it finds; exit code 1 if that is anything
"""
import json
import math
import sys
import time
from collections import Counter, defaultdict
from typing import NamedTuple


class Violation(NamedTuple):
    kind: str  # one of KINDS
    game: str
    text: str
    when: float = 0.0  # when the operation that shows it was asked


KINDS = ("lost", "doubled", "order", "stale", "early", "refused", "foreign")


class History:
    """Writes operations as they are answered."""

    def __init__(self, path):
        self.file = open(path, "w")
        self.count = 0

    @staticmethod
    def now():
        return time.monotonic()

    def write(self, op, client, game, asked, told, **more):
        self.count += 1
        self.file.write(json.dumps({"op": op, "client": client, "game": game, "asked": asked, "told": told, **more}) + "\n")

    def play(self, client, game, asked, ply, move, answer):
        """`answer` is a message of the server, or one with the code "closed" or "silence" for none."""
        code = answer.get("code")
        # "closed" before anything was sent is also unknown here: that claims less.
        word = "done" if answer["type"] == "done" else "unknown" if code in ("closed", "silence", "unavailable") else "refused"
        told = None if code in ("closed", "silence") else self.now()
        self.write("play", client, game, asked, told, ply=ply, move=move, answer=word)

    def read(self, client, game, asked, moves):
        self.write("read", client, game, asked, self.now(), moves=moves)

    def state(self, client, game, asked, count, socket):
        self.write("state", client, game, asked, self.now(), count=count, socket=socket)

    def close(self):
        self.file.close()


def load(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def check(operations):
    """All that no list of moves explains, game by game."""
    games = defaultdict(list)
    for one in operations:
        games[one["game"]].append(one)
    return [violation for game in games for violation in GameCheck(game, games[game]).run()]


class GameCheck:
    def __init__(self, game, operations):
        self.game = game
        self.plays = [one for one in operations if one["op"] == "play"]
        self.reads = [one for one in operations if one["op"] == "read"]
        self.states = [one for one in operations if one["op"] == "state"]
        self.found = []

    def add(self, kind, text, when=0.0):
        self.found.append(Violation(kind, self.game, text, when))

    def run(self):
        self.list_of_moves()
        self.check_plays()
        self.check_socket_order()
        self.check_times()
        return self.found

    def list_of_moves(self):
        """The longest list that was read last; every other read must be a beginning of it."""
        self.moves = max((one["moves"] for one in sorted(self.reads, key=lambda one: one["asked"])), key=len, default=[])
        self.is_read = bool(self.reads)
        for one in self.reads:
            if one["moves"] != self.moves[:len(one["moves"])]:
                at = next(i for i, pair in enumerate(zip(one["moves"], self.moves)) if pair[0] != pair[1])
                self.add("order", f"{one['client']} read {one['moves'][at]} at ply {at}, others {self.moves[at]}")
        for move, times in Counter(self.moves).items():
            if times > 1:
                self.add("doubled", f"{move} stands {times} times")

    def check_plays(self):
        by_ply = defaultdict(list)
        for one in self.plays:
            by_ply[one["ply"]].append(one)
        self.writer = {}  # ply -> the first operation that can have appended it
        self.told = {}  # ply -> when that was acknowledged
        for ply, plays in sorted(by_ply.items()):
            done = [one for one in plays if one["answer"] == "done"]
            if len(done) > 1:
                self.add("doubled", f"ply {ply} was acknowledged {len(done)} times: {', '.join(one['move'] for one in done)}")
            stands = self.moves[ply] if ply < len(self.moves) else None
            for one in done:
                if self.is_read and one["move"] != stands:
                    self.add("lost", f"{one['move']} was acknowledged at ply {ply}, where {stands or 'nothing'} stands")
            same = [one for one in plays if one["move"] == stands]
            # A move that is sent again because its answer was lost is acknowledged if it stands: any of its sendings may have done it.
            may_be = [one for one in same if one["answer"] != "refused"]
            if may_be:
                self.writer[ply] = min(may_be, key=lambda one: one["asked"])
                self.told[ply] = min((one["told"] for one in may_be if one["answer"] == "done"), default=math.inf)
            elif same:
                self.add("refused", f"{stands} was refused at ply {ply} and stands there")
        if self.plays:
            for ply, move in enumerate(self.moves):
                if not any(one["move"] == move for one in by_ply.get(ply, [])):
                    self.add("foreign", f"{move} stands at ply {ply}, where nobody played it")

    def check_socket_order(self):
        """What one socket is shown never goes back."""
        shown = {}
        for one in sorted(self.states, key=lambda one: one["told"]):
            key = (one["client"], one["socket"])
            if one["count"] < shown.get(key, 0):
                self.add("stale", f"{one['client']} was shown {shown[key]} moves and then {one['count']} on one socket", one["told"])
            shown[key] = max(one["count"], shown.get(key, 0))

    def check_times(self):
        looks = [(len(one["moves"]), one) for one in self.reads] + [(one["count"], one) for one in self.states]
        length = max([len(self.moves)] + [count for count, _ in looks])
        # The latest moment at which each ply can have been appended, and what says so.
        latest = [(math.inf, None)] * (length + 1)
        for ply, one in self.writer.items():
            latest[ply] = min(latest[ply], (self.told[ply], f"{one['move']} was acknowledged"), key=lambda pair: pair[0])
        for count, one in looks:
            if count > 0:
                latest[count - 1] = min(latest[count - 1], (one["told"], f"{one['client']} saw {count} moves"), key=lambda pair: pair[0])
        for ply in range(length - 1, -1, -1):
            latest[ply] = min(latest[ply], latest[ply + 1], key=lambda pair: pair[0])
        for count, one in looks:
            when, why = latest[count]
            if one["asked"] > when:
                self.add("stale", f"{one['client']} asked at {one['asked']:.3f} and saw {count} moves; at {when:.3f} {why}", one["asked"])
        for ply, one in self.writer.items():
            when, why = latest[ply]
            if one["asked"] > when:
                self.add("early", f"{one['move']} was asked for at {one['asked']:.3f}; at {when:.3f} {why}")


def summary(operations, violations):
    """Rows for a drill's table."""
    counts = Counter(one["op"] for one in operations)
    answers = Counter(one["answer"] for one in operations if one["op"] == "play")
    kinds = Counter(violation.kind for violation in violations)
    return [("operations in the history", len(operations)),
            ("of these plays done / refused / unknown", f"{answers['done']} / {answers['refused']} / {answers['unknown']}"),
            ("of these reads / states shown", f"{counts['read']} / {counts['state']}"),
            ("violations of linearizability", len(violations)),
            *[(f"violations: {kind}", kinds[kind]) for kind in KINDS if kinds[kind]]]


def main():
    if len(sys.argv) != 2:
        raise SystemExit("usage: bench/history.py FILE")
    operations = load(sys.argv[1])
    violations = check(operations)
    for name, value in summary(operations, violations):
        print(f"{name}: {value}")
    for violation in violations[:50]:
        print(f"{violation.kind}: game {violation.game}: {violation.text}")
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()
