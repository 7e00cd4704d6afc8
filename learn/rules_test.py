#!/usr/bin/env python3
"""Plays random games by the tensors' rules and compares them with the program's: legal places, immediate wins, planes, results.

    learn/rules_test.py --program "build/release/partita learn" --games 10000

Every position of every game counts: `partita learn sums` adds a number for each thing that is so in it, and so does this. Says which game
differs in what, and ends with 1; with 0 where none does.
"""
import argparse
import math
import shlex
import subprocess
import sys

import numpy
import torch

import hex_batch
import omega_batch
from convolution import ONE, program_cells

LEGAL, WINS, PLANES = range(3)


def mixed(x):
    """Splitmix64, as base/random.h has it, of an array of 64-bit numbers."""
    x = x + numpy.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return x ^ (x >> numpy.uint64(31))


def weights(kind, ply, count):
    return mixed(mixed(numpy.array([kind * 1000 + ply], numpy.uint64)) ^ numpy.arange(count, dtype=numpy.uint64))


class Sums:
    """Sums by game; `add` takes sets or planes of positions at the same ply, of the games still played."""

    def __init__(self, games):
        self.of = numpy.zeros((games, 3), numpy.uint64)

    def add(self, kind, ply, values, alive):
        numbers = values.flatten(1).to(torch.uint8).numpy().astype(numpy.uint64)
        self.of[:, kind] += (numbers @ weights(kind, ply, numbers.shape[1])) * alive.numpy().astype(numpy.uint64)


def by_place(planes, stride):
    """Planes as the program lays them out: by place, then plane, with room for `stride` planes."""
    numbers = (planes * ONE).round().to(torch.uint8).permute(0, 2, 3, 1)
    return torch.nn.functional.pad(numbers, (0, stride - numbers.shape[3]))


def play_omega(side, games):
    """Games as lists of places, sums, and the expected rest of the program's line as a test of it."""
    rules = omega_batch.Omega(side, "cpu")
    boards, sums, places = rules.start(games), Sums(games), []
    alive = torch.ones(games, dtype=torch.bool)
    for ply in range(rules.plies):
        legal = rules.legal(boards)
        sums.add(LEGAL, ply, legal, alive)
        if side >= 4:  # on smaller boards no network is asked
            flags = torch.tensor([rules.flags(ply)]).expand(games, 3)
            planes = rules.planes(rules.from_mover(boards, ply), flags)
            sums.add(PLANES, ply, by_place(torch.nn.functional.pad(planes, (1, 1, 1, 1)), 8), alive)
        cells = torch.multinomial(legal.float(), 1)[:, 0]
        places.append(cells)
        boards = rules.play(boards, cells, ply)
    logs, (results, _) = rules.log_scores(boards), rules.white_result(boards)

    def is_result(game, words):
        scores = [math.log(int(word)) for word in words[1:]]
        return words[0] == ("0" if results[game] > 0 else "1") and all(
            abs(score - float(log)) < 1e-9 for score, log in zip(scores, logs[game]))

    return torch.stack(places, 1).tolist(), sums.of, is_result


def play_hex(side, games):
    rules = hex_batch.Hex(side, "cpu")
    state, sums, places = rules.start(games), Sums(games), []
    alive = torch.ones(games, dtype=torch.bool)
    length, winner = [0] * games, [-1] * games
    for ply in range(rules.plies):
        program = torch.tensor(program_cells(side, ply))
        as_program = lambda sets: torch.zeros_like(sets).scatter(1, program.expand(games, -1), sets)
        legal, wins = rules.legal(state), rules.wins(state)
        sums.add(LEGAL, ply, as_program(legal), alive)
        sums.add(WINS, ply, as_program(wins), alive)
        planes = rules.planes(rules.boards(state), torch.zeros(games, 3))
        sums.add(PLANES, ply, by_place(planes, 4), alive)
        cells = torch.multinomial(legal.float(), 1)[:, 0]
        places.append(program[cells])
        over = wins.gather(1, cells[:, None])[:, 0] & alive
        for game in over.nonzero()[:, 0].tolist():
            length[game], winner[game] = ply + 1, ply % 2
        alive = alive & ~over
        if not alive.any():
            break
        state = rules.play(state, cells)
    rows = torch.stack(places, 1).tolist()
    return [row[:end] for row, end in zip(rows, length)], sums.of, lambda game, words: words == [str(winner[game])]


def compare(program, game, side, games, play):
    """Whether the program says the same of these games."""
    rows, sums, is_result = play(side, games)
    text = "".join(" ".join(map(str, [side, *row])) + "\n" for row in rows)
    answer = subprocess.run([*shlex.split(program), "sums", "--game", game], input=text, capture_output=True, text=True)
    if answer.returncode != 0:
        print(f"{game}, side {side}: {answer.stderr.strip()}", file=sys.stderr)
        return False
    lines = answer.stdout.splitlines()
    if len(lines) != games:
        print(f"{game}, side {side}: {len(lines)} answers to {games} games", file=sys.stderr)
        return False
    for number, line in enumerate(lines):
        words = line.split()
        wrong = [name for kind, name in enumerate(("legal places", "immediate wins", "planes"))
                 if int(words[kind], 16) != int(sums[number, kind])]
        if not is_result(number, words[3:]):
            wrong.append("result")
        if wrong:
            print(f"{game}, side {side}: {', '.join(wrong)} differ in the game {' '.join(map(str, rows[number]))}", file=sys.stderr)
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="build/release/partita learn", help="the program and its first words")
    parser.add_argument("--games", type=int, default=10_000, help="of each game, over all sides")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    plans = [("omega", range(3, 7), play_omega), ("hex", range(5, 10), play_hex)]
    for game, sides, play in plans:
        for side in sides:
            if not compare(options.program, game, side, math.ceil(options.games / len(sides)), play):
                return 1
        print(f"{game}: {options.games} games on sides {sides[0]} to {sides[-1]}, the same in tensors and in the program")
    return 0


if __name__ == "__main__":
    sys.exit(main())
