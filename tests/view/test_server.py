#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""amphi view hands out the page and a run's files, and answers everything else with a status of 400 to 499."""
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[2]).resolve() / "tests/view"))
from served import PROGRAM, Server  # noqa: E402

SKIPPED = 77
SECRET = b"not for the browser"
FILES = {"particles_0000.vtkhdf": b"snapshot " * 50_000, "gauges.csv": b"time,P1 [Pa]\n0,1\n", "used.yaml": b"dp: 1\n"}


def make_folder(root):
    out, page = root / "out", root / "page"
    out.mkdir()
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<p>page")
    (page / "assets/main.js").write_text("1")
    (root / "secret").write_bytes(SECRET)
    for name, data in FILES.items():
        (out / name).write_bytes(data)
    (out / "notes.txt").write_bytes(SECRET)
    (out / ".hidden").write_bytes(SECRET)
    (out / "log.txt").symlink_to(root / "secret")            # a link that leads out
    (out / "particles_0001.vtkhdf").symlink_to("gauges.csv")  # and one that does not
    (out / "summary.json").mkdir()                           # names of amphi's that are no files
    os.mkfifo(out / "checkpoint.h5")
    return out, page


def expect(condition, text):
    if not condition:
        raise AssertionError(text)


def check_what_is_served(server, root):
    key = f"/{server.key}/"
    status, body, head = server.get(key)
    expect((status, body) == (200, b"<p>page"), (status, body))
    for line in (b"content-security-policy: default-src 'none'", b"x-content-type-options: nosniff"):
        expect(line in head.lower(), head)
    expect(server.get(key + "assets/main.js")[:2] == (200, b"1"), "assets/main.js")
    expect(json.loads(server.get(key + "runs")[1])["runs"] == [{"name": str(root / "out")}], "runs")
    listed = json.loads(server.get(key + "runs/0")[1])
    expect([f["name"] for f in listed["files"]] == sorted(FILES), listed)
    for name, data in FILES.items():
        expect(server.get(key + f"runs/0/{name}")[:2] == (200, data), name)
    expect(server.get(key + "runs/0/gauges.csv", method="HEAD")[:2] == (200, b""), "HEAD")
    for host in ("localhost", f"localhost:{server.port}", "[::1]:8080", "127.0.0.1"):
        expect(server.get(key, host=host)[0] == 200, host)
    expect(server.get(key, more=f"Origin: http://{server.host}\r\nSec-Fetch-Site: same-origin\r\n")[0] == 200, "our Origin")
    # What the run writes later is there later.
    (root / "out/particles_0002.vtkhdf").write_bytes(b"new")
    expect(server.get(key + "runs/0/particles_0002.vtkhdf")[1] == b"new", "a file that came later")
    (root / "out/particles_0002.vtkhdf").unlink()


def hostile(server):
    """Requests that must not be answered: path, and what of the request is unusual."""
    k, wrong = server.key, "0" * 32
    paths = ["/", "", "*", f"/{k}", f"//{k}/", f"/{wrong}/", f"/{k[:-1]}/", f"/{k}0/", f"/{k.upper()}x/", f"/{k}/secret",
             f"/{k}/../secret", f"/{k}/runs/0/../secret", f"/{k}/runs/0/../../secret", f"/{k}/runs/0/..", f"/{k}/runs/0/.",
             f"/{k}/runs/0/%2e%2e/secret", f"/{k}/runs/0/..%2fsecret", f"/{k}/runs/0/%2e%2e%2fsecret", f"/{k}/runs/0/..%5csecret",
             f"/{k}/runs/0//etc/passwd", f"/{k}/runs/0/%2fetc%2fpasswd", f"/{k}/runs/0/etc/passwd", "/etc/passwd",
             f"/{k}/runs/0/%252e%252e/secret", f"/{k}/runs/0/gauges.csv%00.txt", f"/{k}/runs/0/gauges%2ecsv", f"/{k}/runs/0/gauges.csv/",
             f"/{k}/runs/0/gauges.csv?x=1", f"/{k}/?x", f"/{k}/runs/0/notes.txt", f"/{k}/runs/0/.hidden", f"/{k}/runs/0/log.txt",
             f"/{k}/runs/0/particles_0001.vtkhdf", f"/{k}/runs/0/summary.json", f"/{k}/runs/0/checkpoint.h5", f"/{k}/runs/0/particles_0.vtkhdf",
             f"/{k}/runs/0/experiment.csv", f"/{k}/runs/1", f"/{k}/runs/00", f"/{k}/runs/-1", f"/{k}/runs/99999999999999999999", f"/{k}/runs/",
             f"/{k}/runs/0/", f"/{k}/assets/", f"/{k}/assets/../index.html", f"/{k}/assets/..", f"/{k}/assets/nothing.js", f"/{k}/index.html",
             f"/{k}/runs/0/" + "a" * 300, f"/{k}/" + "a/" * 2000, f"/{k}/runs/0/gauges.csv\x7f", f"/{k}/\xc0\xae\xc0\xae/secret", f"/{k}/\\..\\secret",
             "http://example.org/", f"http://example.org/{k}/"]
    found = [(path[:60], server.get(path)) for path in paths]
    key = f"/{k}/"
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "MKCOL", "get", "X"):
        found.append((method, server.get(key, method=method)))
    for host in ("example.org", f"example.org:{server.port}", "127.0.0.1.example.org", "localhost.example.org", "localhost:x", "localhost:",
                 "127.0.0.2", "0.0.0.0", "", "localhost:123456", "user@localhost", "localhost/"):
        found.append((f"Host: {host}", server.get(key, host=host)))
    for line in ("Origin: http://example.org", "Origin: null", "Origin:", f"Origin: https://{server.host}", "Origin: http://127.0.0.1:1",
                 "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", f"Host: {server.host}", "Host: example.org",
                 "Content-Length: 5", "Transfer-Encoding: chunked", "X: " + "a" * 100_000, "Cookie: " + "a=b; " * 20_000):
        found.append((line[:40], server.get(key, more=line + "\r\n")))
    found.append(("no Host", server.send(f"GET {key} HTTP/1.1\r\nConnection: close\r\n\r\n".encode())))
    found.append(("HTTP/1.0 without a Host", server.send(f"GET {key} HTTP/1.0\r\n\r\n".encode())))
    found.append(("many heads", server.get(key, more="".join(f"X{i}: y\r\n" for i in range(5000)))))
    return found


def check_refusals(server):
    found = hostile(server)
    for name, (status, body, _) in found:
        expect(400 <= status < 500, f"{name!r}: {status} {body[:200]!r}")
        expect(SECRET not in body and b"root:" not in body, f"{name!r}: got {body[:100]!r}")
    print(f"{len(found)} hostile requests: refused")


def check_garbage(server):
    """What is no HTTP gets no more than a refusal."""
    for data in (b"", b"\r\n\r\n", b"\0" * 5000, b"GET", b"GET /\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"A" * 200_000,
                 b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", b"GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n"):
        status, body, _ = server.send(data)
        expect(status == 0 or 400 <= status < 600 and SECRET not in body, f"{data[:40]!r}: {status}")


def check_crowd(server):
    """1000 connections at once, each with a hostile request: all are refused, and the page is still there."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    crowd = [server.connect() for _ in range(1000)]
    for connection in crowd:
        connection.sendall(f"GET /{server.key}/../secret HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n".encode())
    statuses = {}
    for connection in crowd:
        status = connection.recv(1 << 16).split()[1]
        statuses[status] = statuses.get(status, 0) + 1
        connection.close()
    expect(statuses == {b"404": 1000}, statuses)
    expect(server.get(f"/{server.key}/")[0] == 200, "the page after the crowd")


def check_slow(server):
    """Who says nothing keeps nobody else waiting."""
    idle = [server.connect() for _ in range(50)]
    for connection in idle:
        connection.sendall(b"GET ")
    expect(server.get(f"/{server.key}/")[0] == 200, "the page beside idle connections")
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(server.get(f"/{server.key}/runs/0/particles_0000.vtkhdf")[1])) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect(answers == [FILES["particles_0000.vtkhdf"]] * 20, "20 at once got other bytes")
    for connection in idle:
        connection.close()


def check_address(server):
    """Nobody listens at another address than that of this machine alone."""
    lines = Path("/proc/net/tcp").read_text().splitlines() + Path("/proc/net/tcp6").read_text().splitlines()
    at = {line.split()[1].split(":")[0] for line in lines if line.split()[1].endswith(f":{server.port:04X}") and line.split()[3] == "0A"}
    expect(at == {"0100007F"}, f"listens at {at}")


def check_browser(root, out, page):
    """The key is among nobody's arguments; the browser is led to the address by a file of the user's own, which goes at the
    end, and blocks and ignores no signal."""
    (root / "bin").mkdir()
    opener = root / "bin/xdg-open"
    # The shell reads its own state: while it starts a program it blocks all signals itself.
    opener.write_text(f"#!/bin/sh\nexec >{root}/seen.tmp\nprintf '%s\\n' \"$@\"\n"
                      "while read -r line; do case $line in Sig[BI][lg]*) echo \"$line\";; esac; done </proc/$$/status\n"
                      f"mv {root}/seen.tmp {root}/seen\n")
    opener.chmod(0o755)
    environment = {**os.environ, "DISPLAY": ":99", "PATH": f"{root}/bin:{os.environ['PATH']}", "XDG_RUNTIME_DIR": str(root)}
    process = subprocess.Popen([PROGRAM, "view", "--page", page, out], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=environment)
    address = process.stdout.readline().strip()
    for _ in range(200):
        if (root / "seen").exists():
            break
        time.sleep(0.05)
    seen = (root / "seen").read_text().splitlines()
    key = address.rstrip("/").rpartition("/")[2]
    file = Path(seen[0])
    expect(len(seen) == 3 and len(key) == 32 and key not in "\n".join(seen), seen)
    for line in seen[1:]:
        expect(int(line.split()[1], 16) & sum(1 << s - 1 for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE,
                                                                   signal.SIGCHLD, signal.SIGXFSZ)) == 0, line)
    expect(file.parent == root and file.stat().st_mode & 0o777 == 0o600, f"{file}: {file.stat()}")
    expect(f"url={address}\"" in file.read_text(), file.read_text())
    process.send_signal(signal.SIGTERM)
    expect(process.wait(timeout=30) == 0 and not file.exists(), f"{process.returncode}, {file}: {process.stderr.read()}")
    # Nothing to open it with is said, and the server serves.
    environment["PATH"] = str(root / "assets")
    process = subprocess.Popen([PROGRAM, "view", "--page", page, out], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=environment)
    said = process.stderr.readline()
    process.send_signal(signal.SIGTERM)
    expect(process.wait(timeout=30) == 0 and "xdg-open" in said and not list(root.glob("amphi-view-*")), said)


def check_usage(root, out, page):
    def said(*arguments):
        done = subprocess.run([PROGRAM, "view", "--no-open", *map(str, arguments)], capture_output=True, text=True, timeout=60)
        expect(done.returncode == 2, done)
        return done.stderr

    expect("which output folder?" in said(), "no folder")
    expect("no such folder" in said(root / "nothing"), "a folder that is not there")
    expect("--port" in said("--port", "0", out), "port 0")
    expect("nothing/index.html" in said("--page", root / "nothing", out), "a page that is not there")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        text = said("--page", page, "--port", taken.getsockname()[1], out)
        expect("cannot listen at port" in text and "Address already in use" in text, text)


def main():
    with tempfile.TemporaryDirectory(prefix="amphi-") as folder:
        root = Path(folder).resolve()
        out, page = make_folder(root)
        before = sorted((p.name, p.lstat().st_mtime_ns) for p in out.iterdir())
        try:
            server = Server("view", "--page", page, out)
        except RuntimeError as fault:
            if "built without libmicrohttpd" not in str(fault):
                raise
            print(f"skipped: {fault}")
            return SKIPPED
        try:
            check_address(server)
            check_what_is_served(server, root)
            check_refusals(server)
            check_garbage(server)
            check_crowd(server)
            check_slow(server)
            check_browser(root, out, page)
            check_usage(root, out, page)
            expect(sorted((p.name, p.lstat().st_mtime_ns) for p in out.iterdir()) == before, "something was written")
        finally:
            status = server.stop()
        expect(status == 0, f"exit status {status}: {server.process.stderr.read()}")
    return 0


sys.exit(main())
