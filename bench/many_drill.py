#!/usr/bin/env python3
"""The drill for many machines, on one: two servers, two workers, NATS, PostgreSQL and nginx, killed with -9 in turn.

    bench/many_drill.py [--minutes 10] [--games 2000] [--watchers 2000] [--rate 200] [--kill 20] [--program build/release/partita]

People play Omega against each other through the proxy, which sends every connection to either server; as many games as
--engine-games have an engine for an opponent, whose replies are timed. One of the six is killed every --kill seconds and
started again a second later, as a service manager would. A move counts as acknowledged when the server says "done". In
the end both servers are killed once more and every game is read back. Exit code 1 if an acknowledged move is lost or is
there twice, or if an engine did not move. --restore also dumps the database, restores it into a new one and compares.
Standard library only.
"""
import argparse
import asyncio
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import soak
from soak import GAMES_PER_SOCKET, Counts, Game, Link, Postgres, free_port, http, judge, keep_running, play_one, read_back

MOVETIME_MS = 1000


class Process:
    """Something that is killed and started again."""

    def __init__(self, name, command, log):
        self.name = name
        self.command = command
        self.log = log
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log)

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        self.process.kill()
        self.process.wait()


class Database(Postgres):
    name = "PostgreSQL"


def nginx(folder, ports, log):
    """A proxy before the servers; no session sticks to either."""
    port = free_port()
    path = folder + "/nginx.conf"
    servers = "\n".join(f"    server 127.0.0.1:{one} max_fails=1 fail_timeout=1s;" for one in ports)
    with open(path, "w") as file:
        file.write(f"""daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1;
worker_rlimit_nofile 65536;
events {{ worker_connections 20000; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u;
  scgi_temp_path {folder}/s;
  map $http_upgrade $connection_upgrade {{ default upgrade; "" close; }}
  upstream partita {{
{servers}
  }}
  server {{
    listen 127.0.0.1:{port} backlog=4096;
    location / {{
      proxy_pass http://partita; proxy_http_version 1.1; proxy_set_header Host localhost;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
      proxy_connect_timeout 1s; proxy_read_timeout 75s; proxy_next_upstream error timeout;
    }}
  }}
}}
""")
    process = Process("nginx", [shutil.which("nginx") or "/usr/sbin/nginx", "-c", path], log)
    process.port = port
    return process


class EngineGame:
    """A person against an engine with a fixed time for a move, on a socket of its own."""

    def __init__(self, proxy, number, late):
        self.proxy = proxy
        self.number = number
        self.late = late
        self.replies = 0

    async def run(self):
        body = {"game": "hex", "rules": {"side": "7"},
                "seats": [{"kind": "human"}, {"kind": "engine", "engine": "partita", "limits": {"movetime_ms": MOVETIME_MS}}]}
        while True:
            try:
                status, answer = await http(self.proxy.port, "POST", "/api/v1/games", body, self.number)
                if status == 201:
                    created = json.loads(answer)
                    await self.play(created["game_id"], created["seats"][0]["token"])
                    continue
            except (OSError, ValueError, IndexError, asyncio.IncompleteReadError, asyncio.TimeoutError):
                pass
            await asyncio.sleep(0.5)

    async def play(self, game_id, token):
        asked = None  # the ply the engine is to play, and since when
        played = set()
        while True:
            try:
                reader, writer = await asyncio.wait_for(asyncio.open_connection(
                    "127.0.0.1", self.proxy.port, local_addr=soak.source(self.number), limit=1 << 20), 10)
            except (OSError, asyncio.TimeoutError):
                await asyncio.sleep(0.3)
                continue
            try:
                writer.write(soak.UPGRADE)
                if b" 101 " not in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10):
                    raise OSError("no upgrade")
                say(writer, {"type": "watch", "game_id": game_id, "tokens": [token], "request": 1})
                while True:
                    _, payload = await asyncio.wait_for(soak.next_message(reader, writer), 30)
                    message = json.loads(payload)
                    if message["type"] == "error" and message.get("request") == 1:
                        await asyncio.sleep(0.3)
                        say(writer, {"type": "watch", "game_id": game_id, "tokens": [token], "request": 1})
                    if message["type"] != "state":
                        continue
                    position = message["position"]
                    ply = position["ply"]
                    if asked and ply > asked[0] and asked[0] not in played:
                        played.add(asked[0])
                        self.late.append(time.perf_counter() - asked[1] - MOVETIME_MS / 1000)
                        self.replies += 1
                    if position["ending"]:
                        return
                    if position["mover"] == 0:
                        asked = None
                        say(writer, {"type": "play", "game_id": game_id, "ply": ply,
                                     "move": random.choice(position["legal"])["move"]})
                    elif not asked or asked[0] != ply:
                        asked = (ply, time.perf_counter())
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, asyncio.LimitOverrunError):
                await asyncio.sleep(0.3)
            finally:
                writer.close()


def say(writer, message):
    data = json.dumps(message).encode()
    size = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else bytes([0x81, 0xFE]) + len(data).to_bytes(2, "big")
    writer.write(size + bytes(4) + data)


class Watcher:
    """A socket that only looks at a game."""

    def __init__(self, proxy, number, game):
        self.proxy, self.number, self.game = proxy, number, game
        self.states = 0

    async def run(self):
        while True:
            writer = None
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.proxy.port,
                                                               local_addr=soak.source(self.number), limit=1 << 20)
                writer.write(soak.UPGRADE)
                if b" 101 " not in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20):
                    raise OSError("no upgrade")
                say(writer, {"type": "watch", "game_id": self.game.game_id, "tokens": [], "request": 1})
                while True:
                    _, payload = await soak.next_message(reader, writer)
                    self.states += payload.startswith(b'{"type":"state"')
                    if b'"error"' in payload[:40]:
                        break
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, asyncio.LimitOverrunError):
                pass
            finally:
                if writer:
                    writer.close()
            await asyncio.sleep(0.5 + random.random())


async def kill_in_turn(things, seconds, kills):
    number = 0
    while True:
        await asyncio.sleep(seconds)
        thing = things[number % len(things)]
        number += 1
        if thing.is_running():
            thing.kill()
            kills[thing.name] = kills.get(thing.name, 0) + 1
        await asyncio.sleep(1)
        if not thing.is_running():
            thing.start()


async def follow_gaps(games, gaps):
    """How long each game was without an acknowledged move being possible: from a move without an answer to the next answer."""
    since = {}
    while True:
        now = time.perf_counter()
        for game in games:
            failed = bool(game.sent) or not game.link.is_open
            if failed and game.game_id not in since:
                since[game.game_id] = now
            elif not failed and game.game_id in since:
                gaps.append(now - since.pop(game.game_id))
        await asyncio.sleep(0.1)


async def wait_until(condition, seconds=60):
    for _ in range(int(seconds * 10)):
        try:
            if await condition():
                return
        except (OSError, ValueError, IndexError, KeyError):
            pass
        await asyncio.sleep(0.1)
    raise SystemExit("it does not start: see --log")


async def open_games(arguments, proxy):
    games = []
    body = {"game": "omega", "rules": {"side": "5"}, "seats": [{"kind": "human"}, {"kind": "human"}]}

    async def create(number):
        while True:
            try:
                status, answer = await http(proxy.port, "POST", "/api/v1/games", body, number // GAMES_PER_SOCKET)
                if status == 201:
                    created = json.loads(answer)
                    return Game(created["game_id"], [seat["token"] for seat in created["seats"]])
            except (OSError, ValueError, IndexError):
                pass
            await asyncio.sleep(0.5)

    for begin in range(0, arguments.games, 25):
        games += await asyncio.gather(*[create(n) for n in range(begin, min(begin + 25, arguments.games))])
    return games


async def pace(arguments, games, proxy, counts, end):
    """As soak.pace(), but a game that is full makes room for none: there are enough of them."""
    await soak.pace(arguments, games, proxy, counts, end)


def restored(database, folder):
    """Dumps the database, restores it into a new one; whether every table is the same there."""
    tools = database.binaries
    connect = ["-h", "127.0.0.1", "-p", str(database.port), "-U", "postgres"]
    dump = folder + "/games.dump"
    subprocess.run([tools + "pg_dump", *connect, "--format=custom", "--file", dump, "postgres"], check=True)
    subprocess.run([tools + "createdb", *connect, "restored"], check=True)
    subprocess.run([tools + "pg_restore", *connect, "--exit-on-error", "--dbname", "restored", dump], check=True)
    sums = []
    for name in ("postgres", "restored"):
        query = "select (select md5(string_agg(g::text, '|' order by g.id)) from games g), " \
                "(select md5(string_agg(m::text, '|' order by m.game_id, m.ply)) from moves m), " \
                "(select md5(string_agg(s::text, '|' order by s.game_id, s.seat)) from seats s)"
        sums.append(subprocess.run([tools + "psql", *connect, "-At", "-c", query, name], check=True, capture_output=True, text=True).stdout)
    return sums[0] == sums[1] and len(sums[0]) > 90


async def drill(arguments, folder, log):
    counts, kills, gaps, late = Counts(), {}, [], []
    database = Database(folder, log)
    queue_port = free_port()
    url = f"nats://127.0.0.1:{queue_port}"
    queue = Process("NATS", [shutil.which("nats-server") or "/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", str(queue_port),
                             "-js", "-sd", folder + "/queue"], log)
    servers, workers = [], []
    for i in range(2):
        port = free_port()
        server = Process(f"server {i + 1}", [arguments.program, "serve", "--port", str(port), "--data", f"{folder}/data{i}", "--database",
                                             database.url(), "--nats", url, "--cluster", "--trust-proxy", "--log", f"{folder}/server{i}.jsonl"], log)
        server.port = port
        servers.append(server)
        workers.append(Process(f"worker {i + 1}", [arguments.program, "worker", "--nats", url, "--only", "pages", "--name", f"worker{i}"], log))
    proxy = nginx(folder, [server.port for server in servers], log)
    things = [database, queue, *workers, *servers, proxy]
    tasks = []
    try:
        database.start()
        queue.start()
        await asyncio.sleep(1)
        for thing in [*workers, *servers, proxy]:
            thing.start()

        async def is_up():
            for server in servers:
                status, body = await http(server.port, "GET", "/healthz")
                if status != 200 or json.loads(body).get("workers") != 2:
                    return False
            return True

        await wait_until(is_up)
        tasks += [asyncio.create_task(keep_running(thing)) for thing in things]
        games = await open_games(arguments, proxy)
        links = [Link(i // GAMES_PER_SOCKET, proxy, games[i:i + GAMES_PER_SOCKET]) for i in range(0, len(games), GAMES_PER_SOCKET)]
        watchers = [Watcher(proxy, len(links) + i, random.choice(games)) for i in range(arguments.watchers)]
        engine_games = [EngineGame(proxy, len(links) + len(watchers) + i, late) for i in range(arguments.engine_games)]
        tasks += [asyncio.create_task(one.run()) for one in [*links, *watchers, *engine_games]]
        await asyncio.sleep(2)
        print(f"{len(games)} games of people on {len(links)} sockets, {len(watchers)} watchers, {len(engine_games)} games with an engine; "
              f"{arguments.rate:g} moves a second for {arguments.minutes:g} minutes", flush=True)
        trouble = [asyncio.create_task(kill_in_turn([servers[0], workers[0], queue, servers[1], workers[1], database],
                                                    arguments.kill, kills)),
                   asyncio.create_task(follow_gaps(games, gaps))]
        begin = time.perf_counter()
        await pace(arguments, games, proxy, counts, begin + 60 * arguments.minutes)
        seconds = time.perf_counter() - begin
        for task in trouble:
            task.cancel()
        replies = sum(one.replies for one in engine_games)
        await asyncio.sleep(1.5)  # what was killed last is started again
        for server in servers:
            if server.is_running():
                server.kill()
        stored = await read_back(games, proxy)
        taken = sum(line.count('"game_taken_over"') for i in range(2) for line in [open(f"{folder}/server{i}.jsonl").read()])
        is_restored = restored(database, folder) if arguments.restore else None
        return report(arguments, games, stored, counts, kills, gaps, late, replies, taken, seconds, is_restored,
                      sum(one.states for one in watchers))
    finally:
        for task in tasks:
            task.cancel()
        for thing in things:
            if thing.is_running():
                thing.kill()


def quantiles(values, scale=1.0):
    values = sorted(values) or [0.0]
    at = lambda q: scale * values[min(len(values) - 1, int(q * len(values)))]
    return f"{at(0.5):.2f} / {at(0.99):.2f} / {scale * values[-1]:.2f}"


def report(arguments, games, stored, counts, kills, gaps, late, replies, taken, seconds, is_restored, states):
    lost, duplicated = judge(games, stored)
    duplicated += counts.foreign
    rows = [("games of people", len(games)), ("games read back", len(stored)), ("watchers", arguments.watchers),
            ("states sent to watchers", states), ("minutes", f"{seconds / 60:.1f}"),
            *[(f"kill -9 of {name}", count) for name, count in sorted(kills.items())],
            ("moves acknowledged", counts.acknowledged), ("moves a second", f"{counts.acknowledged / seconds:.0f}"),
            ("acknowledgement, ms: median / p99 / worst", quantiles(counts.latencies, 1000)),
            ("moves without an answer", counts.unanswered), ("moves refused as unavailable", counts.unavailable),
            ("committed but not acknowledged, found later", counts.recovered),
            ("games taken over", taken), ("interruptions of a game, s: median / p99 / worst", quantiles(gaps)),
            ("replies of engines", replies), ("of these later than a second", sum(1 for one in late if one > 1)),
            ("lateness of engines, s: median / p99 / worst", quantiles(late)),
            ("acknowledged moves lost", lost), ("moves duplicated", duplicated)]
    if is_restored is not None:
        rows.append(("a restored dump has the same games", "yes" if is_restored else "NO"))
    print("\n| what | count |\n|---|---:|")
    for name, value in rows:
        print(f"| {name} | {value} |")
    is_fine = not lost and not duplicated and len(stored) == len(games) and counts.acknowledged > 0 and is_restored is not False
    return 0 if is_fine and (replies > 0 or arguments.engine_games == 0) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--watchers", type=int, default=2000)
    parser.add_argument("--engine-games", type=int, default=4)
    parser.add_argument("--rate", type=float, default=200, help="moves a second over all games")
    parser.add_argument("--kill", type=float, default=20, help="seconds between kills")
    parser.add_argument("--restore", action="store_true", help="also dump, restore and compare the database")
    parser.add_argument("--program", default=os.path.dirname(os.path.abspath(__file__)) + "/../build/release/partita")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--log", default="", help="keep what the processes say in this file")
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
    with tempfile.TemporaryDirectory(prefix="partita-drill-") as folder:
        os.chmod(folder, 0o755)
        with open(arguments.log or folder + "/log", "ab") as log:
            code = asyncio.run(drill(arguments, folder, log))
    sys.exit(code)


if __name__ == "__main__":
    main()
