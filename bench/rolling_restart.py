#!/usr/bin/env python3
"""All servers of a cluster are restarted in turn while people play: nobody may see an error, and no move may be lost.

    bench/rolling_restart.py [--players 50] [--servers 3] [--rounds 2] [--program build/release/partita]

Each server gets SIGTERM, is waited for, started again, and the next one's turn comes when its /readyz is 200, as an
orchestrator would have it. Players are two to a game, each on a socket of its own through a proxy without sticky sessions,
and do what the page does: a connection that ends is made anew after a pause that grows from 0.25 s, and a move that got no
answer is sent again. Each also asks for its game over HTTP every second, on a new connection. An error is what a person
would see: a refusal of a move or of a game, an HTTP answer other than 200, a request without an answer, or ten seconds
without a connection. What was asked and told goes into a history, which bench/history.py judges. Exit code 1 if there was
an error or a violation. Standard library only.
"""
import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time

import history
from cluster import Cluster, wait_until
from soak import http, read_moves, source
from websocket_frames import UPGRADE, frame, next_message

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0
LONGEST_OUTAGE = 10.0
BROKEN = (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, asyncio.LimitOverrunError)


class Game:
    def __init__(self, created, events):
        self.game_id = created["game_id"]
        self.tokens = [seat["token"] for seat in created["seats"]]
        self.history = events


class Seen:
    def __init__(self):
        self.errors = []
        self.moves = self.again = self.requests = 0
        self.outages = []

    def error(self, text):
        self.errors.append(text)


class Player:
    def __init__(self, number, proxy, game, seat, seen):
        self.number, self.proxy, self.game, self.seat, self.seen = number, proxy, game, seat, seen
        self.sockets = self.requests = 0
        self.sent = None  # the move that has no answer yet: ply, move, when it was first asked
        self.turn = None  # what the last state lets us play

    async def run(self):
        pause, since = FIRST_PAUSE, None
        while True:
            try:
                reader, writer = await asyncio.wait_for(asyncio.open_connection(
                    "127.0.0.1", self.proxy.port, local_addr=source(self.number), limit=1 << 20), 10)
            except BROKEN:
                since = since or time.monotonic()
            else:
                try:
                    writer.write(UPGRADE)
                    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
                    if b" 101 " not in head:
                        raise ConnectionError(head.split(b"\r\n")[0].decode())
                    await self.talk(reader, writer, since)
                except BROKEN:
                    pass
                # Who was connected before tries at once; who was not waits longer each time.
                if self.turn is not None or since is None:
                    pause, since = FIRST_PAUSE, time.monotonic()
                self.turn = None
                writer.close()
            await asyncio.sleep(pause * (0.75 + 0.5 * random.random()))
            pause = min(LONGEST_PAUSE, 1.6 * pause)

    async def talk(self, reader, writer, since):
        """Until the connection ends."""
        self.sockets += 1
        watched = time.monotonic()
        self.say(writer, {"type": "watch", "game_id": self.game.game_id, "tokens": [self.game.tokens[self.seat]]}, "watch")
        thinking = None
        try:
            while True:
                _, payload = await next_message(reader, writer)
                message = json.loads(payload)
                if message["type"] == "error":
                    self.seen.error(f"{message['code']}: {message['message']}")
                    if self.sent and message.get("request") == self.sent[3]:
                        self.note(message)
                elif message["type"] == "done" and self.sent and message.get("request") == self.sent[3]:
                    self.seen.moves += 1
                    self.note(message)
                elif message["type"] == "state":
                    if since:
                        self.seen.outages.append(time.monotonic() - since)
                        since = None
                    position = message["position"]
                    self.game.history.state(f"player {self.number}", self.game.game_id, watched, position["ply"], self.sockets)
                    self.turn = position
                    if position["mover"] == self.seat and not position["ending"] and (thinking is None or thinking.done()):
                        thinking = asyncio.create_task(self.move(writer))
        finally:
            if thinking:
                thinking.cancel()
            if self.sent:
                self.note({"type": "error", "code": "closed"}, keep=True)

    def note(self, answer, keep=False):
        ply, move, asked, _ = self.sent
        self.game.history.play(f"player {self.number}", self.game.game_id, asked, ply, move, answer)
        self.sent = (ply, move, time.monotonic(), 0) if keep else None

    def say(self, writer, message, request):
        self.requests += 1
        writer.write(frame(json.dumps({**message, "request": self.requests})))
        return self.requests

    async def move(self, writer):
        again = self.sent
        await asyncio.sleep(0.05 if again else 0.2 + 0.6 * random.random())
        position = self.turn
        if position is None or position["mover"] != self.seat or not position["legal"]:
            return
        if again and again[0] == position["ply"]:
            move = again[1]
            self.seen.again += 1
        else:
            move = random.choice(position["legal"])["move"]
        number = self.say(writer, {"type": "play", "game_id": self.game.game_id, "ply": position["ply"], "move": move}, "play")
        self.sent = (position["ply"], move, time.monotonic(), number)

    async def look(self):
        """A page that is opened anew, again and again."""
        while True:
            await asyncio.sleep(0.5 + random.random())
            self.seen.requests += 1
            asked = time.monotonic()
            try:
                status, body = await asyncio.wait_for(http(self.proxy.port, "GET", f"/api/v1/games/{self.game.game_id}", number=self.number), 10)
            except (*BROKEN, ValueError, IndexError) as problem:
                self.seen.error(f"GET without an answer: {type(problem).__name__}")
                continue
            if status != 200:
                self.seen.error(f"GET {status}: {body[:120].decode(errors='replace')}")
                continue
            moves = [row if isinstance(row, str) else row["move"] for row in json.loads(body)["moves"]]
            self.game.history.read(f"page {self.number}", self.game.game_id, asked, moves)


async def restart(server):
    process = server.process
    process.send_signal(signal.SIGTERM)
    while process.poll() is None:
        await asyncio.sleep(0.02)
    server.start()

    async def is_ready():
        return (await http(server.port, "GET", "/readyz"))[0] == 200

    await wait_until(is_ready)
    return process.returncode


async def roll(arguments, folder, log):
    cluster = Cluster(arguments.program, folder, log, workers=1, servers=arguments.servers)
    events = history.History(folder + "/history.jsonl")
    seen, tasks, codes = Seen(), [], []
    try:
        await cluster.start()
        games = []
        body = {"game": "hex", "rules": {"side": "11"}, "seats": [{"kind": "human"}, {"kind": "human"}]}
        for number in range(arguments.players // 2):
            status, answer = await http(cluster.proxy.port, "POST", "/api/v1/games", body, number)
            if status != 201:
                raise SystemExit(f"no game: {status} {answer.decode()}")
            games.append(Game(json.loads(answer), events))
        players = [Player(2 * i + seat, cluster.proxy, game, seat, seen) for i, game in enumerate(games) for seat in (0, 1)]
        tasks = [asyncio.create_task(run) for one in players for run in (one.run(), one.look())]
        await asyncio.sleep(3)
        begin = time.monotonic()
        for _ in range(arguments.rounds):
            for server in cluster.servers:
                codes.append(await restart(server))
                await asyncio.sleep(arguments.rest)
        seconds = time.monotonic() - begin
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for i, game in enumerate(games):
            if await read_moves(game, cluster.proxy.port, i) is None:
                seen.error("a game cannot be read in the end")
        events.close()
        return report(arguments, seen, codes, seconds, history.load(events.file.name))
    finally:
        for task in tasks:
            task.cancel()
        cluster.kill()


def report(arguments, seen, codes, seconds, operations):
    violations = history.check(operations)
    outages = sorted(seen.outages) or [0.0]
    late = sum(1 for one in outages if one > LONGEST_OUTAGE)
    errors = len(seen.errors) + late + sum(1 for code in codes if code != 0)
    rows = [("players", arguments.players), ("restarts of servers", len(codes)), ("of these with an exit code that is not 0", sum(1 for code in codes if code != 0)),
            ("seconds", f"{seconds:.0f}"), ("moves acknowledged", seen.moves), ("moves sent again", seen.again), ("pages opened", seen.requests),
            ("connections made anew", len(seen.outages)),
            ("without a connection, s: median / worst", f"{outages[len(outages) // 2]:.2f} / {outages[-1]:.2f}"),
            *history.summary(operations, violations), ("errors seen", errors)]
    print("| what | count |\n|---|---:|")
    for name, value in rows:
        print(f"| {name} | {value} |")
    for text in seen.errors[:20]:
        print(text)
    for one in violations[:20]:
        print(f"{one.kind}: game {one.game}: {one.text}")
    return 1 if errors or violations or not seen.moves or not codes else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--rest", type=float, default=2, help="seconds between a server that is ready and the next restart")
    parser.add_argument("--program", default=os.path.dirname(os.path.abspath(__file__)) + "/../build/release/partita")
    parser.add_argument("--log", default="", help="keep what the processes say in this file")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="partita-rolling-") as folder:
        os.chmod(folder, 0o755)
        with open(arguments.log or folder + "/log", "ab") as log:
            sys.exit(asyncio.run(roll(arguments, folder, log)))


if __name__ == "__main__":
    main()
