#!/usr/bin/env python3
"""Plays `perfect` as the winning side from proven positions of the atlas and says how many games it won.

  bench/perfect_atlas.py [--program ./partita] [--games 200] [--seed 1] [--tc 1s] [--opponent partita] [--only FILE]

The positions are chosen by the seed among all proven ones, each up to symmetry once before any image of another. Every
game that was not won is named with its opening, so that it can be looked at. With --only the match is played in parts:
those of the chosen positions that stand in the file, one a line.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile


def sample(options, winner):
    command = [options.program, "atlas", "--game", options.game, "--side", options.side, "--sample",
               str(options.games), "--seed", str(options.seed), "--winner", winner]
    openings = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    if not options.only:
        return openings
    with open(options.only, encoding="utf-8") as file:
        wanted = set(file.read().splitlines())
    return [opening for opening in openings if opening in wanted]


def play(options, openings, seat, folder):
    """Wins of `perfect`, which sits on this seat (1 moves first) in every game, and the number of games."""
    if not openings:
        return 0, 0
    name = os.path.join(folder, f"openings-{seat}.txt")
    log = os.path.join(folder, f"games-{seat}.jsonl")
    with open(name, "w", encoding="utf-8") as file:
        file.write("\n".join(openings) + "\n")
    command = [options.program, "arena", "--game", options.game, "--side", options.side, "--engines", "perfect",
               options.opponent, "--seat", str(seat), "--tc", options.tc, "--opening-file", name, "--log", log,
               "--resume", "--margin", str(options.margin), "--concurrency", str(options.concurrency)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(log, encoding="utf-8") as file:
        games = [json.loads(line) for line in file.readlines()[1:]]
    won = [game for game in games if game["payoff"][seat - 1] == 12]
    for game in games:
        if game not in won:
            moves = " ".join(str(move[0] if isinstance(move, list) else move.get("move")) for move in game["moves"])
            print(f"seat {seat} did not win: {game['reason']} {game['fault']}: {moves}")
    print(f"seat {seat}: {len(won)} of {len(games)}", flush=True)
    return len(won), len(openings)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="./partita")
    parser.add_argument("--game", default="andantino")
    parser.add_argument("--side", default="10")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tc", default="1s")
    parser.add_argument("--opponent", default="partita")
    parser.add_argument("--margin", type=int, default=1000, help="ms by which a move may overrun (a busy machine)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time")
    parser.add_argument("--only", help="a file of openings, one a line: others of the chosen ones are left out")
    parser.add_argument("--folder", help="keeps openings and games; a match that was ended goes on there")
    options = parser.parse_args()
    folder = options.folder or tempfile.mkdtemp(prefix="perfect-atlas-")
    os.makedirs(folder, exist_ok=True)
    parts = [play(options, sample(options, winner), seat, folder) for seat, winner in ((1, "White"), (2, "Black"))]
    won, games = (sum(numbers) for numbers in zip(*parts))
    print(f"{won} of {games}")
    return 0 if won == games else 1


if __name__ == "__main__":
    sys.exit(main())
