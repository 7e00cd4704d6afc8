#!/usr/bin/env python3
"""Rounds of self-play, training and gate for one or several rule sets: what `partita learn` runs.

    partita learn --rules ashton:196 --rules mcgill:460 --rounds 3 --play-seconds 60 --train-seconds 40 --gate 100:50 --work learnt

Games are played on all processors while another rule set's network trains on the accelerator. Every round learns from the
samples of all rounds before it, and its network is matched with the hand-written evaluation at equal time. The log, LOG.jsonl in
the work folder, has a line for every step; `partita learn plot` draws it. On a machine that has only the engine,
`learn/rounds.py --program build/learn/partita-learn ...` does the same.
"""
import argparse
import json
import os
import pathlib
import queue
import shlex
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent


class Log:
    def __init__(self, path):
        self.path, self.lock, self.began = path, threading.Lock(), time.time()

    def write(self, **fields):
        line = json.dumps({"at": round(time.time() - self.began, 1), **fields})
        with self.lock, open(self.path, "a") as file:
            file.write(line + "\n")
        print(line, flush=True)


class Rules:
    """One rule set's way through the rounds."""

    def __init__(self, game, text, option):
        self.game, self.option = game, option
        self.name, unit, *start = text.split(":") if ":" in text else (text, "0")
        if not unit.isdigit():
            sys.exit(f"partita learn: --rules {text}: the unit is a whole number")
        self.unit = int(unit)
        self.samples, self.units, self.network = [], [], start[0] if start else None

    def opening(self, options):
        """Where one seat's random moves make the openings, the other answers with a short search."""
        seat = ["--random-seat", options.random_seat] if options.random_seat else []
        return [*seat, "--least-plies", options.least_plies, "--most-plies", options.most_plies]

    def arguments(self):
        return ["--game", self.game] + (["--rules", f"{self.option}={self.name}"] if self.option else [])


def ask(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr.strip()[-500:]}")
    return done.stdout.strip()


def play(rules, number, options, log):
    out = options.work / f"{rules.game}-{rules.name}-{number}.samples"
    out.unlink(missing_ok=True)
    engine = options.engine + (",evaluator=net" if rules.network else "")
    seconds = options.first_seconds if number == 1 and options.first_seconds else options.play_seconds
    length = ["--games", options.play_games] if options.play_games else ["--seconds", seconds]
    command = [*options.program, "selfplay", *rules.arguments(), "--engine", engine, "--nodes", options.nodes, *length,
               "--threads", options.threads, "--seed", options.seed + number, "--balance", round(options.play_balance * rules.unit), *rules.opening(options), "--out", out]
    if rules.network:
        command += ["--network", rules.network]
    told = ask(list(map(str, command)))
    rules.samples.append(out)
    # Nobody knows the unit of the first round's values, or of a sum's: the training fits it.
    rules.units.append(0 if options.adds_to else rules.unit)
    log.write(step="play", rules=rules.name, round=number, told=told, engine=engine)


def train(rules, number, options, log):
    images = options.work / f"{rules.game}-{rules.name}.images"
    images.write_text(ask([*options.program, "images", *rules.arguments()]) + "\n")
    seconds = options.last_seconds if number == options.rounds and options.last_seconds else options.train_seconds
    length = ["--steps", options.train_steps] if options.train_steps else ["--seconds", seconds]
    made = f"round {number} of {options.rounds}, {options.nodes} nodes a move"
    shares = [options.first_share] + [options.result_share] * (number - 1)
    command = [sys.executable, HERE / "train.py", "--images", images, "--units", *rules.units, "--out-unit", rules.unit if options.adds_to else options.out_unit,
               "--result-shares", *shares, "--first", options.first, "--batch", options.batch, *length, "--held-out", options.held_out,
               "--made", made, "--compare", 1000, "--seed", options.seed, "--out", options.work / "networks",
               *(["--adds-to", options.adds_to] if options.adds_to else []), "--", *rules.samples]
    told = ask(list(map(str, command))).split("\n")
    rules.network, rules.unit = told[-1], json.loads(told[-2])["unit"]
    rules.units = json.loads(told[-2])["units"]
    values = ask([*options.program, "values", "--samples", str(rules.samples[0]), "--network", rules.network, "--count", "1000"])
    expected = pathlib.Path(rules.network).with_suffix(".values").read_text().strip()
    if values != expected:
        raise RuntimeError(f"{rules.network}: the program and the training disagree about its values")
    log.write(step="train", rules=rules.name, round=number, **json.loads(told[-2]))


def gate(rules, number, options, log):
    """Against the hand-written evaluation; a sequential test ends a match that is decided."""
    sprt = ["--sprt", *options.sprt] if options.sprt else []
    judged = ["--balance", round(options.balance * rules.unit), "--first-judges"] if options.balance else []
    for ms, pairs in options.gate:
        command = [*options.program, "match", *rules.arguments(), "--first", options.engine + ",evaluator=net", "--first-network",
                   rules.network, "--second", options.engine, "--time", ms, "--pairs", pairs, "--threads", options.threads, "--seed", 77,
                   *rules.opening(options), *judged, *sprt, "--json"]
        log.write(step="gate", rules=rules.name, round=number, ms=ms, network=pathlib.Path(rules.network).name,
                  **json.loads(ask(list(map(str, command)))))


def run_rounds(all_rules, options, log):
    """Two lanes: one for the processors, one for the accelerator."""
    trained = {rules.name: threading.Semaphore(0) for rules in all_rules}
    to_train, failures = queue.Queue(), []

    def train_lane():
        while (item := to_train.get()) is not None:
            try:
                train(*item, options, log)
            except Exception as failure:
                failures.append(failure)
            trained[item[0].name].release()

    lane = threading.Thread(target=train_lane)
    lane.start()
    try:
        for number in range(1, options.rounds + 1):
            for rules in all_rules:
                if number > 1:
                    trained[rules.name].acquire()
                if failures:
                    raise failures[0]
                if number > 1:
                    gate(rules, number - 1, options, log)
                play(rules, number, options, log)
                to_train.put((rules, number))
        for rules in all_rules:
            trained[rules.name].acquire()
            if failures:
                raise failures[0]
            gate(rules, options.rounds, options, log)
    finally:
        to_train.put(None)
        lane.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=shlex.split, required=True, help="what does the engine's steps: partita-learn, or 'partita learn'")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("learnt"), help="folder for samples, networks and the log")
    parser.add_argument("--game", default="tafl")
    parser.add_argument("--option", default="rules", help="the rule option that --rules names a value of")
    parser.add_argument("--rules", action="append", required=True, help="NAME[:UNIT[:NETWORK]], again for each rule set; unit 0: fitted to the first samples; with --adds-to how much the network counts; a network to begin with")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--engine", default="partita-classic,hash_mb=8")
    parser.add_argument("--first", type=int, default=256, help="width of the first layer")
    parser.add_argument("--batch", type=int, default=32768, help="samples a step of training")
    parser.add_argument("--play-seconds", type=float, default=60)
    parser.add_argument("--first-seconds", type=float, default=0, help="of play in the first round, if other")
    parser.add_argument("--train-seconds", type=float, default=40)
    parser.add_argument("--play-games", type=int, default=0, help="a round, whatever time they take; with one thread a round is then the same every time")
    parser.add_argument("--train-steps", type=int, default=0, help="a round, whatever time they take")
    parser.add_argument("--held-out", type=float, default=0.02, help="part of every round's samples that is not learnt from")
    parser.add_argument("--last-seconds", type=float, default=0, help="of training in the last round, if other")
    parser.add_argument("--gate", action="append", default=[], type=lambda text: tuple(map(int, text.split(":"))), help="MS:PAIRS, again for more; after every round")
    parser.add_argument("--sprt", nargs=2, type=float, metavar=("ELO0", "ELO1"), help="a gate ends when a sequential test has decided between the two")
    parser.add_argument("--out-unit", type=int, default=0, help="of the networks' values; 0: the unit of the first round's samples")
    parser.add_argument("--adds-to", default="", help="the evaluator that the networks' values are added to in play")
    parser.add_argument("--first-share", type=float, default=0.25, help="of the result in the targets of the first round")
    parser.add_argument("--result-share", type=float, default=0.25, help="of the result in the targets of later rounds")
    parser.add_argument("--balance", type=float, default=0, help="gates from openings that the network values no more than this for either side, in its units")
    parser.add_argument("--play-balance", type=float, default=0, help="self-play from openings that its engine values no more than this, in units")
    parser.add_argument("--least-plies", type=int, default=4, help="of a random opening")
    parser.add_argument("--most-plies", type=int, default=10, help="and at most")
    parser.add_argument("--random-seat", type=int, default=0, help="only this seat's moves are random in openings (1, 2)")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds: at least one")
    if not 0 < options.held_out < 1:
        parser.error("--held-out: between 0 and 1")
    for name in ("play_games", "train_steps"):
        if getattr(options, name) < 0:
            parser.error(f"--{name.replace('_', '-')}: 0 (by time) or more")
    options.work.mkdir(parents=True, exist_ok=True)
    log = Log(options.work / "LOG.jsonl")
    try:
        run_rounds([Rules(options.game, text, options.option) for text in options.rules], options, log)
    except RuntimeError as failure:
        sys.exit(f"partita learn: {failure}")


if __name__ == "__main__":
    main()
