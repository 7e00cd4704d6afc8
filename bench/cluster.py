"""Servers that share a PostgreSQL, with NATS, workers and a proxy before them: all processes on this machine.

Used by bench/many_drill.py, bench/scale_model.py and bench/server_fairness.py. Standard library only.
"""
import asyncio
import json
import os
import shutil
import subprocess

from soak import Postgres, free_port, http, kill_tree


class Process:
    """Something that is killed and started again. `cores` are the processors it may use, None for all."""

    def __init__(self, name, command, log, cores=None):
        self.name = name
        self.command = command
        self.log = log
        self.cores = cores
        self.process = None

    def start(self):
        bind = (lambda: os.sched_setaffinity(0, self.cores)) if self.cores else None
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log, preexec_fn=bind)

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        # With its children: nginx leaves the worker that has the sockets.
        kill_tree(self.process.pid)
        self.process.wait()


class Database(Postgres):
    name = "PostgreSQL"

    def url(self, database="postgres"):
        return f"postgresql://postgres:unused@127.0.0.1:{self.port}/{database}"


def nginx(folder, ports, log, cores=None):
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
  scgi_temp_path {folder}/s; client_max_body_size 8m;
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
    process = Process("nginx", [shutil.which("nginx") or "/usr/sbin/nginx", "-c", path], log, cores)
    process.port = port
    return process


class Cluster:
    """Two servers, as many workers as asked for, NATS, PostgreSQL, nginx. `more` are further options of the servers."""

    def __init__(self, program, folder, log, workers=2, more=(), cores=None):
        self.folder = folder
        self.database = Database(folder, log)
        queue_port = free_port()
        url = f"nats://127.0.0.1:{queue_port}"
        self.queue = Process("NATS", [shutil.which("nats-server") or "/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", str(queue_port),
                                      "-js", "-sd", folder + "/queue"], log, cores)
        self.servers, self.workers = [], []
        for i in range(2):
            port = free_port()
            server = Process(f"server {i + 1}", [program, "serve", "--port", str(port), "--data", f"{folder}/data{i}", "--database",
                                                 self.database.url(), "--nats", url, "--cluster", "--trust-proxy", "--log",
                                                 f"{folder}/server{i}.jsonl", *more], log, cores)
            server.port = port
            self.servers.append(server)
        for i in range(workers):
            self.workers.append(Process(f"worker {i + 1}", [program, "worker", "--nats", url, "--only", "pages", "--threads", "1",
                                                            "--name", f"worker{i}"], log, cores))
        self.proxy = nginx(folder, [server.port for server in self.servers], log, cores)

    def things(self):
        return [self.database, self.queue, *self.workers, *self.servers, self.proxy]

    async def start(self, before_servers=None):
        self.database.start()
        self.queue.start()
        await asyncio.sleep(1.5)
        if before_servers:
            before_servers()
        for thing in [*self.workers, *self.servers, self.proxy]:
            thing.start()
        await wait_until(self.is_up)

    async def is_up(self):
        for server in self.servers:
            status, body = await http(server.port, "GET", "/healthz")
            if status != 200 or json.loads(body).get("workers", 0) != len(self.workers):
                return False
        return True

    def kill(self):
        for thing in reversed(self.things()):
            if thing.is_running():
                thing.kill()


async def wait_until(condition, seconds=60):
    for _ in range(int(seconds * 10)):
        try:
            if await condition():
                return
        except (OSError, ValueError, IndexError, KeyError):
            pass
        await asyncio.sleep(0.1)
    raise SystemExit("it does not start: see --log")
