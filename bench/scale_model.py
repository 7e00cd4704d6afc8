#!/usr/bin/env python3
"""What many people at once would need, from what one of everything costs.

    bench/scale_model.py --measure bench/scale_costs.json [--program build/release/partita]   # two servers on this machine
    bench/scale_model.py [--people 100000] [--costs bench/scale_costs.json]                   # the bill, and a simulation

--measure starts PostgreSQL, NATS and two servers that share them, and counts processor time (/proc/PID/stat) and memory
of each process: of a socket, a game, a move where the game is and a move that is passed on, a state told to a watcher.
Then it has a tenth of a percent of --people on both servers at once, and writes what that took beside what the model
says. The model adds up; its simulation draws the moves and searches of people as they come, minute by minute, to see how
far the worst second is above the mean. Standard library only.
"""
import argparse
import asyncio
import json
import os
import random
import resource
import shutil
import sys
import tempfile
import time

import soak
from many_drill import Database, Process, Watcher, wait_until
from soak import Counts, Game, Link, free_port, http

# What people do, not what machines cost: guesses that can be changed on the command line.
HABITS = {
    "playing": 0.70,          # of the people at once, the others watch or study
    "against_engine": 0.60,   # of those who play
    "watching": 0.15,
    "analysing": 0.05,        # an engine thinks for them all the time
    "seconds_a_move": 8.0,    # of a person who plays, both players' time together for a game of two
    "engine_ms": 300.0,       # thinking for a reply, on the mean of the levels
    "analysis_cores": 1.0,
}


def cpu_seconds(pids):
    ticks = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        except OSError:
            pass
    return ticks / os.sysconf("SC_CLK_TCK")


def resident_kib(pid):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


class Meter:
    """Processor time of each part between two moments."""

    def __init__(self, parts):
        self.parts = parts

    def now(self):
        return {name: cpu_seconds(pids()) for name, pids in self.parts.items()}

    def since(self, before):
        after = self.now()
        return {name: after[name] - before[name] for name in after}


async def create_games(port, count):
    body = {"game": "omega", "rules": {"side": "5"}, "seats": [{"kind": "human"}, {"kind": "human"}]}
    games = []
    for number in range(count):
        status, answer = await http(port, "POST", "/api/v1/games", body, number // soak.GAMES_PER_SOCKET)
        if status != 201:
            raise SystemExit(f"game {number}: status {status}")
        created = json.loads(answer)
        games.append(Game(created["game_id"], [seat["token"] for seat in created["seats"]]))
    return games


async def sit_down(place, games):
    links = [Link(i // soak.GAMES_PER_SOCKET, place, games[i:i + soak.GAMES_PER_SOCKET])
             for i in range(0, len(games), soak.GAMES_PER_SOCKET)]
    tasks = [asyncio.create_task(link.run()) for link in links]
    await asyncio.sleep(2)
    return links, tasks


async def play_for(games, place, rate, seconds):
    counts = Counts()
    arguments = argparse.Namespace(rate=rate)
    await soak.pace(arguments, games, place, counts, time.perf_counter() + seconds)
    return counts


async def cancel(tasks):
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(1)


async def measure(arguments, folder, log):
    database = Database(folder, log)
    port = free_port()
    url = f"nats://127.0.0.1:{port}"
    queue = Process("NATS", [shutil.which("nats-server") or "/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", str(port)], log)
    servers = []
    for i in range(2):
        own = free_port()
        server = Process(f"server {i + 1}", [arguments.program, "serve", "--port", str(own), "--data", f"{folder}/data{i}", "--database",
                                             database.url(), "--nats", url, "--cluster", "--trust-proxy"], log)
        server.port = own
        servers.append(server)
    things = [database, queue, *servers]
    try:
        database.start()
        queue.start()
        await asyncio.sleep(1.5)
        for server in servers:
            server.start()

        async def is_up():
            return all([(await http(server.port, "GET", "/healthz"))[0] == 200 for server in servers])

        await wait_until(is_up)
        await asyncio.sleep(1)
        first, second = servers
        meter = Meter({"first": lambda: [first.process.pid], "second": lambda: [second.process.pid],
                       "nats": lambda: [queue.process.pid], "database": lambda: soak.tree(database.process.pid)})
        costs = {}
        idle_before, begin = meter.now(), time.perf_counter()
        await asyncio.sleep(5)
        idle = {name: used / (time.perf_counter() - begin) for name, used in meter.since(idle_before).items()}
        costs["idle_server_cores"] = (idle["first"] + idle["second"]) / 2
        costs["server_mib"] = resident_kib(first.process.pid) / 1024

        before_kib = resident_kib(first.process.pid)
        games = await create_games(first.port, arguments.games)
        costs["game_kib"] = (resident_kib(first.process.pid) - before_kib) / len(games)

        async def moves(place, name):
            links, tasks = await sit_down(place, games)
            before = meter.now()
            begin = time.perf_counter()
            counts = await play_for(games, place, arguments.rate, arguments.seconds)
            seconds = time.perf_counter() - begin
            used = meter.since(before)
            await cancel(tasks)
            done = counts.acknowledged
            own = used["first"] + used["second"] - (idle["first"] + idle["second"]) * seconds
            costs[name + "_server_ms"] = 1000 * own / done
            costs[name + "_nats_ms"] = 1000 * (used["nats"] - idle["nats"] * seconds) / done
            costs[name + "_database_ms"] = 1000 * (used["database"] - idle["database"] * seconds) / done
            latencies = sorted(counts.latencies)
            costs[name + "_latency_ms"] = 1000 * latencies[len(latencies) // 2]
            costs[name + "_latency_p99_ms"] = 1000 * latencies[int(0.99 * (len(latencies) - 1))]

        await moves(first, "move")
        await moves(second, "passed_move")

        before_kib = resident_kib(first.process.pid)
        watchers = [Watcher(first, 100 + i, games[i % len(games)]) for i in range(arguments.watchers)]
        tasks = [asyncio.create_task(one.run()) for one in watchers]
        await asyncio.sleep(4)
        costs["socket_kib"] = (resident_kib(first.process.pid) - before_kib) / len(watchers)
        links, more = await sit_down(first, games)
        states = sum(one.states for one in watchers)
        before, begin = meter.now(), time.perf_counter()
        counts = await play_for(games, first, arguments.rate, arguments.seconds)
        seconds = time.perf_counter() - begin
        used = meter.since(before)
        told = sum(one.states for one in watchers) - states
        await cancel(tasks + more)
        moved = counts.acknowledged * costs["move_server_ms"] / 1000 + idle["first"] * seconds
        costs["state_server_ms"] = max(0.0, 1000 * (used["first"] - moved) / max(1, told))
        costs["check"] = await small_crowd(arguments, costs, servers, meter)
        costs["machine"] = os.uname().machine + f", {os.cpu_count()} processors shared with the clients"
        return costs
    finally:
        for thing in things:
            if thing.is_running():
                thing.kill()


async def small_crowd(arguments, costs, servers, meter):
    """A tenth of a percent of the people, half on each server, as the habits say; engines' thinking left out."""
    people = arguments.people // 1000
    needs = bill(people, costs)
    count = max(2, int(people * HABITS["playing"] / 2))
    games = await create_games(servers[0].port, count)
    half = count // 2
    links = []
    tasks = []
    for place, part in ((servers[0], games[:half]), (servers[1], games[half:])):
        more, running = await sit_down(place, part)
        links += more
        tasks += running
    watchers = [Watcher(servers[i % 2], 300 + i, games[i % len(games)]) for i in range(int(people * HABITS["watching"]))]
    tasks += [asyncio.create_task(one.run()) for one in watchers]
    await asyncio.sleep(2)
    before, begin = meter.now(), time.perf_counter()
    rate = people * HABITS["playing"] / HABITS["seconds_a_move"]
    counts = await play_for(games, servers[0], rate, 2 * arguments.seconds)
    seconds = time.perf_counter() - begin
    used = meter.since(before)
    await cancel(tasks)
    return {"people": people, "moves_a_second": counts.acknowledged / seconds,
            "server_cores": (used["first"] + used["second"]) / seconds, "server_cores_by_model": needs["page_cores"] + 2 * costs["idle_server_cores"],
            "database_cores": used["database"] / seconds, "database_cores_by_model": needs["database_cores"]}


def bill(people, costs, habits=None):
    """Cores and memory for so many people at once, on the mean. Every second move is passed on: nothing is sticky."""
    habits = habits or HABITS
    players = people * habits["playing"]
    moves = players / habits["seconds_a_move"]
    replies = moves * habits["against_engine"]
    written = moves + replies
    states = written * (1 + people * habits["watching"] / max(1, players / 2))
    page_ms = (moves * (costs["move_server_ms"] + costs["passed_move_server_ms"]) / 2 + replies * costs["move_server_ms"]
               + (states - written) * costs["state_server_ms"])
    return {
        "moves_a_second": moves, "writes_a_second": written, "states_a_second": states,
        "page_cores": page_ms / 1000,
        "database_cores": written * costs["move_database_ms"] / 1000,
        "nats_cores": moves / 2 * costs["passed_move_nats_ms"] / 1000,
        "engine_cores": replies * habits["engine_ms"] / 1000 + people * habits["analysing"] * habits["analysis_cores"],
        "page_gib": (people * costs["socket_kib"] + players / 2 * costs["game_kib"]) / 1024 / 1024,
    }


def simulate(people, costs, minutes, seed):
    """Moves as they come: the worst second's work beside the mean, and the engines' queue with as many cores as the mean needs."""
    rng = random.Random(seed)
    needs = bill(people, costs)
    scale = max(1, people // 20000)  # so many people are drawn as one
    rate = needs["moves_a_second"] / scale
    replies, worst, total, queue, waits = 0, 0, 0, 0.0, []
    cores = 1.1 * (rate * HABITS["against_engine"] * HABITS["engine_ms"] / 1000)
    for _ in range(int(60 * minutes)):
        moves = poisson(rng, rate)
        worst = max(worst, moves)
        total += moves
        replies = poisson(rng, moves * HABITS["against_engine"])
        queue = max(0.0, queue + replies * HABITS["engine_ms"] / 1000 - cores)
        waits.append(queue / cores)
    return {"worst_second_over_mean": worst / max(1e-9, total / (60 * minutes)), "seconds_engines_wait_at_worst": max(waits)}


def poisson(rng, mean):
    if mean > 50:
        return max(0, round(rng.gauss(mean, mean ** 0.5)))
    limit, product, count = 2.718281828459045 ** -mean, rng.random(), 0
    while product > limit:
        product *= rng.random()
        count += 1
    return count


def show(people, costs, minutes):
    needs = bill(people, costs)
    crest = simulate(people, costs, minutes, 1)
    print(f"| for {people:,} people at once | |\n|---|---:|")
    for name, unit in (("moves_a_second", "moves of people a second"), ("writes_a_second", "moves written a second"),
                       ("states_a_second", "states told a second"), ("page_cores", "cores of servers"),
                       ("database_cores", "cores of PostgreSQL"), ("nats_cores", "cores of NATS"),
                       ("engine_cores", "cores of workers"), ("page_gib", "GiB of servers")):
        print(f"| {unit} | {needs[name]:,.1f} |")
    print(f"| worst second over the mean | {crest['worst_second_over_mean']:.2f} |")
    print(f"| engines wait at worst with a tenth more cores than the mean, s | {crest['seconds_engines_wait_at_worst']:.2f} |")
    check = costs.get("check")
    if check:
        print(f"\n| {check['people']} people on two servers here | measured | model |\n|---|---:|---:|")
        print(f"| cores of servers | {check['server_cores']:.3f} | {check['server_cores_by_model']:.3f} |")
        print(f"| cores of PostgreSQL | {check['database_cores']:.3f} | {check['database_cores_by_model']:.3f} |")


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--costs", default=here + "/scale_costs.json")
    parser.add_argument("--measure", default="", metavar="FILE", help="measure here and write the costs to this file")
    parser.add_argument("--program", default=here + "/../build/release/partita")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=400)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--minutes", type=float, default=60, help="of the simulation")
    arguments = parser.parse_args()
    if arguments.measure:
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
        with tempfile.TemporaryDirectory(prefix="partita-scale-") as folder:
            os.chmod(folder, 0o755)
            with open(folder + "/log", "ab") as log:
                costs = asyncio.run(measure(arguments, folder, log))
        with open(arguments.measure, "w") as file:
            json.dump(costs, file, indent=1)
            file.write("\n")
        arguments.costs = arguments.measure
    try:
        with open(arguments.costs) as file:
            costs = json.load(file)
    except OSError:
        sys.exit(f"{arguments.costs} cannot be read: --measure first")
    show(arguments.people, costs, arguments.minutes)


if __name__ == "__main__":
    main()
