#!/usr/bin/env python3
"""What a drill does to its machines besides killing them: packets lost between two network namespaces, a full disk, and a
failover of PostgreSQL to a streaming standby. Where the system does not allow one, that is said in one line.

    bench/troubles.py NAMESPACE PORT     passes connections to 127.0.0.1:PORT on to the same port in the namespace

Used by bench/many_drill.py. Standard library only.
"""
import asyncio
import ctypes
import os
import shutil
import socket
import subprocess
import sys
import time


def succeeds(*command):
    return subprocess.run(command, capture_output=True).returncode == 0


class Network:
    """A namespace with a pair of interfaces to this one. What runs in it reaches us at `outside`."""

    def __init__(self):
        number = os.getpid() % 250
        self.name = f"partita-drill-{os.getpid()}"
        self.near, self.far = f"ptd{os.getpid() % 100000}a", f"ptd{os.getpid() % 100000}b"
        self.outside, self.inside = f"10.231.{number}.1", f"10.231.{number}.2"
        self.seconds_cut = 0.0
        self.is_there = bool(shutil.which("ip")) and succeeds("ip", "netns", "add", self.name) and self.set_up()
        self.has_netem = self.is_there and self.netem("add", 0) and self.netem("del", 0)
        if self.is_there:
            self.note = "" if self.has_netem else "no netem in this kernel: the link is cut for 0.3 s again and again instead of losing one packet in ten"
        else:
            self.note = "no network namespaces here: no packets are lost"
            self.close()

    def set_up(self):
        inside = ["ip", "-n", self.name]
        return (succeeds("ip", "link", "add", self.near, "type", "veth", "peer", "name", self.far, "netns", self.name)
                and succeeds("ip", "address", "add", self.outside + "/30", "dev", self.near)
                and succeeds("ip", "link", "set", self.near, "up")
                and succeeds(*inside, "address", "add", self.inside + "/30", "dev", self.far)
                and succeeds(*inside, "link", "set", self.far, "up") and succeeds(*inside, "link", "set", "lo", "up"))

    def netem(self, action, percent):
        loss = ["netem", "loss", f"{percent}%", "delay", "2ms"] if action == "add" else []
        return succeeds("tc", "qdisc", action, "dev", self.near, "root", *loss) and \
            succeeds("tc", "-n", self.name, "qdisc", action, "dev", self.far, "root", *loss)

    def within(self, command):
        return ["ip", "netns", "exec", self.name, *command]

    def door(self, port):
        """The command of a process by which 127.0.0.1:PORT here is the same in there: clients are not the ones who lose packets."""
        return [sys.executable, os.path.abspath(__file__), self.name, str(port)]

    async def lose_now_and_then(self, seconds, spells):
        """Loses packets for so long, and rests for as long; `spells` gets the time of each beginning."""
        while True:
            await asyncio.sleep(seconds)
            spells.append((time.time(), "loss"))
            begin = time.perf_counter()
            try:
                if self.has_netem:
                    self.netem("add", 10)
                    await asyncio.sleep(seconds)
                while not self.has_netem and time.perf_counter() - begin < seconds:
                    succeeds("ip", "link", "set", self.near, "down")
                    await asyncio.sleep(0.3)
                    succeeds("ip", "link", "set", self.near, "up")
                    await asyncio.sleep(0.7)
            finally:
                succeeds("ip", "link", "set", self.near, "up")
                if self.has_netem:
                    self.netem("del", 0)

    def close(self):
        succeeds("ip", "netns", "del", self.name)  # and with it the pair of interfaces


async def fill_once(disk, users, when, seconds, spells):
    """`users` are the processes that write there, asked for anew as they come and go."""
    await asyncio.sleep(when)
    spells.append((time.time(), "full disk"))
    begin = time.perf_counter()
    try:
        while time.perf_counter() - begin < seconds:
            disk.fill(users())  # also what was freed meanwhile
            await asyncio.sleep(0.5)
    finally:
        disk.free(users())


async def fail_over_once(database, when, spells):
    await asyncio.sleep(when)
    spells.append((time.time(), "failover"))
    database.fail_over()


# ---- the door of a namespace ----

async def pour(reader, writer):
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


def keep_door(namespace, port):
    """The socket that listens is of this namespace; those made after entering the other are of that one."""
    listening = socket.create_server(("127.0.0.1", port), backlog=1024)
    with open(f"/run/netns/{namespace}") as place:
        if ctypes.CDLL(None, use_errno=True).setns(place.fileno(), 0x40000000) != 0:
            raise SystemExit(f"{namespace} cannot be entered")

    async def pass_on(reader, writer):
        try:
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return writer.close()
        await asyncio.gather(pour(reader, inner_writer), pour(inner_reader, writer))

    async def serve():
        async with await asyncio.start_server(pass_on, sock=listening) as server:
            await server.serve_forever()

    asyncio.run(serve())


if __name__ == "__main__":
    keep_door(sys.argv[1], int(sys.argv[2]))
