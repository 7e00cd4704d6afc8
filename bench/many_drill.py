#!/usr/bin/env python3
"""The drill for many machines, on one: two servers, two workers, NATS, PostgreSQL and nginx, killed with -9 in turn.

    bench/many_drill.py [--minutes 10] [--games 2000] [--sockets 4000] [--rate 200] [--kill 20] [--pause 20] [--clock 600]
                        [--loss 5] [--disk 8] [--failover] [--history FILE] [--program build/release/partita]

People play Omega against each other through the proxy, which sends every connection to either server, eight games on a
socket; all sockets beyond those watch a game. As many games as --engine-games have an engine for an opponent, whose
replies are timed. One of the six is killed every --kill seconds and started again a second later, as a service manager
would. With --pause a server is stopped in turn (SIGSTOP) for so many seconds and woken, with --clock the database's clock
is set forward and back by so many seconds in turn (a function of the drill stands before PostgreSQL's own). With --loss the
second server is in a network namespace of its own and loses packets for so many seconds again and again, with --disk the
database's disk, a small tmpfs, is full for so many seconds, with --failover the database dies after two thirds of the time
and its standby, which every commit waited for, takes its place. A take-over is counted from the kill of a server to the
moment when another has the game, which that one's log tells. In the end both servers are killed once more and every
game is read back.

Every client writes what it asked and was told, with times, into a history: moves, games read over HTTP from either server,
states shown on sockets. bench/history.py says whether one list of moves a game explains all of it. Exit code 1 if not, if
nothing was acknowledged, or if an engine did not move; what is read in the second after the database's clock was set
forward is counted by itself: leases are measured by that clock. --restore also dumps the database, restores it into a new
one, compares every row and has a server on the restored one show every game. Standard library only.
"""
import argparse
import asyncio
import contextlib
import datetime
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

import history
import soak
import troubles
from cluster import Cluster
from soak import GAMES_PER_SOCKET, Counts, Game, Link, Server, http, keep_running, read_back, read_moves

MOVETIME_MS = 1000
STATE = re.compile(rb'^{"type":"state","game_id":"([^"]+)".*?"position":{"text":"[^"]*","ply":(\d+)')


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
        self.states = self.sockets = 0

    async def run(self):
        while True:
            writer = None
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.proxy.port,
                                                               local_addr=soak.source(self.number), limit=1 << 20)
                writer.write(soak.UPGRADE)
                if b" 101 " not in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20):
                    raise OSError("no upgrade")
                self.sockets += 1
                asked = time.monotonic()
                say(writer, {"type": "watch", "game_id": self.game.game_id, "tokens": [], "request": 1})
                while True:
                    _, payload = await soak.next_message(reader, writer)
                    self.states += payload.startswith(b'{"type":"state"')
                    if self.game.history and (shown := STATE.match(payload)):
                        self.game.history.state(f"watcher {self.number}", self.game.game_id, asked, int(shown[2]), self.sockets)
                    if b'"error"' in payload[:40]:
                        break
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, asyncio.LimitOverrunError):
                pass
            finally:
                if writer:
                    writer.close()
            await asyncio.sleep(0.5 + random.random())


class DrillLink(Link):
    """Knows which of its games it may play in: those whose watching was granted on this connection. Where an answer does not
    come it makes a new connection: the server of this one may be asleep, which no proxy notices."""

    patience = 3
    upgrade_patience = 1

    def __init__(self, number, server, games):
        super().__init__(number, server, games)
        self.sockets = 0
        self.by_id = {game.game_id.encode(): game for game in games}
        self.since = {}  # by game, when this connection first asked for it

    async def connect(self):
        self.sockets += 1
        self.since = {}
        await super().connect()

    async def watch(self, game):
        game.is_watched = False
        await super().watch(game)
        game.is_watched = self.is_open

    async def ask(self, message):
        asked = time.monotonic()
        if message["type"] == "watch":
            self.since.setdefault(message["game_id"], asked)
        answer = await super().ask(message)
        if answer.get("code") == "silence" and self.writer:
            self.writer.close()
        if message["type"] == "play":
            game = self.by_id[message["game_id"].encode()]
            game.history.play(f"player {self.number}", game.game_id, asked, message["ply"], message["move"], answer)
        return answer

    def heard(self, payload):
        shown = STATE.match(payload)
        game = shown and self.by_id.get(shown[1])
        if game and game.game_id in self.since:
            game.history.state(f"player {self.number}", game.game_id, self.since[game.game_id], int(shown[2]), self.sockets)


async def kill_in_turn(things, seconds, kills):
    """`kills` gets the time and the name of each."""
    number = 0
    while True:
        await asyncio.sleep(seconds)
        thing = things[number % len(things)]
        number += 1
        if thing.is_running():
            kills.append((time.time(), thing.name))
            thing.kill()
        await asyncio.sleep(1)
        if not thing.is_running():
            thing.start()


async def pause_in_turn(servers, seconds, pauses):
    """Stops one server after the other, each for so long, with as long a rest between."""
    number = 0
    while True:
        await asyncio.sleep(max(5.0, seconds / 2))
        server = servers[number % len(servers)]
        number += 1
        if not server.is_running():
            continue
        process = server.process.pid
        pauses.append((time.time(), server.name))
        os.kill(process, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


class DatabaseClock:
    """A clock that the drill sets: PostgreSQL finds this function before its own of the same name."""

    def __init__(self, database):
        self.database = database

    def install(self):
        """Before the servers begin: their sessions must find it."""
        if self.database.sql("create table drill_clock (shift interval); insert into drill_clock values ('0');"
                        "create function public.clock_timestamp() returns timestamptz language sql volatile as"
                        " 'select pg_catalog.clock_timestamp() + (select shift from public.drill_clock)';"
                        "alter database postgres set search_path = public, pg_catalog") is None:
            raise SystemExit("the database's clock could not be put under the drill's control")

    async def set_in_turn(self, seconds, steps):
        """Forward, back to where it was, back further, and forward again, every eight seconds."""
        number = 0
        while True:
            await asyncio.sleep(8)
            shift = (seconds, 0, -seconds, 0)[number % 4]
            begin = time.monotonic()
            if self.database.sql(f"update drill_clock set shift = interval '{shift} seconds'") is not None:
                number += 1
                steps.append((begin, shift))


class Reader:
    """Reads games from any of the servers."""

    def __init__(self, servers, games, number):
        self.servers, self.games, self.number = servers, games, number
        self.reads = self.refused = 0

    async def run(self):
        # Not through the proxy, and one server is behind a door of its namespace: it is told who asks, as by a proxy.
        headers = f"X-Forwarded-For: {soak.source(self.number)[0]}\r\n"
        while True:
            await asyncio.sleep(0.02 + 0.04 * random.random())
            server, game = random.choice(self.servers), random.choice(self.games)
            try:
                moves = await asyncio.wait_for(read_moves(game, server.port, self.number, headers), 60)
            except asyncio.TimeoutError:
                moves = None
            self.reads += moves is not None
            self.refused += moves is None


async def follow_gaps(games, gaps):
    """How long nobody could move in a game: from a broken connection or a move without an answer to a connection on which the
    game is watched again, and that move's answer."""
    since = {}
    while True:
        now = time.perf_counter()
        for game in games:
            failed = bool(game.sent) or not game.link.is_open or not game.is_watched
            if failed and game.game_id not in since:
                since[game.game_id] = now
            elif not failed and game.game_id in since:
                start = since.pop(game.game_id)
                gaps.append((now - start, time.time() - (now - start)))
        await asyncio.sleep(0.1)


async def send_again(games, proxy, counts, plays):
    """A move that was refused as unavailable, or has no answer, is sent again as soon as somebody listens, as the page does.
    `plays` has those that wait for their answer."""
    sent = {}
    while True:
        now = time.perf_counter()
        for game in games:
            is_ready = game.sent and not game.busy and game.link.is_open and game.is_watched
            if is_ready and now - sent.get(game.game_id, 0) > 0.25:
                sent[game.game_id] = now
                game.busy = True
                play = asyncio.create_task(soak.play_one(game, proxy, counts))
                plays.add(play)
                play.add_done_callback(plays.discard)
        await asyncio.sleep(0.1)


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


def take_overs(folder, servers, kills, end):
    """Seconds from the kill of a server to each game that another took over after it, until that time."""
    seconds = []
    killed = [when for when, name in kills if name.startswith("server")]
    for i in range(len(servers)):
        with open(f"{folder}/server{i}.jsonl") as file:
            for line in file:
                if '"game_taken_over"' not in line:
                    continue
                try:
                    when = datetime.datetime.fromisoformat(json.loads(line)["time"].replace("Z", "+00:00")).timestamp()
                except ValueError:
                    continue  # half a line of a server that was killed
                before = [one for one in killed if one <= when]
                if before and when <= end:
                    seconds.append(when - before[-1])
    return seconds


async def restored(arguments, database, folder, games, stored, log):
    """Dumps the database, restores it into a new one; whether every row is there and a server shows every game the same."""
    tools = database.binaries
    connect = ["-h", "127.0.0.1", "-p", str(database.port), "-U", "postgres"]
    scripts = os.path.dirname(os.path.abspath(__file__)) + "/../deploy/"
    environment = {**os.environ, "PG_BIN": tools}
    run = lambda *command: subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    dump = run(scripts + "backup.sh", database.url(), folder + "/backups").strip()
    run(tools + "createdb", *connect, "restored")
    run(scripts + "restore.sh", dump, database.url("restored"))
    sums = []
    for name in ("postgres", "restored"):
        query = "select (select md5(string_agg(g::text, '|' order by g.id)) from games g), " \
                "(select md5(string_agg(m::text, '|' order by m.game_id, m.ply)) from moves m), " \
                "(select md5(string_agg(s::text, '|' order by s.game_id, s.seat)) from seats s)"
        sums.append(run(tools + "psql", *connect, "-At", "-c", query, name))
    server = Server(arguments.program, folder + "/data-restored", database.url("restored"), log)
    server.start()
    try:
        return sums[0] == sums[1] and len(sums[0]) > 90 and await read_back(games, server) == stored
    finally:
        server.kill()


async def drill(arguments, folder, log):
    counts, kills, gaps, late, pauses, steps, spells = Counts(), [], [], [], [], [], []
    network = troubles.Network() if arguments.loss else None
    if network and network.note:
        print(network.note, flush=True)
    if network and not network.is_there:
        network = None
    disk = soak.Disk(folder + "/disk") if arguments.disk else None
    if disk and not disk.is_mounted:
        print("no tmpfs can be mounted: a limit on the size of files stands for the full disk", flush=True)
    cluster = Cluster(arguments.program, folder, log, network=network, database_folder=disk.path if disk else None,
                      standby=arguments.failover)
    events = history.History(arguments.history or folder + "/history.jsonl")
    clock = DatabaseClock(cluster.database)
    servers, workers, proxy, database = cluster.servers, cluster.workers, cluster.proxy, cluster.database
    tasks = []
    try:
        await cluster.start(before_servers=clock.install if arguments.clock else None)
        tasks += [asyncio.create_task(keep_running(thing)) for thing in cluster.things()]
        games = await open_games(arguments, proxy)
        for game in games:
            game.is_watched = False
            game.history = events
        links = [DrillLink(i // GAMES_PER_SOCKET, proxy, games[i:i + GAMES_PER_SOCKET]) for i in range(0, len(games), GAMES_PER_SOCKET)]
        count = max(0, arguments.sockets - len(links) - arguments.engine_games)
        watchers = [Watcher(proxy, len(links) + i, random.choice(games)) for i in range(count)]
        engine_games = [EngineGame(proxy, len(links) + len(watchers) + i, late) for i in range(arguments.engine_games)]
        readers = [Reader(servers, games, len(links) + len(watchers) + arguments.engine_games + i) for i in range(4)]
        clients = [asyncio.create_task(one.run()) for one in [*links, *watchers, *engine_games, *readers]]
        tasks += clients
        await asyncio.sleep(2 + arguments.sockets / 400)
        print(f"{len(games)} games of people on {len(links)} sockets, {len(watchers)} watchers, {len(engine_games)} games with an engine; "
              f"{arguments.rate:g} moves a second for {arguments.minutes:g} minutes", flush=True)
        plays = set()
        trouble = [asyncio.create_task(kill_in_turn([servers[0], workers[0], cluster.queue, servers[1], workers[1], database],
                                                    arguments.kill, kills)),
                   asyncio.create_task(follow_gaps(games, gaps)), asyncio.create_task(send_again(games, proxy, counts, plays))]
        if arguments.pause:
            trouble.append(asyncio.create_task(pause_in_turn(servers, arguments.pause, pauses)))
        if arguments.clock:
            trouble.append(asyncio.create_task(clock.set_in_turn(arguments.clock, steps)))
        if network:
            trouble.append(asyncio.create_task(network.lose_now_and_then(arguments.loss, spells)))
        if disk:
            trouble.append(asyncio.create_task(troubles.fill_once(disk, database.pids, 20 * arguments.minutes, arguments.disk, spells)))
        if arguments.failover:
            trouble.append(asyncio.create_task(troubles.fail_over_once(database, 40 * arguments.minutes, spells)))
        begin = time.perf_counter()
        await soak.pace(arguments, games, proxy, counts, begin + 60 * arguments.minutes)
        seconds = time.perf_counter() - begin
        end = time.time()
        for task in trouble:
            task.cancel()
        await asyncio.gather(*trouble, return_exceptions=True)  # who was stopped is woken
        if plays:
            await asyncio.wait(plays)  # what was asked belongs into the history, whatever becomes of it
        replies = sum(one.replies for one in engine_games)
        # From here on nobody plays: what is read back and what is dumped must be the same.
        for task in clients:
            task.cancel()
        await asyncio.sleep(1.5)  # what was killed last is started again
        for server in servers:
            if server.is_running():
                server.kill()
        stored = await read_back(games, proxy)
        events.close()
        for game in games:
            game.history = None
        taken = take_overs(folder, servers, kills, end)
        is_restored = await restored(arguments, database, folder, games, stored, log) if arguments.restore else None
        tally = Troubles(kills, pauses, steps, spells, readers)
        return report(games, stored, counts, tally, gaps, late, replies, taken, seconds, is_restored, watchers, history.load(events.file.name))
    finally:
        for task in tasks:
            task.cancel()
        cluster.kill()
        if network:
            network.close()
        if disk:
            disk.close()


def quantiles(values, scale=1.0):
    values = sorted(values) or [0.0]
    at = lambda q: scale * values[min(len(values) - 1, int(q * len(values)))]
    return f"{at(0.5):.2f} / {at(0.99):.2f} / {scale * values[-1]:.2f}"


class Troubles(NamedTuple):
    kills: list
    pauses: list
    steps: list
    spells: list
    readers: list


def forgiven(violation, steps):
    """A read in the second after the database's clock was set forward: by it leases have run out that servers still believe in."""
    return violation.kind == "stale" and any(0 <= violation.when - when < 1 for when, _ in steps)


def worst_gaps(gaps, troubles):
    """The longest interruptions, and what was done shortly before or during each."""
    done = sorted([*troubles.kills, *troubles.pauses, *troubles.spells])
    rows = []
    for length, start in sorted(gaps, reverse=True)[:3]:
        near = [f"{name} {when - start:+.1f}" for when, name in done if start - 3 <= when <= start + length]
        rows.append((f"interruption of {length:.1f} s", ", ".join(near[:6]) or "nothing"))
    return rows


def report(games, stored, counts, troubles, gaps, late, replies, taken, seconds, is_restored, watchers, operations):
    found = history.check(operations)
    violations = [one for one in found if not forgiven(one, troubles.steps)]
    kills = troubles.kills
    names = sorted({name for _, name in kills})
    rows = [("games of people", len(games)), ("games read back", len(stored)), ("watchers", len(watchers)),
            ("states sent to watchers", sum(one.states for one in watchers)), ("minutes", f"{seconds / 60:.1f}"),
            *[(f"kill -9 of {name}", sum(1 for _, one in kills if one == name)) for name in names],
            *[(f"pauses of {name}", sum(1 for _, one in troubles.pauses if one == name))
              for name in sorted({name for _, name in troubles.pauses})],
            ("times the database's clock was set", len(troubles.steps)),
            *[(name, sum(1 for _, one in troubles.spells if one == name)) for name in sorted({name for _, name in troubles.spells})],
            ("moves acknowledged", counts.acknowledged), ("moves a second", f"{counts.acknowledged / seconds:.0f}"),
            ("acknowledgement, ms: median / p99 / worst", quantiles(counts.latencies, 1000)),
            ("moves without an answer", counts.unanswered), ("moves refused as unavailable", counts.unavailable),
            ("committed but not acknowledged, found later", counts.recovered),
            ("games taken over", len(taken)), ("take-over after the kill, s: median / p99 / worst", quantiles(taken)),
            ("interruptions of a game, s: median / p99 / worst", quantiles([length for length, _ in gaps])),
            *worst_gaps(gaps, troubles),
            ("replies of engines", replies), ("of these later than a second", sum(1 for one in late if one > 1)),
            ("lateness of engines, s: median / p99 / worst", quantiles(late)),
            ("games read while it went on", sum(one.reads for one in troubles.readers)),
            ("reads without an answer", sum(one.refused for one in troubles.readers)),
            ("stale reads in the second after a clock was set", len(found) - len(violations)),
            *history.summary(operations, violations)]
    if is_restored is not None:
        rows.append(("a restored dump has the same games", "yes" if is_restored else "NO"))
    print("\n| what | count |\n|---|---:|")
    for name, value in rows:
        print(f"| {name} | {value} |")
    for one in violations[:20]:
        print(f"{one.kind}: game {one.game}: {one.text}")
    is_fine = not violations and len(stored) == len(games) and counts.acknowledged > 0 and is_restored is not False
    return 0 if is_fine and replies > 0 else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--sockets", type=int, default=4000, help="all together; those beyond the players' watch")
    parser.add_argument("--engine-games", type=int, default=4)
    parser.add_argument("--rate", type=float, default=200, help="moves a second over all games")
    parser.add_argument("--kill", type=float, default=20, help="seconds between kills")
    parser.add_argument("--pause", type=float, default=0, help="stop a server for so many seconds, one after the other")
    parser.add_argument("--clock", type=float, default=0, help="set the database's clock forward and back by so many seconds")
    parser.add_argument("--loss", type=float, default=0, help="lose packets of a server for so many seconds, again and again")
    parser.add_argument("--disk", type=float, default=0, help="fill the database's disk for so many seconds")
    parser.add_argument("--failover", action="store_true", help="kill the database for good; a standby takes its place")
    parser.add_argument("--history", default="", help="keep what clients asked and were told in this file")
    parser.add_argument("--restore", action="store_true", help="also dump, restore and compare the database")
    parser.add_argument("--program", default=os.path.dirname(os.path.abspath(__file__)) + "/../build/release/partita")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--folder", default="", help="an empty folder to keep everything in, with the servers' logs")
    parser.add_argument("--log", default="", help="keep what the processes say in this file")
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
    with contextlib.ExitStack() as stack:
        folder = arguments.folder or stack.enter_context(tempfile.TemporaryDirectory(prefix="partita-drill-"))
        os.makedirs(folder, exist_ok=True)
        os.chmod(folder, 0o755)
        with open(arguments.log or folder + "/log", "ab") as log:
            code = asyncio.run(drill(arguments, folder, log))
    sys.exit(code)


if __name__ == "__main__":
    main()
