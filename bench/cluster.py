"""Servers that share a PostgreSQL, with NATS, workers and a proxy before them: all processes on this machine.

Used by bench/many_drill.py, bench/scale_model.py and bench/server_fairness.py. Standard library only.
"""
import asyncio
import json
import os
import shutil
import subprocess
import time

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
    """A PostgreSQL; with follow() also a standby, which every commit waits for, and which takes its place in fail_over()."""

    name = "PostgreSQL"

    def __init__(self, folder, log, outside=None):
        super().__init__(folder, log)
        self.folder = folder
        self.hosts = ["127.0.0.1", *([outside] if outside else [])]
        self.ports = [self.port]
        self.standby = None
        if outside:
            with open(self.data + "/pg_hba.conf", "a") as file:
                file.write("host all all samenet trust\n")

    def url(self, database="postgres", host="127.0.0.1"):
        """Names all nodes; whoever connects takes the one that may be written to."""
        nodes = ",".join(f"{host}:{port}" for port in self.ports)
        attributes = "?target_session_attrs=read-write" if len(self.ports) > 1 else ""
        return f"postgresql://postgres:unused@{nodes}/{database}{attributes}"

    def start(self):
        self.process = self.started(self.data, self.port)

    def started(self, data, port):
        command = self.user + [self.binaries + "postgres", "-D", data, "-p", str(port), "-k", "", "-c", "max_wal_size=64MB", "-c",
                               "min_wal_size=32MB", "-c", "wal_retrieve_retry_interval=300ms", "-c",
                               "listen_addresses=" + ",".join(self.hosts)]
        return subprocess.Popen(command, stdout=self.log, stderr=self.log, cwd="/")

    def sql(self, text, port=None):
        command = [self.binaries + "psql", "-h", "127.0.0.1", "-p", str(port or self.port), "-U", "postgres", "-v", "ON_ERROR_STOP=1",
                   "-Atqc", text, "postgres"]
        run = subprocess.run(command, capture_output=True, text=True)
        return run.stdout.strip() if run.returncode == 0 else None

    def plan_standby(self):
        """Before anybody asks for url()."""
        self.ports.append(free_port())

    def follow(self, folder):
        """Copies the running primary and streams to the copy; from then on a commit is on both."""
        self.standby_data = folder + "/standby"
        os.mkdir(self.standby_data, 0o700)
        if self.user:
            shutil.chown(self.standby_data, "postgres")
        copy = self.user + [self.binaries + "pg_basebackup", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-D",
                            self.standby_data, "-R", "--checkpoint=fast"]
        subprocess.run(copy, check=True, capture_output=True, cwd="/")
        self.standby = self.started(self.standby_data, self.ports[1])
        for _ in range(100):
            if self.sql("select 1 from pg_stat_replication where state = 'streaming'") == "1":
                break
            time.sleep(0.1)
        else:
            raise SystemExit("the standby does not stream: see --log")
        self.sql("alter system set synchronous_standby_names = '*'")
        self.sql("select pg_reload_conf()")

    def fail_over(self):
        """The primary dies and does not come back; the standby goes on alone."""
        if self.is_running():
            self.kill()
        self.process, self.standby = self.standby, None
        self.data, self.port = self.standby_data, self.ports[1]
        subprocess.run(self.user + [self.binaries + "pg_ctl", "promote", "-W", "-D", self.data], capture_output=True, cwd="/")

    def kill_all(self):
        if self.standby is not None:
            kill_tree(self.standby.pid)
            self.standby.wait()
        if self.is_running():
            self.kill()


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
    """Servers, as many workers as asked for, NATS, PostgreSQL, nginx. `more` are further options of the servers. With a
    network of troubles.py the last server is in its namespace; the database may have a folder of its own and a standby."""

    def __init__(self, program, folder, log, workers=2, more=(), cores=None, servers=2, network=None, database_folder=None, standby=False):
        self.folder = folder
        self.database = Database(database_folder or folder, log, network.outside if network else None)
        self.has_standby = standby
        if standby:
            self.database.plan_standby()
        queue_port = free_port()
        url = f"nats://127.0.0.1:{queue_port}"
        self.queue = Process("NATS", [shutil.which("nats-server") or "/usr/sbin/nats-server", "-a", "0.0.0.0" if network else "127.0.0.1", "-p",
                                      str(queue_port), "-js", "-sd", folder + "/queue"], log, cores)
        self.servers, self.workers, self.doors = [], [], []
        for i in range(servers):
            port = free_port()
            is_inside = network is not None and i == servers - 1
            host = network.outside if is_inside else "127.0.0.1"
            command = [program, "serve", "--port", str(port), "--data", f"{folder}/data{i}", "--database", self.database.url(host=host),
                       "--nats", f"nats://{host}:{queue_port}", "--cluster", "--trust-proxy", "--log", f"{folder}/server{i}.jsonl", *more]
            server = Process(f"server {i + 1}", network.within(command) if is_inside else command, log, cores)
            server.port = port
            self.servers.append(server)
            if is_inside:
                self.doors.append(Process("door", network.door(port), log, cores))
        for i in range(workers):
            self.workers.append(Process(f"worker {i + 1}", [program, "worker", "--nats", url, "--only", "pages", "--threads", "1",
                                                            "--name", f"worker{i}"], log, cores))
        self.proxy = nginx(folder, [server.port for server in self.servers], log, cores)

    def things(self):
        return [self.database, self.queue, *self.workers, *self.doors, *self.servers, self.proxy]

    async def start(self, before_servers=None):
        self.database.start()
        self.queue.start()
        await asyncio.sleep(1.5)
        if before_servers:
            before_servers()
        if self.has_standby:
            self.database.follow(self.folder)
        for thing in [*self.workers, *self.doors, *self.servers, self.proxy]:
            thing.start()
        await wait_until(self.is_up)

    async def is_up(self):
        for server in self.servers:
            status, body = await http(server.port, "GET", "/readyz")
            if status != 200 or json.loads(body).get("workers", 0) != len(self.workers):
                return False
        return True

    def kill(self):
        for thing in reversed(self.things()):
            if thing is not self.database and thing.is_running():
                thing.kill()
        self.database.kill_all()


async def wait_until(condition, seconds=60):
    for _ in range(int(seconds * 10)):
        try:
            if await condition():
                return
        except (OSError, ValueError, IndexError, KeyError):
            pass
        await asyncio.sleep(0.1)
    raise SystemExit("it does not start: see --log")
