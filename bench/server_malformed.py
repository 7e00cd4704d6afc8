#!/usr/bin/env python3
"""Throws malformed HTTP and WebSocket input at a running server; each must be answered or closed, and the server must live.

    partita serve --port 7272 --data /tmp/malformed &        (best a build with sanitizers)
    bench/server_malformed.py --port 7272 --count 50000

Standard library only. The same seed throws the same bytes.
"""
import argparse
import asyncio
import copy
import json
import random
import struct
import sys
import time
import urllib.request

KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
UPGRADE = ("GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" + KEY +
           "\r\n").encode()


def frame(payload, first=0x81, mask=b"\0\0\0\0"):
    size = len(payload)
    head = bytes([first])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65536:
        head += bytes([0xFE]) + struct.pack("!H", size)
    else:
        head += bytes([0xFF]) + struct.pack("!Q", size)
    return head + mask + payload


def http(method, path, body=b"", more=""):
    return (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n{more}\r\n").encode() + body


MESSAGES = [
    {"type": "watch", "game_id": "aaaaaaaaaaaa", "tokens": ["x"]}, {"type": "play", "game_id": "a", "ply": 0, "move": "W:A1"},
    {"type": "analyse", "game": "omega", "rules": {"side": "5"}, "lines": 2, "limits": {"depth": 1}},
    {"type": "review", "game": "andantino", "moves": ["K10"], "limits": {"depth": 1}}, {"type": "ping", "request": 1},
    {"type": "analyse", "game": "tafl", "running": False, "moves": []}, {"type": "undo", "game_id": "aaaaaaaaaaaa"},
    {"type": "answer", "game_id": "aaaaaaaaaaaa", "offer": "undo", "accept": True}, {"type": "stop_analysis"},
]
BODIES = [
    ("/api/v1/games", {"game": "omega", "rules": {"side": "3"}, "seats": [{"kind": "human"}, {"kind": "friend"}]}),
    ("/api/v1/position", {"game": "andantino", "rules": {"side": "5"}, "moves": ["F5"]}),
    ("/api/v1/position", {"game": "tafl", "start": "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/ a 0"}),
    ("/api/v1/games/aaaaaaaaaaaa/join", {"invite": "x"}),
    ("/api/v1/import", [{"format": "partita-game-1", "game": "omega", "rules": {}, "start": "", "moves": [], "seats": []}]),
]
VALUES = [None, True, -1, 0, 1e308, 2**63, -2**63, "", "x" * 5000, [], {}, [[[[[[]]]]]], "\u0000", "\ud800", "W:A1", 1.5]


def strange_json(source, rng):
    """A well-formed message with something wrong in it."""
    value = json.loads(json.dumps(source))
    for _ in range(rng.randint(1, 3)):
        target = value
        while isinstance(target, (dict, list)) and target and rng.random() < 0.5:
            key = rng.choice(list(target)) if isinstance(target, dict) else rng.randrange(len(target))
            if not isinstance(target[key], (dict, list)) or not target[key]:
                break
            target = target[key]
        if isinstance(target, dict):
            target[rng.choice(list(target) + ["extra"])] = copy.deepcopy(rng.choice(VALUES))
        elif isinstance(target, list):
            target.append(copy.deepcopy(rng.choice(VALUES)))
    return json.dumps(value).encode("utf-8", "replace")


def mutate(data, rng):
    data = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(data)) if data else 0
        kind = rng.randrange(5)
        if kind == 0 and data:
            data[at] = rng.randrange(256)
        elif kind == 1:
            del data[at:at + rng.randint(1, 16)]
        elif kind == 2:
            data[at:at] = rng.randbytes(rng.randint(1, 16))
        elif kind == 3:
            del data[at + 1:]
        else:
            data[at:at] = data[at:at + rng.randint(1, 64)] * rng.randint(1, 20)
    return bytes(data)


def one_input(rng):
    kind = rng.randrange(8)
    path, body = rng.choice(BODIES)
    message = rng.choice(MESSAGES)
    if kind == 0:
        return rng.randbytes(rng.randint(1, 400))
    if kind == 1:
        return mutate(http("GET", rng.choice(["/", "/api/v1/catalog", "/api/v1/games?limit=3", "/healthz", "/api/v1/export"])), rng)
    if kind == 2:
        return mutate(http("POST", path, json.dumps(body).encode()), rng)
    if kind == 3:
        return http("POST", path, strange_json(body, rng))
    if kind == 4:
        return mutate(UPGRADE, rng)
    if kind == 5:
        return UPGRADE + frame(strange_json(message, rng)) + frame(b"", 0x88)
    if kind == 6:
        return UPGRADE + mutate(frame(json.dumps(message).encode()), rng) + frame(b"", 0x88)
    return UPGRADE + frame(rng.randbytes(rng.randint(0, 200)), rng.randrange(256), rng.randbytes(4))


async def throw(port, data, timeout):
    """True if the server answered or closed."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    try:
        writer.write(data)
        if writer.can_write_eof():
            writer.write_eof()
        await asyncio.wait_for(reader.read(1), timeout)
        return True
    except (ConnectionError, OSError):
        return True
    except asyncio.TimeoutError:
        return False
    finally:
        writer.close()


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=7271)
    parser.add_argument("--count", type=int, default=50000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=32)
    parser.add_argument("--timeout", type=float, default=30)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    begin, unanswered, thrown = time.time(), [], 0
    gate = asyncio.Semaphore(arguments.at_once)

    async def guarded(number, data):
        nonlocal thrown
        async with gate:
            if not await throw(arguments.port, data, arguments.timeout):
                unanswered.append((number, data[:80]))
            thrown += 1

    for first in range(0, arguments.count, 1000):
        count = min(1000, arguments.count - first)
        await asyncio.gather(*[guarded(first + i, one_input(rng)) for i in range(count)])
    print(f"{thrown} malformed inputs in {time.time() - begin:.0f} s, {len(unanswered)} neither answered nor closed")
    for number, data in unanswered[:5]:
        print("  input", number, data)
    with urllib.request.urlopen(f"http://127.0.0.1:{arguments.port}/healthz", timeout=10) as answer:
        alive = answer.status == 200
    print("the server lives" if alive else "the server is gone")
    sys.exit(0 if alive and not unanswered else 1)


if __name__ == "__main__":
    asyncio.run(main())
