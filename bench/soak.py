#!/usr/bin/env python3
"""A soak: many games at a steady rate while the server and its database are killed again and again and the disk is full.

    bench/soak.py [--minutes 30] [--games 2000] [--rate 60] [--database postgresql|sqlite] [--program build/release/partita]

Starts everything itself: PostgreSQL from the Debian package on a port of its own (as the user postgres when run by root),
`partita serve`, and clients that play Omega, where any free cell may be taken. The database is on a small tmpfs, which is
filled for a minute; where that cannot be mounted, writing is forbidden by a limit on the size of files instead.

A move counts as acknowledged when the server says "done". One that got no answer, or "unavailable", is sent again, or
another one in its place. In the end the server is killed once more, every game is read back from the store, and each
acknowledged move is looked for. Exit code 1 if any is lost or duplicated. Standard library only.
"""
import argparse
import asyncio
import json
import os
import random
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

from websocket_frames import UPGRADE, next_message

GAMES_PER_SOCKET = 8
PLIES = 60  # of the 61 cells of a side-5 board
DISK_MIB = 320


def cells(side):
    """Cell names of a hexagon, row by row."""
    return [chr(ord("A") + column) + str(row + 1) for row in range(2 * side - 1) for column in range(2 * side - 1)
            if abs(column - row) < side]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def source(number):
    """Clients come from addresses of their own, as they would from outside: limits are by address."""
    return ("127.1." + str(number // 200) + "." + str(1 + number % 200), 0)


def tree(pid):
    """The process and all below it."""
    found = [pid]
    for parent in found:
        try:
            with open(f"/proc/{parent}/task/{parent}/children") as file:
                found += [int(word) for word in file.read().split()]
        except OSError:
            pass
    return found


def kill_tree(pid):
    for one in tree(pid):
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Disk:
    """Where the database is: a small tmpfs if one can be mounted, else a folder whose users get a limit."""

    def __init__(self, path):
        self.path = path
        os.mkdir(path)
        self.is_mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_MIB}m", "partita-soak", path],
                                         capture_output=True).returncode == 0
        os.chmod(path, 0o755)

    def fill(self, pids):
        if not self.is_mounted:
            return self.limit(pids, 0)
        with open(self.path + "/filler", "wb", buffering=0) as filler:
            for size in (1 << 20, 4096, 1):
                try:
                    while filler.write(bytes(size)) == size:
                        pass
                except OSError:
                    pass

    def free(self, pids):
        if self.is_mounted:
            os.unlink(self.path + "/filler")
        else:
            self.limit(pids, None)

    @staticmethod
    def limit(pids, soft):
        for pid in pids:
            try:
                hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)[1]
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard if soft is None else soft, hard))
            except (ProcessLookupError, PermissionError):
                pass

    def close(self):
        if self.is_mounted:
            subprocess.run(["umount", "-l", self.path], capture_output=True)


class Postgres:
    def __init__(self, folder, log):
        versions = sorted((name for name in os.listdir("/usr/lib/postgresql") if name.isdigit()), key=int)
        self.binaries = f"/usr/lib/postgresql/{versions[-1]}/bin/"
        self.user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        self.data = folder + "/postgres"
        self.log = log
        self.port = free_port()
        os.mkdir(self.data, 0o700)
        if self.user:
            shutil.chown(self.data, "postgres")
        subprocess.run(self.user + [self.binaries + "initdb", "-A", "trust", "-U", "postgres", "-D", self.data], check=True,
                       capture_output=True, cwd="/")
        self.process = None

    def url(self):
        return f"postgresql://postgres:unused@127.0.0.1:{self.port}/postgres"

    def start(self):
        command = self.user + [self.binaries + "postgres", "-D", self.data, "-p", str(self.port), "-k", "", "-c",
                               "listen_addresses=127.0.0.1", "-c", "max_wal_size=64MB", "-c", "min_wal_size=32MB"]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, cwd="/")

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def pids(self):
        return tree(self.process.pid) if self.is_running() else []

    def kill(self):
        kill_tree(self.process.pid)
        self.process.wait()


class Server:
    def __init__(self, program, folder, database, log):
        self.port = free_port()
        self.command = [program, "serve", "--port", str(self.port), "--data", folder, "--database", database]
        self.log = log
        self.process = None

    def start(self):
        # The limit that stands for a full disk sends a signal, which a full disk does not.
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log,
                                        preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN))

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def pids(self):
        return [self.process.pid] if self.is_running() else []

    def kill(self):
        self.process.kill()
        self.process.wait()


async def http(port, method, path, body=None, number=0, headers=""):
    """Status and body of one request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=source(number), limit=1 << 22)
    try:
        data = json.dumps(body).encode() if body is not None else b""
        kind = b"Content-Type: application/json\r\n" if body is not None else b""
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {len(data)}\r\n{headers}".encode()
                     + kind + b"\r\n" + data)
        answer = await reader.read()
        head, _, rest = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), rest
    finally:
        writer.close()


class Game:
    def __init__(self, game_id, tokens):
        self.game_id = game_id
        self.tokens = tokens
        self.cells = cells(5)
        random.shuffle(self.cells)
        self.known = []      # moves that hold: acknowledged, or found in the store
        self.acknowledged = {}  # ply -> move the server said "done" to
        self.sent = []       # moves sent for the next ply that were not acknowledged
        self.busy = False
        self.link = None
        self.history = None  # of bench/history.py, where one is written

    def next_move(self):
        taken = {move[2:] for move in self.known}
        colour = "W:" if len(self.known) % 2 == 0 else "B:"
        free = [cell for cell in self.cells if cell not in taken]
        # After a failure the same move again, or a change of mind.
        if self.sent and random.random() < 0.5:
            return self.sent[-1]
        return colour + (random.choice(free) if self.sent else free[0])


class Counts:
    def __init__(self):
        self.acknowledged = self.again = self.unanswered = self.unavailable = self.recovered = self.foreign = 0
        self.server_kills = self.database_kills = 0
        self.full_seconds = 0.0
        self.health = {200: 0, 503: 0, 0: 0}
        self.latencies = []


class Link:
    """One socket that watches a few games, and comes back when the server does."""

    patience = 20          # seconds for an answer
    upgrade_patience = 10  # and for a connection

    def __init__(self, number, server, games):
        self.number = number
        self.server = server
        self.games = games
        self.waiting = {}
        self.requests = 0
        self.is_open = False
        self.writer = None
        for game in games:
            game.link = self

    async def run(self):
        while True:
            try:
                await self.connect()
                await self.read()
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, asyncio.LimitOverrunError):
                pass
            self.is_open = False
            if self.writer:
                self.writer.close()
            for future in self.waiting.values():
                if not future.done():
                    future.set_result({"type": "error", "code": "closed"})
            self.waiting.clear()
            await asyncio.sleep(0.2 + 0.3 * random.random())

    async def connect(self):
        self.reader, self.writer = await asyncio.wait_for(
            asyncio.open_connection("127.0.0.1", self.server.port, local_addr=source(self.number), limit=1 << 20), 10)
        self.writer.write(UPGRADE)
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), self.upgrade_patience)
        if b" 101 " not in head:
            raise OSError("no upgrade")
        self.is_open = True
        for game in self.games:
            asyncio.create_task(self.watch(game))

    async def watch(self, game):
        while self.is_open:
            answer = await self.ask({"type": "watch", "game_id": game.game_id, "tokens": game.tokens})
            if answer["type"] == "done" or answer.get("code") == "closed":
                return
            await asyncio.sleep(0.5)

    async def read(self):
        while True:
            _, payload = await next_message(self.reader, self.writer)
            self.heard(payload)
            if not payload.startswith(b'{"type":"state"') and b'"request":' in payload:
                message = json.loads(payload)
                future = self.waiting.pop(message.get("request"), None)
                if future and not future.done():
                    future.set_result(message)

    def heard(self, payload):
        """For those who want to know everything."""

    async def ask(self, message):
        if not self.is_open:
            return {"type": "error", "code": "closed"}
        self.requests += 1
        message["request"] = self.requests
        future = self.waiting[self.requests] = asyncio.get_running_loop().create_future()
        data = json.dumps(message).encode()
        size = struct.pack("!BBI", 0x81, 0x80 | len(data), 0) if len(data) < 126 else struct.pack("!BBHI", 0x81, 0xFE, len(data), 0)
        self.writer.write(size + data)
        try:
            return await asyncio.wait_for(future, self.patience)
        except asyncio.TimeoutError:
            self.waiting.pop(message["request"], None)
            return {"type": "error", "code": "silence"}


async def play_one(game, server, counts):
    game.busy = True
    try:
        ply = len(game.known)
        move = game.next_move()
        begin = time.perf_counter()
        answer = await game.link.ask({"type": "play", "game_id": game.game_id, "ply": ply, "move": move})
        if answer["type"] == "done":
            counts.acknowledged += 1
            counts.again += 1 if game.sent else 0
            counts.latencies.append(time.perf_counter() - begin)
            game.acknowledged[ply] = move
            game.known.append(move)
            game.sent = []
        elif answer.get("code") == "out-of-date":
            await find_out(game, server, counts)
        else:
            counts.unavailable += answer.get("code") == "unavailable"
            counts.unanswered += answer.get("code") in ("closed", "silence")
            if answer.get("code") != "closed" or game.link.is_open or move not in game.sent:
                game.sent.append(move)
    finally:
        game.busy = False


async def read_moves(game, port, number, headers=""):
    """The game's moves as the server tells them, or None."""
    asked = time.monotonic()
    try:
        status, body = await http(port, "GET", f"/api/v1/games/{game.game_id}", number=number, headers=headers)
        if status != 200:
            return None
        moves = [row if isinstance(row, str) else row["move"] for row in json.loads(body)["moves"]]
    except (OSError, ValueError, IndexError):
        return None
    if game.history:
        game.history.read(f"reader {number}", game.game_id, asked, moves)
    return moves


async def find_out(game, server, counts):
    """The game stands further than we know: a move that was not acknowledged was committed all the same."""
    for move in (await read_moves(game, server.port, game.link.number) or [])[len(game.known):]:
        counts.recovered += move in game.sent
        counts.foreign += move not in game.sent
        game.known.append(move)
        game.sent = []


async def open_games(arguments, server):
    body = {"game": "omega", "rules": {"side": "5"}, "seats": [{"kind": "human"}, {"kind": "human"}]}
    games = []

    async def create(number):
        while True:
            status, answer = await http(server.port, "POST", "/api/v1/games", body, number // GAMES_PER_SOCKET)
            if status == 201:
                created = json.loads(answer)
                return Game(created["game_id"], [seat["token"] for seat in created["seats"]])
            await asyncio.sleep(1)

    for begin in range(0, arguments.games, 25):
        games += await asyncio.gather(*[create(n) for n in range(begin, min(begin + 25, arguments.games))])
    return games


async def pace(arguments, games, server, counts, end):
    """Moves at a steady rate, each in the next game that is not waiting for an answer."""
    tasks, number = set(), 0
    begin = time.perf_counter()
    sent = 0
    while time.perf_counter() < end:
        due = begin + sent / arguments.rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        sent += 1
        for _ in range(len(games)):
            game = games[number % len(games)]
            number += 1
            if not game.busy and game.link.is_open and len(game.known) < PLIES:
                task = asyncio.create_task(play_one(game, server, counts))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
                break
    if tasks:
        await asyncio.wait(tasks)


async def keep_running(thing):
    """As a service manager would: what has ended is started again."""
    while True:
        if not thing.is_running():
            thing.start()
        await asyncio.sleep(1)


async def kill_now_and_then(thing, seconds, count, guard):
    while True:
        await asyncio.sleep(seconds * (0.5 + random.random()))
        async with guard:
            if thing.is_running():
                thing.kill()
                count()
        await asyncio.sleep(0.5)
        if not thing.is_running():
            thing.start()


async def fill_disk(disk, things, when, seconds, counts):
    await asyncio.sleep(when)
    users = lambda: [pid for thing in things for pid in thing.pids()]
    begin = time.perf_counter()
    disk.fill(users())
    print(f"{when:6.0f} s  the disk is full", flush=True)
    while time.perf_counter() - begin < seconds:
        await asyncio.sleep(1)
        if not disk.is_mounted:
            disk.fill(users())  # those that were started again meanwhile
    disk.free(users())
    counts.full_seconds = time.perf_counter() - begin
    print(f"{when + seconds:6.0f} s  there is room again", flush=True)


async def watch_health(server, counts, begin):
    last = None
    while True:
        try:
            status = (await asyncio.wait_for(http(server.port, "GET", "/readyz", number=4000), 8))[0]
        except (OSError, ValueError, IndexError, asyncio.TimeoutError):
            status = 0
        counts.health[status] = counts.health.get(status, 0) + 1
        if status != last:
            print(f"{time.perf_counter() - begin:6.0f} s  health {status or 'none'}, {counts.acknowledged} moves acknowledged", flush=True)
        last = status
        await asyncio.sleep(1)


async def read_back(games, server):
    """Every game's moves as the store has them."""
    stored = {}

    async def one(game):
        for _ in range(300):
            moves = await read_moves(game, server.port, game.link.number)
            if moves is not None:
                stored[game.game_id] = moves
                return
            await asyncio.sleep(0.5)

    for begin in range(0, len(games), 50):
        await asyncio.gather(*[one(game) for game in games[begin:begin + 50]])
    return stored


def judge(games, stored):
    """Acknowledged moves that are not where they were acknowledged, and moves that nobody sent or that are there twice."""
    lost = duplicated = 0
    for game in games:
        moves = stored.get(game.game_id, [])
        lost += sum(1 for ply, move in game.acknowledged.items() if ply >= len(moves) or moves[ply] != move)
        duplicated += len(moves) - len({move[2:] for move in moves})
        duplicated += sum(1 for move in moves[len(game.known):] if move not in game.sent)
    return lost, duplicated


async def soak(arguments, folder, log):
    disk = Disk(folder + "/disk")
    counts = Counts()
    postgres = None
    tasks = []
    seconds = arguments.minutes * 60
    try:
        if arguments.database == "postgresql":
            postgres = Postgres(disk.path, log)
            postgres.start()
        database = postgres.url() if postgres else disk.path + "/partita.sqlite"
        server = Server(arguments.program, folder + "/data", database, log)
        tasks.append(asyncio.create_task(keep_running(server)))
        if postgres:
            tasks.append(asyncio.create_task(keep_running(postgres)))
        for _ in range(200):
            try:
                if (await http(server.port, "GET", "/readyz"))[0] == 200:
                    break
            except OSError:
                pass
            await asyncio.sleep(0.2)
        games = await open_games(arguments, server)
        links = [Link(i // GAMES_PER_SOCKET, server, games[i:i + GAMES_PER_SOCKET]) for i in range(0, len(games), GAMES_PER_SOCKET)]
        tasks += [asyncio.create_task(link.run()) for link in links]
        print(f"{len(games)} games on {len(links)} sockets, {arguments.rate:g} moves a second for {arguments.minutes:g} minutes, "
              f"{arguments.database} on {'a tmpfs of %d MiB' % DISK_MIB if disk.is_mounted else 'the disk (nothing could be mounted)'}",
              flush=True)
        begin = time.perf_counter()
        guard = asyncio.Lock()

        def server_killed():
            counts.server_kills += 1

        def database_killed():
            counts.database_kills += 1

        trouble = [asyncio.create_task(kill_now_and_then(server, arguments.server_kill, server_killed, guard))]
        if postgres:
            trouble.append(asyncio.create_task(kill_now_and_then(postgres, arguments.database_kill, database_killed, guard)))
        full = min(60.0, seconds / 4)
        trouble.append(asyncio.create_task(fill_disk(disk, [server] + ([postgres] if postgres else []), seconds / 3, full, counts)))
        tasks.append(asyncio.create_task(watch_health(server, counts, begin)))
        await pace(arguments, games, server, counts, begin + seconds)
        played = time.perf_counter() - begin
        for task in trouble:
            task.cancel()
        # What the server remembers is not what counts.
        server.kill()
        counts.server_kills += 1
        stored = await read_back(games, server)
        return report(arguments, games, stored, counts, played)
    finally:
        for task in tasks:
            task.cancel()
        if tasks:
            server.is_running() and server.kill()
        if postgres and postgres.is_running():
            postgres.kill()
        disk.close()


def report(arguments, games, stored, counts, seconds):
    lost, duplicated = judge(games, stored)
    duplicated += counts.foreign
    latencies = sorted(counts.latencies) or [0]
    at = lambda q: 1000 * latencies[min(len(latencies) - 1, int(q * len(latencies)))]
    rows = [
        ("games", len(games)), ("games read back", len(stored)), ("minutes", f"{seconds / 60:.1f}"),
        ("kill -9 of the server", counts.server_kills), ("kill -9 of PostgreSQL", counts.database_kills),
        ("disk full, seconds", f"{counts.full_seconds:.0f}"),
        ("health 200 / 503 / no answer", f"{counts.health[200]} / {counts.health[503]} / {counts.health[0]}"),
        ("moves refused as unavailable", counts.unavailable), ("moves without an answer", counts.unanswered),
        ("committed but not acknowledged, found later", counts.recovered),
        ("acknowledgement, ms: median / p99", f"{at(0.5):.1f} / {at(0.99):.1f}"),
        ("moves acknowledged", counts.acknowledged), ("of these at a second sending", counts.again),
        ("acknowledged moves lost", lost), ("moves duplicated", duplicated),
    ]
    print("\n| what | count |\n|---|---:|")
    for name, value in rows:
        print(f"| {name} | {value} |")
    return 1 if lost or duplicated or len(stored) != len(games) or counts.acknowledged == 0 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=60, help="moves a second over all games")
    parser.add_argument("--database", choices=["postgresql", "sqlite"], default="postgresql")
    parser.add_argument("--program", default=os.path.dirname(os.path.abspath(__file__)) + "/../build/release/partita")
    parser.add_argument("--server-kill", type=float, default=15, help="seconds between kills of the server, on average")
    parser.add_argument("--database-kill", type=float, default=25, help="seconds between kills of PostgreSQL, on average")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--log", default="", help="keep what server and database say in this file")
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
    with tempfile.TemporaryDirectory(prefix="partita-soak-") as folder:
        os.chmod(folder, 0o755)
        with open(arguments.log or folder + "/log", "ab") as log:
            code = asyncio.run(soak(arguments, folder, log))
    sys.exit(code)


if __name__ == "__main__":
    main()
