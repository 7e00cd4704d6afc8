#!/usr/bin/env python3
"""One client does its worst while another plays level 1: how long the other waits for the engine's replies.

    bench/server_fairness.py [--program build/release/partita] [--seconds 30] [--cores 2] [--cluster] [--attack play|study]

Starts a server of its own on two cores, or with --cluster two servers that share a PostgreSQL, with NATS, a worker for
each core and nginx before them, all on the same two cores, and measures in peace and under two attacks, each by a client
of the same address (which only its sockets tell apart from the player) and by a client of another address. The attack
`play`, all at once: 32 games of engines with day-long clocks and 64 quick ones, 64 sockets that watch eight games each,
watch again and again, analyse and review; imports of a thousand games, exports, games made in a row. The attack `study`:
64 sockets that have five lines analysed of one position after another and the longest games reviewed (Omega of side 10,
270 plies), and requests without a pause for proofs, the explorer and exports of a thousand games. The attacker's own
process runs with the lowest priority, as it would on another machine. Exit 1 if the median is above 0.5 s or p99 above
2 s under attack. Standard library only.
"""
import argparse
import asyncio
import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

from cluster import Cluster
from websocket_frames import UPGRADE, frame, next_message

GAMES = {"omega": {"side": "5"}, "tafl": {}, "andantino": {}, "hex": {}}
DAY_MS = 86_400_000
PATIENCE_S = 30


class Socket:
    """One WebSocket; `on_message` gets every text message as bytes."""

    def __init__(self, port, address, on_message=None):
        self.port, self.address, self.on_message = port, address, on_message
        self.closed = True

    async def connect(self):
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=1 << 20, local_addr=(self.address, 0))
        self.writer.write(UPGRADE)
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            self.writer.close()
            return False
        self.closed = False
        self.task = asyncio.create_task(self.read())
        return True

    async def read(self):
        try:
            while True:
                opcode, payload = await next_message(self.reader, self.writer)
                if opcode == 1 and self.on_message:
                    self.on_message(payload)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.closed = True

    def say(self, message):
        if not self.closed:
            self.writer.write(frame(json.dumps(message)))


async def http(port, address, method, path, body=b"", kind="application/json"):
    """Status and body; (0, b"") where no answer came."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
                     f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        answer = await reader.read()
        writer.close()
        head, _, rest = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), rest
    except (OSError, IndexError, ValueError):
        return 0, b""


async def create(port, address, game, seats, more=None):
    body = {"game": game, "rules": GAMES[game], "seats": seats, **(more or {})}
    for _ in range(3):
        try:
            asked = http(port, address, "POST", "/api/v1/games", json.dumps(body).encode())
            status, answer = await asyncio.wait_for(asked, PATIENCE_S)
        except asyncio.TimeoutError:
            return None
        if status == 201:
            return json.loads(answer)
        await asyncio.sleep(0.2)
    return None


# ---- the attack ----

class Attack:
    def __init__(self, port, address):
        self.port, self.address = port, address
        self.counts = {}

    def count(self, what, status):
        self.counts.setdefault(what, {}).setdefault(status, 0)
        self.counts[what][status] += 1

    async def engine_games(self, number, more, limits):
        seat = {"kind": "engine", **limits}
        made = [await create(self.port, self.address, game, [seat, seat], more)
                for game in (list(GAMES) * number)[:number]]
        return [game["game_id"] for game in made if game]

    async def pest(self, number, games):
        """One socket that asks for everything at about the rate it is allowed."""
        mine = random.Random(number).sample(games, min(8, len(games)))
        socket = Socket(self.port, self.address)
        step = 0
        while True:
            if socket.closed:
                self.count("sockets", "opened")
                try:
                    if not await socket.connect():
                        await asyncio.sleep(1)
                        continue
                except OSError:
                    await asyncio.sleep(1)
                    continue
                for game in mine:
                    socket.say({"type": "watch", "game_id": game})
            step += 1
            if step % 40 == 1:
                socket.say({"type": "analyse", "game": list(GAMES)[step // 40 % 4], "lines": 5, "threads": 2})
            elif step % 40 == 21:
                socket.say({"type": "review", "game_id": random.choice(mine), "limits": {"movetime_ms": 10_000}})
            elif step % 4 == 0:
                socket.say({"type": "analyse", "game": "omega", "rules": {"side": "10"}, "running": False})
            else:
                socket.say({"type": "watch", "game_id": random.choice(mine), "request": step})
            await asyncio.sleep(1 / 35)

    async def importer(self, text):
        while True:
            status, _ = await http(self.port, self.address, "POST", "/api/v1/import", text, "application/x-ndjson")
            self.count("import", status)
            await asyncio.sleep(0.05)

    async def exporter(self):
        while True:
            status, _ = await http(self.port, self.address, "GET", "/api/v1/export?limit=1000")
            self.count("export", status)
            await asyncio.sleep(0.05)

    async def creator(self):
        seat = {"kind": "engine"}
        body = json.dumps({"game": "omega", "rules": {"side": "10"}, "seats": [seat, seat]}).encode()
        while True:
            status, _ = await http(self.port, self.address, "POST", "/api/v1/games", body)
            self.count("create", status)
            await asyncio.sleep(0.05)

    async def run(self, ready):
        games = await self.engine_games(32, {"clock": {"initial_ms": DAY_MS, "increment_ms": 0}}, {})
        games += await self.engine_games(16, {}, {"limits": {"movetime_ms": 60}})
        games += await self.engine_games(48, {}, {"limits": {"depth": 1}})
        text = json_lines(1000)
        tasks = [self.pest(number, games) for number in range(64)]
        tasks += [self.importer(text) for _ in range(4)] + [self.exporter() for _ in range(2)] + [self.creator()]
        asyncio.get_running_loop().call_later(5, ready.set)
        await asyncio.gather(*tasks)


class StudyAttack(Attack):
    """What people study with, all of it at once: nothing of it is a game."""

    async def student(self, number):
        """One socket: a new position for its analysis every second, a review of the longest game whenever it may."""
        chance = random.Random(number)
        socket = Socket(self.port, self.address)
        step = 0
        while True:
            if socket.closed:
                self.count("sockets", "opened")
                try:
                    if not await socket.connect():
                        await asyncio.sleep(1)
                        continue
                except OSError:
                    await asyncio.sleep(1)
                    continue
            step += 1
            if step % 5 == 0:
                socket.say({"type": "review", "game": "omega", "rules": {"side": "10"}, "moves": long_game(chance),
                            "limits": {"movetime_ms": 10_000}, "request": step})
            else:
                socket.say({"type": "analyse", **studied(chance), "lines": 5, "threads": 2, "request": step})
            await asyncio.sleep(1)

    async def asker(self, name, number):
        chance = random.Random(number)
        while True:
            body = json.dumps(studied(chance)).encode()
            status, _ = await http(self.port, self.address, "POST", "/api/v1/" + name, body)
            self.count(name, status)
            await asyncio.sleep(0.01)

    async def run(self, ready):
        status, _ = await http(self.port, self.address, "POST", "/api/v1/import", json_lines(1000), "application/x-ndjson")
        self.count("import", status)
        tasks = [self.student(number) for number in range(64)]
        tasks += [self.asker(name, number) for number in range(8) for name in ("proof", "explore")]
        tasks += [self.exporter() for _ in range(4)]
        asyncio.get_running_loop().call_later(5, ready.set)
        await asyncio.gather(*tasks)


def omega_cells(side):
    return [chr(ord("A") + c) + str(r + 1) for r in range(2 * side - 1) for c in range(2 * side - 1) if abs(c - r) < side]


def long_game(chance):
    """All but one cell of the largest board taken."""
    order = omega_cells(10)
    chance.shuffle(order)
    return [("W:" if ply % 2 == 0 else "B:") + cell for ply, cell in enumerate(order[:270])]


def studied(chance):
    """A position that nobody has asked about yet."""
    if chance.random() < 0.25:
        return {"game": "hex", "moves": [chr(ord("a") + chance.randrange(11)) + str(1 + chance.randrange(11))]}
    if chance.random() < 0.3:
        return {"game": chance.choice(["tafl", "andantino"])}
    return {"game": "omega", "rules": {"side": "10"}, "moves": long_game(chance)[:2 * chance.randrange(1, 60)]}


ATTACKS = {"play": Attack, "study": StudyAttack}


def json_lines(games):
    """So many games of 60 plies each, as /import takes them: 0.9 MiB for a thousand."""
    cells = omega_cells(5)
    lines = []
    for number in range(games):
        order = cells[:60]
        random.Random(number).shuffle(order)
        moves = [("W:" if ply % 2 == 0 else "B:") + cell for ply, cell in enumerate(order)]
        lines.append(json.dumps({"format": "partita-game-1", "game_id": "aaaaaaaaaaaa", "game": "omega",
                                 "rules": {"side": "5"}, "start": "", "moves": moves, "clock_ms": [],
                                 "seats": [{"kind": "human", "name": ""}] * 2, "swap_after": 0, "swapped": False,
                                 "created_ms": 0, "updated_ms": 0, "ending": None}))
    return "\n".join(lines).encode()


def attack(kind, port, address, ready, results):
    os.nice(19)
    attacker = ATTACKS[kind](port, address)

    def report(*_):
        results.put(attacker.counts)
        results.close()
        results.join_thread()
        os._exit(0)

    signal.signal(signal.SIGTERM, report)
    asyncio.run(attacker.run(ready))


# ---- the player ----

class Player:
    """Plays the first legal moves against level 1 and notes how long each reply took."""

    def __init__(self, port, address):
        self.port, self.address = port, address
        self.replies = []
        self.refused = 0
        self.state = asyncio.Event()
        self.newest = None

    def on_message(self, payload):
        message = json.loads(payload)
        if message["type"] == "state":
            self.newest = message
            self.state.set()
        elif message["type"] == "error":
            self.refused += 1

    async def until(self, condition):
        begin = time.perf_counter()
        while self.newest is None or not condition(self.newest):
            left = PATIENCE_S - (time.perf_counter() - begin)
            self.state.clear()
            try:
                await asyncio.wait_for(self.state.wait(), max(left, 0.001))
            except asyncio.TimeoutError:
                return False
        return True

    async def game(self, name, end):
        made = await create(self.port, self.address, name, [{"kind": "human"}, {"kind": "engine", "level": 1}])
        if not made:
            self.replies.append(PATIENCE_S)
            return
        socket = Socket(self.port, self.address, self.on_message)
        await socket.connect()
        self.newest = None
        socket.say({"type": "watch", "game_id": made["game_id"], "tokens": [made["seats"][0]["token"]]})
        await self.until(lambda state: True)
        while time.perf_counter() < end and self.newest["position"]["ending"] is None:
            position = self.newest["position"]
            ply = position["ply"]
            begin = time.perf_counter()
            socket.say({"type": "play", "game_id": made["game_id"], "ply": ply,
                        "move": random.choice(position["legal"])["move"]})
            played = await self.until(lambda s: s["position"]["ply"] > ply and s["thinking"] < 0 and
                                      (s["position"]["mover"] == 0 or s["position"]["ending"] is not None))
            mine = self.newest["position"]["ply"] == ply + 1 and played    # my turn has another ply: no reply was due
            if not mine:
                self.replies.append(time.perf_counter() - begin if played else PATIENCE_S)
            if not played:
                break
            await asyncio.sleep(0.05)
        socket.writer.close()

    async def play(self, seconds):
        end = time.perf_counter() + seconds
        number = 0
        while time.perf_counter() < end:
            await self.game(list(GAMES)[number % len(GAMES)], min(end, time.perf_counter() + seconds / 8))
            number += 1
        # Not even a game could be made.
        if not self.replies:
            self.replies.append(PATIENCE_S)


def quantile(values, q):
    values = sorted(values)
    return values[min(len(values) - 1, int(q * len(values)))]


def tell(name, player):
    replies = player.replies
    median, p99 = quantile(replies, 0.5), quantile(replies, 0.99)
    print(f"{name:32s} {len(replies):5d} replies: median {median:.3f} s, p90 {quantile(replies, 0.9):.3f} s, "
          f"p99 {p99:.3f} s, worst {max(replies):.3f} s; {player.refused} refused", flush=True)
    return median, p99


def under_attack(kind, port, arguments, attacker, victim, name):
    context = multiprocessing.get_context("fork")
    ready, results = context.Event(), context.Queue()
    process = context.Process(target=attack, args=(kind, port, attacker, ready, results))
    process.start()
    ready.wait(60)
    player = Player(port, victim)
    asyncio.run(player.play(arguments.seconds))
    process.terminate()
    counts = results.get(timeout=20)
    process.join()
    median, p99 = tell(name, player)
    print(f"    the attacker was answered: {json.dumps(counts)}", flush=True)
    return median < 0.5 and p99 < 2.0


def start_server(arguments, folder):
    def on_two_cores():
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:arguments.cores])
    server = subprocess.Popen([arguments.program, "serve", "--port", "0", "--data", folder, "--log", folder + "/log",
                               "--search-threads", str(arguments.cores)] + arguments.serve,
                              stdout=subprocess.PIPE, text=True, preexec_fn=on_two_cores)
    return server, int(re.search(r":(\d+)\s*$", server.stdout.readline()).group(1))


def start_cluster(arguments, folder, log):
    os.chmod(folder, 0o755)
    cores = sorted(os.sched_getaffinity(0))[:arguments.cores]
    cluster = Cluster(arguments.program, folder, log, workers=arguments.cores,
                      more=["--search-threads", str(arguments.cores)] + arguments.serve, cores=cores)
    asyncio.run(cluster.start())
    return cluster


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--program", default=os.path.join(here, "partita"))
    parser.add_argument("--seconds", type=float, default=30, help="of play in each attack")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--serve", nargs="*", default=[], help="more options of the server")
    parser.add_argument("--cluster", action="store_true", help="two servers behind nginx, with workers")
    parser.add_argument("--only", choices=["peace", "same", "other"], help="in peace, or under attack from there")
    parser.add_argument("--attack", choices=list(ATTACKS), help="one of the two attacks")
    arguments = parser.parse_args()
    fine = True
    with tempfile.TemporaryDirectory() as folder, open(folder + "/output", "ab") as log:
        if arguments.cluster:
            cluster = start_cluster(arguments, folder, log)
            port = cluster.proxy.port
        else:
            server, port = start_server(arguments, folder)
        try:
            if arguments.only in (None, "peace"):
                player = Player(port, "127.0.0.1")
                asyncio.run(player.play(arguments.seconds / 4))
                tell("in peace", player)
            for kind in [arguments.attack] if arguments.attack else ATTACKS:
                if arguments.only in (None, "same"):
                    fine &= under_attack(kind, port, arguments, "127.0.0.1", "127.0.0.1", f"{kind}, from the same address")
                if arguments.only in (None, "other"):
                    fine &= under_attack(kind, port, arguments, "127.0.0.2", "127.0.0.3", f"{kind}, from another address")
        finally:
            if arguments.cluster:
                cluster.kill()
            else:
                server.terminate()
                server.wait(20)
    print("bar: median < 0.5 s and p99 < 2 s under attack: " + ("held" if fine else "NOT held"))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
