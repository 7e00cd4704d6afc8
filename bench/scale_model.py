#!/usr/bin/env python3
"""What many people at once would need, from what one of everything costs.

    bench/scale_model.py --measure bench/scale_costs.json [--program build/release/partita]   # two servers on this machine
    bench/scale_model.py [--people 100000] [--costs bench/scale_costs.json]                   # the bill, and a simulation

--measure starts PostgreSQL, NATS, two servers that share them and one that has a database alone, and counts processor
time (/proc/PID/stat) and memory of each process: of a socket, a game, a move where the game is and a move that is passed
on, a state told to a watcher; and how many moves a second one server and two take when everybody hurries.
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
import subprocess
import sys
import tempfile
import time

import soak
from cluster import Cluster, Process, wait_until
from many_drill import Watcher
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


# How busy a server's one loop may be.
LOOP_SHARE = 0.7
# Of a machine that one can rent for the database without asking anybody.
PRIMARY_CORES = 64


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


class Bench:
    """What is measured on: two servers that share a database, and one that has another database of the same PostgreSQL alone."""

    def __init__(self, arguments, folder, log):
        self.arguments = arguments
        self.cluster = Cluster(arguments.program, folder, log, workers=0)
        self.first, self.second = self.cluster.servers
        self.alone = Process("alone", [arguments.program, "serve", "--port", str(free_port()), "--data", folder + "/alone", "--database",
                                       self.cluster.database.url("alone"), "--trust-proxy"], log)
        self.alone.port = int(self.alone.command[3])
        self.meter = Meter({"first": lambda: [self.first.process.pid], "second": lambda: [self.second.process.pid],
                            "alone": lambda: [self.alone.process.pid], "nats": lambda: [self.cluster.queue.process.pid],
                            "database": lambda: soak.tree(self.cluster.database.process.pid)})
        self.idle = {}

    async def start(self):
        await self.cluster.start()
        database = self.cluster.database
        subprocess.run([database.binaries + "createdb", "-h", "127.0.0.1", "-p", str(database.port), "-U", "postgres", "alone"], check=True)
        self.alone.start()

        async def is_up():
            return (await http(self.alone.port, "GET", "/readyz"))[0] == 200

        await wait_until(is_up)
        await asyncio.sleep(1)

    def kill(self):
        if self.alone.is_running():
            self.alone.kill()
        self.cluster.kill()

    def beyond_idle(self, before, seconds):
        """Processor time of each part since then, without what it would have used anyway."""
        return {name: used - self.idle[name] * seconds for name, used in self.meter.since(before).items()}

    async def look_idle(self, costs):
        before, begin = self.meter.now(), time.perf_counter()
        await asyncio.sleep(8)
        self.idle = {name: used / (time.perf_counter() - begin) for name, used in self.meter.since(before).items()}
        costs["idle_server_cores"] = (self.idle["first"] + self.idle["second"]) / 2
        costs["idle_alone_cores"] = self.idle["alone"]
        costs["server_mib"] = resident_kib(self.first.process.pid) / 1024

    async def moves(self, costs, name, home, place):
        """Games that `home` has, played in through `place` at the given rate."""
        before_kib = resident_kib(home.process.pid)
        games = await create_games(home.port, self.arguments.games)
        if name == "move":
            costs["game_kib"] = max(0, resident_kib(home.process.pid) - before_kib) / len(games)
        _, tasks = await sit_down(place, games)
        before, begin = self.meter.now(), time.perf_counter()
        counts = await play_for(games, place, self.arguments.rate, self.arguments.seconds)
        used = self.beyond_idle(before, time.perf_counter() - begin)
        await cancel(tasks)
        done = counts.acknowledged
        costs[name + "_server_ms"] = 1000 * (used["first"] + used["second"] + used["alone"]) / done
        costs[name + "_nats_ms"] = 1000 * max(0.0, used["nats"]) / done
        costs[name + "_database_ms"] = 1000 * used["database"] / done
        latencies = sorted(counts.latencies)
        costs[name + "_latency_ms"] = 1000 * latencies[len(latencies) // 2]
        costs[name + "_latency_p99_ms"] = 1000 * latencies[int(0.99 * (len(latencies) - 1))]

    async def fastest(self, costs, name, homes, places):
        """As many moves as they take: in each game the next as soon as the last is acknowledged. Half the games are passed on
        where there are two servers."""
        games, tasks = [], []
        for i, home in enumerate(homes):
            made = await create_games(home.port, self.arguments.games // len(homes))
            half = len(made) // len(places)
            for j, place in enumerate(places):
                _, running = await sit_down(place, made[j * half:(j + 1) * half])
                tasks += running
            games += made
        counts, end = Counts(), time.perf_counter() + self.arguments.seconds / 2

        async def hurry(game):
            while time.perf_counter() < end and len(game.known) < soak.PLIES:
                await soak.play_one(game, places[0], counts)

        own, begin = os.times(), time.perf_counter()
        await asyncio.gather(*[hurry(game) for game in games[:: max(1, len(games) // self.arguments.at_once)]])
        seconds = time.perf_counter() - begin
        await cancel(tasks)
        after = os.times()
        costs[name + "_most_a_second"] = counts.acknowledged / seconds
        costs[name + "_most_latency_ms"] = 1000 * sorted(counts.latencies)[len(counts.latencies) // 2]
        costs[name + "_most_client_cores"] = (after.user + after.system - own.user - own.system) / seconds

    async def states(self, costs, name, place):
        """What a watcher costs: games of the first server, watched through `place`."""
        games = await create_games(self.first.port, self.arguments.games)
        before_kib = resident_kib(place.process.pid)
        watchers = [Watcher(place, 100 + i, games[i % len(games)]) for i in range(self.arguments.watchers)]
        tasks = [asyncio.create_task(one.run()) for one in watchers]
        await asyncio.sleep(4)
        if name == "state":
            costs["socket_kib"] = max(0, resident_kib(place.process.pid) - before_kib) / len(watchers)
        _, more = await sit_down(self.first, games)
        told = sum(one.states for one in watchers)
        before, begin = self.meter.now(), time.perf_counter()
        counts = await play_for(games, self.first, self.arguments.rate, self.arguments.seconds)
        used = self.beyond_idle(before, time.perf_counter() - begin)
        told = max(1, sum(one.states for one in watchers) - told)
        await cancel(tasks + more)
        own = used["first"] + used["second"] - counts.acknowledged * costs["move_server_ms"] / 1000
        costs[name + "_server_ms"] = max(0.0, 1000 * own / told)
        costs[name + "_nats_ms"] = max(0.0, 1000 * used["nats"] / told)


async def measure(arguments, folder, log):
    bench = Bench(arguments, folder, log)
    costs = {}
    try:
        await bench.start()
        await bench.look_idle(costs)
        await bench.moves(costs, "move", bench.first, bench.first)
        await bench.moves(costs, "passed_move", bench.first, bench.second)
        await bench.moves(costs, "alone_move", bench.alone, bench.alone)
        await bench.states(costs, "state", bench.first)
        await bench.states(costs, "passed_state", bench.second)
        await bench.fastest(costs, "alone", [bench.alone], [bench.alone])
        await bench.fastest(costs, "two", bench.cluster.servers, bench.cluster.servers)
        costs["check"] = await small_crowd(arguments, costs, bench)
        costs["machine"] = os.uname().machine + f", {os.cpu_count()} processors shared with the clients"
        return costs
    finally:
        bench.kill()


async def small_crowd(arguments, costs, bench):
    """A tenth of a percent of the people, half on each server, as the habits say; engines' thinking left out."""
    people = arguments.people // 1000
    servers, meter = bench.cluster.servers, bench.meter
    needs = bill(people, costs, {**HABITS, "against_engine": 0.0, "sockets_a_game": 1})
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
            "database_cores": used["database"] / seconds,
            "database_cores_by_model": needs["database_cores"] + bench.idle["database"]}


def bill(people, costs, habits=None):
    """Cores and memory for so many people at once, on the mean, with as many servers as keep their loops at LOOP_SHARE."""
    servers = 2
    while True:
        needs = bill_with(people, costs, habits or HABITS, servers)
        if needs["page_cores"] <= LOOP_SHARE * servers:
            return needs
        servers += 1


def bill_with(people, costs, habits, servers):
    """Nothing is sticky: of N servers all but one in N pass on what is said to them."""
    players = people * habits["playing"]
    moves = players / habits["seconds_a_move"]
    replies = moves * habits["against_engine"]
    written = moves + replies
    games = players * habits["against_engine"] + players * (1 - habits["against_engine"]) / 2
    # The cost of a move has the state told to the mover's socket in it; the opponent's and the watchers' come on top.
    opponents = (moves - replies) * (habits.get("sockets_a_game", 2) - 1)
    states = opponents + written * people * habits["watching"] / max(1, games)
    passed = 1 - 1 / servers
    both = lambda name: costs[name] * (1 - passed) + costs["passed_" + name] * passed
    return {
        "servers": servers,
        "moves_a_second": moves, "writes_a_second": written, "states_a_second": states + moves,
        "page_cores": (moves * both("move_server_ms") + replies * costs["move_server_ms"] + states * both("state_server_ms")) / 1000,
        "database_cores": written * both("move_database_ms") / 1000,
        "nats_cores": passed * (moves * costs["passed_move_nats_ms"] + states * costs["passed_state_nats_ms"]) / 1000,
        "engine_cores": replies * habits["engine_ms"] / 1000 + people * habits["analysing"] * habits["analysis_cores"],
        "page_gib": (people * costs["socket_kib"] + games * costs["game_kib"]) / 1024 / 1024,
    }


def simulate(people, costs, minutes, seed):
    """Moves as they come: the worst second's work beside the mean, and the engines' queue with as many cores as the mean needs."""
    rng = random.Random(seed)
    needs = bill(people, costs)
    rate = needs["moves_a_second"]
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
                       ("states_a_second", "states told a second"), ("servers", "servers"), ("page_cores", "cores of servers"),
                       ("database_cores", "cores of PostgreSQL"), ("nats_cores", "cores of NATS"),
                       ("engine_cores", "cores of workers"), ("page_gib", "GiB of servers")):
        print(f"| {unit} | {needs[name]:,.1f} |")
    print(f"| worst second over the mean | {crest['worst_second_over_mean']:.2f} |")
    print(f"| engines wait at worst with a tenth more cores than the mean, s | {crest['seconds_engines_wait_at_worst']:.2f} |")
    print("\n| where it ends | people |\n|---|---:|")
    for name, unit in (("engine_cores", "one core of workers thinks for"), ("page_cores", "one server's loop, a core, serves"),
                       ("database_cores", "one server's session of PostgreSQL, a core, writes for")):
        print(f"| {unit} | {people / needs[name]:,.0f} |")
    print(f"| {PRIMARY_CORES} cores of PostgreSQL write for, if they share the work evenly | {PRIMARY_CORES * people / needs['database_cores']:,.0f} |")
    print("\n| measured here, two servers | |\n|---|---:|")
    for name, unit in (("move_server_ms", "a move where its game is, ms of a server"), ("passed_move_server_ms", "a move that is passed on, ms of both servers"),
                       ("alone_move_server_ms", "a move of the one-process server, ms"), ("move_database_ms", "a move, ms of PostgreSQL"),
                       ("alone_move_database_ms", "a move of the one-process server, ms of PostgreSQL"),
                       ("passed_move_nats_ms", "a move that is passed on, ms of NATS"), ("state_server_ms", "a state told to a watcher, ms of a server"),
                       ("passed_state_server_ms", "a state told to a watcher on the other server, ms of both"), ("socket_kib", "a watcher, KiB of a server"),
                       ("game_kib", "a game, KiB of a server"), ("idle_server_cores", "a server that does nothing, cores"),
                       ("move_latency_ms", "acknowledgement where the game is, ms, median"), ("move_latency_p99_ms", "the same, p99"),
                       ("passed_move_latency_ms", "acknowledgement through the other server, ms, median"), ("passed_move_latency_p99_ms", "the same, p99"),
                       ("alone_move_latency_ms", "acknowledgement by the one-process server, ms, median"), ("alone_move_latency_p99_ms", "the same, p99"),
                       ("two_most_a_second", "most moves a second, two servers"), ("two_most_latency_ms", "the same, acknowledgement, ms, median"),
                       ("two_most_client_cores", "the same, cores of the clients"), ("alone_most_a_second", "most moves a second, one-process server"),
                       ("alone_most_latency_ms", "the same, acknowledgement, ms, median"), ("alone_most_client_cores", "the same, cores of the clients")):
        print(f"| {unit} | {costs[name]:,.3g} |" if costs[name] < 100 else f"| {unit} | {costs[name]:,.0f} |")
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
    parser.add_argument("--at-once", type=int, default=64, help="games in which people hurry")
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
