#!/usr/bin/env python3
"""Proves some positions with one table, by one worker and by two over NATS, in turns, and prints nodes and seconds.

  bench/spread_proof.py [--program ./partita] [--port 4331] [--job-nodes 200000] [--memory 256] [--rounds 1]

Needs nats-server. The load of the machine is told with every proof: seconds on a busy one say little.
"""
import argparse
import os
import re
import subprocess
import tempfile
import time

POSITIONS = (("black", "I9 J9 I8 K10 K9 L10"), ("white", "I9 J9 I8 H8 J8 K9"), ("black", "I9 J9 I8 J8 K9 K8"),
             ("black", "I9"), ("black", "I9 J9 I10 I8 J8 I7"))


def prove(options, winner, moves, workers):
    url = f"nats://127.0.0.1:{options.port}"
    command = [options.program, "solve", "--quiet", "--game", "andantino", "--side", "10", "--moves", moves, "--winner",
               winner, "--memory", str(options.memory)]
    if workers:
        command += ["--nats", url, "--job-nodes", str(options.job_nodes)]
    running = [subprocess.Popen([options.program, "worker", "--only", "jobs", "--memory", str(options.memory), "--nats", url],
                                stderr=subprocess.DEVNULL) for _ in range(workers)]
    time.sleep(2 if workers else 0)
    load = os.getloadavg()[0]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for worker in running:
        worker.kill()
        worker.wait()
    if " wins" not in said:
        raise SystemExit(f"{moves}: {said}")
    nodes, seconds = (re.search(rf"{name} ([0-9.]+)", said).group(1) for name in ("nodes", "seconds"))
    print(f"| {moves}, {winner} | {workers or 'one table'} | {int(nodes):,} | {seconds} | {load:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="./partita")
    parser.add_argument("--port", type=int, default=4331)
    parser.add_argument("--job-nodes", type=int, default=200000)
    parser.add_argument("--memory", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as store:
        server = subprocess.Popen(["nats-server", "-js", "-sd", store, "-a", "127.0.0.1", "-p", str(options.port)],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1)
        print("| position, winner | workers | nodes | seconds | load |\n|---|---|---|---|---|")
        try:
            for _ in range(options.rounds):
                for winner, moves in POSITIONS:
                    for workers in (0, 1, 2):
                        prove(options, winner, moves, workers)
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
