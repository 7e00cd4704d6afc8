#!/usr/bin/env python3
"""Load on a running server: many open games with two sockets each, moves at a steady rate, latency of acknowledgements.

    partita serve --port 7272 --data /tmp/load &
    bench/server_load.py --port 7272 --games 2000 --rate 200 --seconds 60 [--pid PID]

Games are two-player Omega on side 5, where any free cell may be taken, so that this script needs no rules. At the end every
acknowledged move is looked for in the store's export. Standard library only.
"""
import argparse
import asyncio
import json
import os
import random
import sys
import time
import urllib.request

from websocket_frames import UPGRADE, frame, next_message


def cells(side):
    """Cell names of a hexagon, row by row."""
    names = []
    for row in range(2 * side - 1):
        for column in range(2 * side - 1):
            if abs(column - row) <= side - 1:
                names.append(chr(ord("A") + column) + str(row + 1))
    return names


class Client:
    """One WebSocket. Looks only at the beginning of messages: reading all of them would load this script."""

    def __init__(self, port):
        self.port = port
        self.waiting = {}
        self.states = 0
        self.closed = False

    async def connect(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        self.writer.write(UPGRADE)
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            raise RuntimeError("no upgrade: " + head.decode(errors="replace"))
        self.task = asyncio.create_task(self.read())

    async def read(self):
        try:
            while True:
                _, payload = await next_message(self.reader, self.writer)
                if payload.startswith(b'{"type":"state"'):
                    self.states += 1
                elif b'"request":' in payload:
                    message = json.loads(payload)
                    future = self.waiting.pop(message["request"], None)
                    if future and not future.done():
                        future.set_result(message)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.closed = True

    def ask(self, message, request):
        message["request"] = request
        future = asyncio.get_running_loop().create_future()
        self.waiting[request] = future
        self.writer.write(frame(json.dumps(message)))
        return future


class Game:
    def __init__(self, game_id, tokens, clients):
        self.game_id = game_id
        self.tokens = tokens
        self.clients = clients
        self.free = cells(5)
        random.shuffle(self.free)
        self.played = []
        self.busy = False

    def next_move(self):
        return ("W:" if len(self.played) % 2 == 0 else "B:") + self.free[len(self.played)]

    def mover(self):
        return (len(self.played) // 2) % 2


def post(port, path, body):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def resident_kib(pid):
    if not pid:
        return 0
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


async def open_games(arguments):
    body = {"game": "omega", "rules": {"side": "5"}, "seats": [{"kind": "human"}, {"kind": "human"}]}
    loop = asyncio.get_running_loop()
    games = []
    for begin in range(0, arguments.games, 50):
        count = min(50, arguments.games - begin)
        created = await asyncio.gather(*[loop.run_in_executor(None, post, arguments.port, "/api/v1/games", body)
                                         for _ in range(count)])
        for answer in created:
            clients = [Client(arguments.port), Client(arguments.port)]
            await asyncio.gather(*[client.connect() for client in clients])
            games.append(Game(answer["game_id"], [seat["token"] for seat in answer["seats"]], clients))
        await asyncio.gather(*[game.clients[seat].ask({"type": "watch", "game_id": game.game_id,
                                                       "tokens": [game.tokens[seat]]}, 1)
                               for game in games[begin:] for seat in (0, 1)])
    return games


async def play_one(game, due, latencies, failures):
    game.busy = True
    move = game.next_move()
    sender = game.clients[game.mover()]
    future = sender.ask({"type": "play", "game_id": game.game_id, "ply": len(game.played), "move": move},
                        len(game.played) + 10)
    try:
        answer = await asyncio.wait_for(future, 10)
        # Counted from when the move was due, so that a late script or server both show.
        latencies.append(time.perf_counter() - due)
        if answer["type"] == "done":
            game.played.append(move)
        else:
            failures.append(answer)
    except asyncio.TimeoutError:
        failures.append({"type": "timeout"})
    game.busy = False


async def play(arguments, games):
    latencies, failures, tasks = [], [], set()
    begin = time.perf_counter()
    total = int(arguments.rate * arguments.seconds)
    for number in range(total):
        due = begin + number / arguments.rate
        pause = due - time.perf_counter()
        if pause > 0:
            await asyncio.sleep(pause)
        game = games[number % len(games)]
        if game.busy or len(game.played) >= 60:
            continue
        task = asyncio.create_task(play_one(game, due, latencies, failures))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    if tasks:
        await asyncio.wait(tasks)
    return latencies, failures, time.perf_counter() - begin


def stored_moves(port):
    """Every game's moves as the store has them."""
    moves, after = {}, ""
    while True:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/export?limit=500&after={after}", timeout=60) as answer:
            for line in answer.read().decode().splitlines():
                record = json.loads(line)
                moves[record["game_id"]] = record["moves"]
            after = answer.headers.get("X-Next")
        if not after:
            return moves


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=7271)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=200, help="moves a second over all games")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pid", type=int, default=0, help="the server's process, to tell its memory")
    arguments = parser.parse_args()
    before = resident_kib(arguments.pid)
    opening = time.perf_counter()
    games = await open_games(arguments)
    opened = resident_kib(arguments.pid)
    print(f"{len(games)} games, {2 * len(games)} sockets open after {time.perf_counter() - opening:.1f} s")
    if arguments.pid:
        print(f"server memory {before} KiB -> {opened} KiB: {(opened - before) / len(games):.1f} KiB a game with its sockets")
    latencies, failures, seconds = await play(arguments, games)
    latencies.sort()
    at = lambda q: latencies[min(len(latencies) - 1, int(q * len(latencies)))] * 1000
    print(f"{len(latencies)} moves in {seconds:.1f} s ({len(latencies) / seconds:.0f}/s), {len(failures)} failed")
    print(f"acknowledged after: median {at(0.5):.1f} ms, p90 {at(0.9):.1f}, p99 {at(0.99):.1f}, worst {latencies[-1] * 1000:.1f} ms")
    closed = sum(client.closed for game in games for client in game.clients)
    stored = await asyncio.get_running_loop().run_in_executor(None, stored_moves, arguments.port)
    lost = sum(1 for game in games if stored.get(game.game_id, [])[:len(game.played)] != game.played)
    print(f"sockets lost: {closed}; games whose acknowledged moves are not all in the store: {lost}")
    sys.stdout.flush()
    os._exit(1 if failures or lost or closed else 0)


if __name__ == "__main__":
    asyncio.run(main())
