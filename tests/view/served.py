# SPDX-License-Identifier: BSD-3-Clause
"""A server of amphi, and raw requests to it."""
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it, and what they start does
PROGRAM = Path(sys.argv[1]).resolve()
PAGE = PROGRAM.parent / "page"
PACKAGES = PROGRAM.parent / "page-work/node_modules"


def missing(page):
    """What a test in a browser wants and is not here; None if all is."""
    for there, what in ((shutil.which("node"), "no node here (tools/setup view)"), (shutil.which("chromium"), "no chromium here (tools/setup view)"),
                        ((PAGE / page).exists(), f"the page is not built (tools/page {PROGRAM.parent})"),
                        ((PACKAGES / "playwright-core").exists(), f"no playwright-core (tools/page {PROGRAM.parent})")):
        if not there:
            return what
    return None


class Server:
    """The program, and raw requests to it."""

    def __init__(self, command, *arguments):
        self.process = subprocess.Popen([PROGRAM, command, "--no-open", *map(str, arguments)], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        address = self.process.stdout.readline().strip()
        if not address:
            self.process.wait()
            raise RuntimeError(self.process.stderr.read())
        self.host, self.key = address.removeprefix("http://").rstrip("/").split("/")
        self.port = int(self.host.split(":")[1])

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def send(self, data):
        """The status and the body of the answer; 0 where the connection was closed without one."""
        with self.connect() as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it had enough of it already, and said why
            answer = b""
            try:
                while part := connection.recv(1 << 20):
                    answer += part
            except ConnectionResetError:
                pass
        head, _, body = answer.partition(b"\r\n\r\n")
        return (int(head.split()[1]) if head.startswith(b"HTTP/1.") else 0), body, head

    def get(self, path, method="GET", host=None, more=""):
        host = self.host if host is None else host
        return self.send(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n".encode("latin-1"))

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=30)
