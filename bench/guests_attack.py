#!/usr/bin/env python3
"""Guests that lie, alter, replay, stay slow or silent, collude or break out: what stands in the end is what a fleet without them gives.

    bench/guests_attack.py [--games 1200] [--nodes 100] [--program build/release/partita]

One match is played by this machine alone, and for each kind of guest once more through a NATS server by a trusted worker and two
guests of that kind, whose keys `partita work add-worker NAME --guest` made. A guest of this script stands between the NATS
server and an honest worker of its own, on a NATS server of its own, and changes what it likes of what passes. The games of
both logs must be the same to the letter, but for times. Exit code 1 if they are not, if a guest that changes answers is not
expelled, if an honest one is, or if one hears or says what is not its own. Needs nats-server and openssl; else only the
standard library.
"""
import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from soak import free_port

NATS = shutil.which("nats-server") or "/usr/sbin/nats-server"
PKCS8 = bytes.fromhex("302e020100300506032b657004220420")  # what stands before the 32 bytes of an Ed25519 key


class Link:
    """As much of NATS's protocol as is needed here."""

    def __init__(self, on_message):
        self.on_message = on_message
        self.refusals = []  # what the server would not let us do

    async def open(self, port, credentials=None):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
        info = json.loads((await self.reader.readline()).split(b" ", 1)[1])
        options = {"verbose": False, "pedantic": False, "lang": "python", "version": "0", "protocol": 1}
        if credentials:
            with open(credentials) as file:
                lines = file.read().splitlines()
            seed = base64.b32decode(lines[lines.index("-----BEGIN USER NKEY SEED-----") + 1] + "======")[2:34]
            options["nkey"] = next(line.split("= ")[1] for line in lines if line.startswith("nkey"))
            options["sig"] = base64.urlsafe_b64encode(signed(seed, info["nonce"].encode())).decode().rstrip("=")
        self.writer.write(b"CONNECT " + json.dumps(options).encode() + b"\r\nPING\r\n")
        self.task = asyncio.create_task(self.read())

    async def read(self):
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while line := await self.reader.readline():
                words = line.split()
                if words[0] == b"PING":
                    self.writer.write(b"PONG\r\n")
                elif words[0] == b"-ERR":
                    self.refusals.append(line.decode().strip())
                elif words[0] == b"MSG":
                    payload = await self.reader.readexactly(int(words[-1]) + 2)
                    self.on_message(words[1].decode(), payload[:-2])

    def listen(self, subject, number):
        self.writer.write(f"SUB {subject} {number}\r\n".encode())

    def say(self, subject, payload):
        self.writer.write(f"PUB {subject} {len(payload)}\r\n".encode() + payload + b"\r\n")

    def close(self):
        self.task.cancel()
        self.writer.close()


def signed(seed, text):
    with tempfile.NamedTemporaryFile() as key, tempfile.NamedTemporaryFile() as data:
        key.write(PKCS8 + seed)
        key.flush()
        data.write(text)
        data.flush()
        return subprocess.run(["openssl", "pkeyutl", "-sign", "-rawin", "-keyform", "DER", "-inkey", key.name, "-in", data.name],
                              check=True, capture_output=True).stdout


def change_result(answer):
    outcome = json.loads(answer["text"])
    outcome["payoff"][0], outcome["payoff"][1] = outcome["payoff"][1], outcome["payoff"][0]
    if outcome["payoff"][0] == outcome["payoff"][1]:
        outcome["payoff"][0] += 1
    answer["text"] = json.dumps(outcome, separators=(",", ":"))


class Guest:
    """Between the dispatcher and an honest worker. Subclasses change what passes."""

    is_liar = True

    def __init__(self, name, folder, program, log):
        self.name, self.folder, self.program, self.log = name, folder, program, log
        self.sent = 0
        self.overheard = []
        self.first = None
        self.random = random.Random(name)

    async def start(self, port):
        inner = free_port()
        self.processes = [subprocess.Popen([NATS, "-a", "127.0.0.1", "-p", str(inner)], stdout=self.log, stderr=self.log)]
        await reachable(inner)
        # Without users its NATS server lets anybody in; the file only tells the worker that it is a guest, and its name.
        self.processes.append(subprocess.Popen([self.program, "worker", "--nats", f"nats://127.0.0.1:{inner}", "--nats-credentials",
                                                f"{self.folder}/{self.name}.inner"], stdout=self.log, stderr=self.log))
        self.inside = Link(self.from_worker)
        await self.inside.open(inner)
        self.outside = Link(self.from_dispatcher)
        await self.outside.open(port, f"{self.folder}/{self.name}.nats")
        self.inside.listen(f"partita.guests.hello.{self.name}", 1)
        self.inside.listen(f"partita.guests.answers.{self.name}", 2)
        self.outside.listen(f"partita.guests.jobs.{self.name}", 1)
        self.outside.listen("partita.guests.call", 2)
        self.begin()

    def begin(self):
        pass

    def from_dispatcher(self, subject, payload):
        if subject not in (f"partita.guests.jobs.{self.name}", "partita.guests.call"):
            self.overheard.append(subject)
        self.inside.say(subject, payload)

    def from_worker(self, subject, payload):
        if not subject.startswith("partita.guests.answers."):
            return self.outside.say(subject, payload)
        answer = json.loads(payload)
        if self.change(answer) is not False:
            self.send(answer)

    def send(self, answer):
        self.sent += 1
        self.outside.say(f"partita.guests.answers.{self.name}", json.dumps(answer, separators=(",", ":")).encode())

    def change(self, answer):
        """Changes the answer; False: it is not sent."""

    async def stop(self):
        for link in (self.inside, self.outside):
            link.close()
        for process in reversed(self.processes):
            process.kill()
            process.wait()


class Honest(Guest):
    is_liar = False


class Lying(Guest):
    def change(self, answer):
        change_result(answer)


class Altering(Guest):
    """Honest for long enough to be trusted, then one answer in four has one number changed."""

    def change(self, answer):
        if self.sent >= 25 and self.random.random() < 0.25:
            outcome = json.loads(answer["text"])
            outcome["moves"][-1][4] += 1
            answer["text"] = json.dumps(outcome, separators=(",", ":"))


class Replaying(Guest):
    """Thinks once: every answer is the first one under another name."""

    def change(self, answer):
        outcome = json.loads(answer["text"])
        if self.first is None:
            self.first = outcome
        answer["text"] = json.dumps({**self.first, "id": outcome["id"], "seed": outcome["seed"]}, separators=(",", ":"))


class Slow(Guest):
    """Too late, every time."""

    is_liar = False

    def change(self, answer):
        asyncio.get_running_loop().call_later(5, self.send, answer)
        return False


class Silent(Guest):
    is_liar = False

    def change(self, answer):
        return False


class Colluding(Guest):
    """Both change the same games in the same way."""

    def change(self, answer):
        if sum(answer["id"].encode()) % 3 == 0:
            change_result(answer)


class BreakingOut(Guest):
    """Answers honestly, and tries everything else: another's name, the streams, people's searches."""

    is_liar = False

    def begin(self):
        for number, subject in enumerate(["partita.search.>", "partita.>", ">", "partita.guests.jobs.*", "partita.results.*", "_INBOX.>",
                                          "partita.tables.>", "$JS.>"], 10):
            self.outside.listen(subject, number)

    def change(self, answer):
        wrong = dict(answer)
        change_result(wrong)
        payload = json.dumps(wrong, separators=(",", ":")).encode()
        other = self.name[:-1] + ("1" if self.name.endswith("0") else "0")
        result = json.dumps({"id": wrong["id"], "text": wrong["text"], "error": "", "worker": "trusted"}).encode()
        self.outside.say(f"partita.guests.answers.{other}", payload)
        self.outside.say(f"partita.results.{answer['run']}", result)
        self.outside.say("$JS.API.STREAM.PURGE.PARTITA_JOBS", b"")
        self.outside.say(f"partita.guests.expelled.{other}", b"out")


KINDS = [Honest, Lying, Altering, Replaying, Slow, Silent, Colluding, BreakingOut]


async def reachable(port):
    for _ in range(300):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.05)
    raise SystemExit(f"nothing listens on port {port}")


def games_of(path):
    """Every game without its times, by its id."""
    games = {}
    with open(path) as file:
        for line in file:
            game = json.loads(line)
            if "moves" not in game:
                continue
            game.pop("time_us", None)
            for move in game["moves"]:
                move[1] = move[2] = 0
            if game["id"] in games:
                raise SystemExit(f"{path} has the game {game['id']} twice")
            games[game["id"]] = game
    return games


def match(arguments, log):
    return [arguments.program, "arena", "--game", "andantino", "--engines", "partita", "greedy", "--tc", f"nodes={arguments.nodes}",
            "--openings", str(arguments.games // 2), "--seed", "41", "--log", log, "--force"]


async def fleet(arguments, kind, folder, log):
    """The match with guests of that kind: the rows of the table, and what went wrong."""
    os.makedirs(folder)
    users = ["--users", folder + "/users.conf", "--out"]
    names = [f"{kind.__name__.lower()}{i}" for i in range(2)]
    run = lambda *words: subprocess.run([arguments.program, "work", *words], check=True, capture_output=True)
    run("add-server", "dispatcher", *users, folder + "/dispatcher.nats")
    run("add-worker", "trusted", *users, folder + "/trusted.nats")
    for name in names:
        run("add-worker", name, "--guest", *users, f"{folder}/{name}.nats")
        with open(f"{folder}/{name}.inner", "w") as file:
            file.write(f"guest = {name}\nuser = anybody\npassword = none\n")
    with open(folder + "/nats.conf", "w") as file:
        file.write("include users.conf\n")
    port = free_port()
    url = f"nats://127.0.0.1:{port}"
    processes = [subprocess.Popen([NATS, "-a", "127.0.0.1", "-p", str(port), "-c", folder + "/nats.conf", "-js", "-sd", folder + "/queue"],
                                  stdout=log, stderr=log)]
    guests = [kind(name, folder, arguments.program, log) for name in names]
    try:
        await reachable(port)
        processes.append(subprocess.Popen([arguments.program, "worker", "--name", "trusted", "--nats", url, "--nats-credentials",
                                           folder + "/trusted.nats"], stdout=log, stderr=log))
        for guest in guests:
            await guest.start(port)
        await all_there(arguments, url, folder, names)
        begin = time.monotonic()
        dispatcher = await asyncio.create_subprocess_exec(
            *match(arguments, folder + "/match.jsonl"), "--nats", url, "--nats-credentials", folder + "/dispatcher.nats", "--guest-wait", "4",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        table, notes = await dispatcher.communicate()
        seconds = time.monotonic() - begin
    finally:
        for guest in guests:
            with contextlib.suppress(AttributeError):
                await guest.stop()
        for process in reversed(processes):
            process.kill()
            process.wait()
    log.write(notes)
    return dispatcher.returncode, notes.decode(), guests, seconds


async def all_there(arguments, url, folder, names):
    for _ in range(150):
        status = await asyncio.create_subprocess_exec(arguments.program, "work", "status", "--nats", url, "--nats-credentials",
                                                      folder + "/dispatcher.nats", stdout=asyncio.subprocess.PIPE,
                                                      stderr=asyncio.subprocess.DEVNULL)
        text = (await status.communicate())[0].decode()
        if all(f"\n{name} " in text for name in ["trusted", *names]):
            return
        await asyncio.sleep(0.1)
    raise SystemExit("the fleet does not come: see --log")


def judged(kind, code, notes, guests, games, alone):
    """What is wrong, and the columns of the table."""
    expelled = [line for line in notes.splitlines() if " is expelled: " in line]
    after = [line.split("the last of ")[1].split(";")[0] for line in expelled]
    again = [line.split("and ")[-1].split(" jobs")[0] for line in expelled]
    faults = []
    if code != 0:
        faults.append(f"the match ended with {code}: {notes}")
    if games != alone:
        faults.append(f"{sum(1 for one in alone if games.get(one) != alone[one])} games are not those of a fleet without guests")
    busy = [guest for guest in guests if guest.sent > 0]
    if kind.is_liar and len(expelled) < len(busy):
        faults.append(f"{len(expelled)} of {len(busy)} guests were expelled: {notes}")
    if not kind.is_liar and expelled:
        faults.append(f"an honest guest was expelled: {expelled}")
    if any(guest.overheard for guest in guests):
        faults.append(f"a guest heard {guests[0].overheard[:3]}")
    if kind is BreakingOut and not all(guest.refusals_seen for guest in guests):
        faults.append("nothing was refused to a guest that breaks out")
    return faults, [kind.__name__, sum(guest.sent for guest in guests), ", ".join(after) or "-", ", ".join(again) or "-",
                    "yes" if games == alone else "NO"]


async def attack(arguments, folder, log):
    subprocess.run(match(arguments, folder + "/alone.jsonl"), check=True, stdout=log, stderr=log)
    alone = games_of(folder + "/alone.jsonl")
    print(f"{len(alone)} games at {arguments.nodes} nodes a move; a trusted worker and two guests of each kind\n", flush=True)
    print("| guests | answers sent | found out after | done again | the same games | seconds |\n|---|---:|---:|---:|---|---:|")
    is_fine = True
    for kind in KINDS:
        if arguments.only and kind.__name__.lower() != arguments.only:
            continue
        code, notes, guests, seconds = await fleet(arguments, kind, f"{folder}/{kind.__name__.lower()}", log)
        for guest in guests:
            guest.refusals_seen = len(guest.outside.refusals)
        faults, row = judged(kind, code, notes, guests, games_of(f"{folder}/{kind.__name__.lower()}/match.jsonl"), alone)
        print("| " + " | ".join(str(one) for one in [*row, f"{seconds:.0f}"]) + " |", flush=True)
        for fault in faults:
            is_fine = False
            print(f"  {kind.__name__}: {fault}", flush=True)
    return 0 if is_fine else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--only", default="", choices=["", *[kind.__name__.lower() for kind in KINDS]])
    parser.add_argument("--program", default=os.path.dirname(os.path.abspath(__file__)) + "/../build/release/partita")
    parser.add_argument("--log", default="", help="keep what the processes say in this file")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="partita-guests-") as folder:
        with open(arguments.log or folder + "/log", "ab") as log:
            sys.exit(asyncio.run(attack(arguments, folder, log)))


if __name__ == "__main__":
    main()
