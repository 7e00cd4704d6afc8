#!/usr/bin/env python3
"""Compares the Hex rows of an atlas with a plain solver that shares nothing with the program.

    tools/check_hex_atlas.py [--sides 3,4] [FILE]

FILE is data/atlas/hex.tsv unless told otherwise. Every row of these sides is solved again: who wins, and that the
winning move it names wins. Exit code 0: all agree; 1: some do not, and they are named; 2: no such file, or not an atlas.

The rules, as the solver knows them: Red moves first and joins the top row with the bottom row, Blue the first column
with the last. The cell "b3" is the second of the third row; it touches the two cells beside it in its row, the two of
its column, and c2 and a4. Who has moved first may not swap here.

How it solves: a position comes back with its winner and a carrier, a set of empty cells that is enough for the win:
the winner wins even if the other side owns all other empty cells. So after a move that loses to a carrier only moves
inside it are left to be tried (van Rijswijck's must-play region), and the carriers of all refutations together carry
the win of the other side. Stones that are joined from edge to edge by bridges have won.
"""
import argparse
import pathlib
import sys
import time

RED, BLUE = 0, 1
NAMES = ("Red", "Blue")


def bits_of(cells):
    while cells:
        lowest = cells & -cells
        yield lowest
        cells ^= lowest


class Solver:
    def __init__(self, side):
        self.side = side
        self.all = (1 << side * side) - 1
        self.rows = [sum(1 << (r * side + c) for c in range(side)) for r in range(side)]
        self.columns = [sum(1 << (r * side + c) for r in range(side)) for c in range(side)]
        self.edges = ((self.rows[0], self.rows[-1]), (self.columns[0], self.columns[-1]))
        self.known = {}
        self.centre = {1 << (r * side + c): abs(2 * r - side + 1) + abs(2 * c - side + 1)
                       for r in range(side) for c in range(side)}

    def around(self, cells):
        """The cells that touch one of these."""
        side = self.side
        west = cells & ~self.columns[0]
        east = cells & ~self.columns[-1]
        return (cells << side | cells >> side | west >> 1 | east << 1 | west << (side - 1) | east >> (side - 1)) & self.all

    def joined(self, start, through):
        """What is reached from `start` over cells of `through`, `start` included as far as it is part of it."""
        reached = start & through
        while True:
            more = reached | (self.around(reached) & through)
            if more == reached:
                return reached
            reached = more

    def reach(self, own, seat):
        """The own stones joined to the first and to the last edge, each with the cells one stone away."""
        ends = []
        for edge in self.edges[seat]:
            stones = self.joined(edge, own)
            ends.append((stones, self.around(stones) | edge))
        return ends

    def bridged(self, own, empty, seat):
        """Pairs of empty cells that join the edges although the other side moves: whoever takes one cell of a pair is
        answered on the other. Nothing where stones are not lined up like that; pairs are taken as they come."""
        (chain, near), (goal, near_goal) = self.reach(own, seat)
        left, used = own & ~chain & ~goal, 0
        while True:
            pair = self.two_of(near & near_goal & empty & ~used)
            if pair:
                return used | pair
            rest = left
            while rest:
                group = self.joined(rest & -rest, own)
                rest &= ~group
                beside = self.around(group)
                pair = self.two_of(near & beside & empty & ~used)
                if pair:
                    used |= pair
                    near |= beside
                    left &= ~group
                    break
            else:
                return 0

    @staticmethod
    def two_of(cells):
        first = cells & -cells
        rest = cells ^ first
        return first | (rest & -rest) if rest else 0

    def is_won(self, own, seat):
        first, last = self.edges[seat]
        return self.joined(first, own) & last != 0

    def winning_cells(self, own, empty, seat):
        (_, first), (_, last) = self.reach(own, seat)
        return first & last & empty

    def distances(self, own, empty, seat):
        """By empty cell: how many stones of the seat's a way from edge to edge through it takes. Cells of no way are left out."""
        total = {}
        for edge in self.edges[seat]:
            seen = self.joined(edge, own)
            border = (self.around(seen) | edge) & empty
            steps = 1
            seen_empty = 0
            here = {}
            while border:
                for cell in bits_of(border):
                    here[cell] = steps
                seen_empty |= border
                beyond = self.joined(self.around(border), own)
                border = (self.around(border | beyond)) & empty & ~seen_empty
                steps += 1
            for cell, count in here.items():
                total.setdefault(cell, []).append(count)
        return {cell: sum(counts) for cell, counts in total.items() if len(counts) == 2}

    def ordered(self, moves, stones, mover):
        """Cells that are on short ways of both sides first."""
        empty = self.all & ~(stones[RED] | stones[BLUE])
        own = self.distances(stones[mover], empty, mover)
        other = self.distances(stones[1 - mover], empty, 1 - mover)
        far = 4 * self.side
        return sorted(bits_of(moves), key=lambda cell: (own.get(cell, far) + other.get(cell, far), self.centre[cell], cell))

    def solve(self, stones, mover):
        """The winner and a carrier of the win. REQUIRES: nobody has won."""
        key = (stones[RED], stones[BLUE])
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.searched(stones, mover)
        return found

    def searched(self, stones, mover):
        empty = self.all & ~(stones[RED] | stones[BLUE])
        wins = self.winning_cells(stones[mover], empty, mover)
        if wins:
            return mover, wins & -wins
        other = 1 - mover
        left, refuted_by = empty, 0
        for cell in bits_of(self.winning_cells(stones[other], empty, other)):
            left &= cell
            refuted_by |= cell
        chain = self.bridged(stones[other], empty, other)
        if chain:
            return other, chain
        while left:
            move = self.ordered(left, stones, mover)[0]
            after = list(stones)
            after[mover] |= move
            winner, carrier = self.solve(tuple(after), other)
            if winner == mover:
                return mover, carrier | move
            left &= carrier
            refuted_by |= carrier
        return other, refuted_by


def cell_of(name, side):
    column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    if not (0 <= column < side and 0 <= row < side):
        raise ValueError(f"no cell of side {side}: {name}")
    return 1 << (row * side + column)


def after_moves(moves, side):
    stones = [0, 0]
    for ply, name in enumerate(moves):
        cell = cell_of(name, side)
        if cell & (stones[RED] | stones[BLUE]):
            raise ValueError(f"{name} is taken")
        stones[ply % 2] |= cell
    return tuple(stones), len(moves) % 2


def winner_after(solver, moves):
    stones, mover = after_moves(moves, solver.side)
    for seat in (RED, BLUE):
        if solver.is_won(stones[seat], seat):
            return seat
    return solver.solve(stones, mover)[0]


def complaint(solver, moves, result, best):
    """What is wrong with a row, or nothing."""
    winner = winner_after(solver, moves)
    if NAMES[winner] != result:
        return f"{result} is said to win, {NAMES[winner]} wins"
    if best and len(moves) % 2 == winner and winner_after(solver, moves + [best]) != winner:
        return f"{best} does not win"
    return None


def rows_of(path, sides):
    lines = path.read_text(encoding="ascii").splitlines()
    if not lines or lines[0].split("\t")[:3] != ["rules", "moves", "result"]:
        raise ValueError("no atlas: the first line has other columns")
    for line in lines[1:]:
        rules, moves, result, _, _, best = line.split("\t")[:6]
        options = dict(option.split("=") for option in rules.split(","))
        if int(options["side"]) in sides and options["swap"] == "off" and result != "open":
            yield int(options["side"]), moves.split(), result, best


def main():
    parser = argparse.ArgumentParser(description="solves the Hex rows of an atlas again, by rules of its own")
    parser.add_argument("--sides", default="3,4", help="with commas; 5 takes more than minutes")
    parser.add_argument("file", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent / "data/atlas/hex.tsv")
    arguments = parser.parse_args()
    sides = [int(side) for side in arguments.sides.split(",")]
    wrong = 0
    try:
        rows = list(rows_of(arguments.file, sides))
        for side in sides:
            begun = time.process_time()
            solver = Solver(side)
            openings = others = 0
            for _, moves, result, best in (row for row in rows if row[0] == side):
                fault = complaint(solver, moves, result, best)
                if fault:
                    wrong += 1
                    print(f"side {side}, {' '.join(moves) or 'start'}: {fault}")
                openings += len(moves) == 1
                others += len(moves) != 1
            if openings == 0:
                raise ValueError(f"no openings of side {side}")
            print(f"side {side}: {openings} openings and {others} other rows compared, {len(solver.known)} positions, "
                  f"{time.process_time() - begun:.1f} s")
    except (OSError, ValueError, KeyError) as error:
        print(f"{arguments.file}: {error}", file=sys.stderr)
        return 2
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
