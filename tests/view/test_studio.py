#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""The server of amphi studio: what it answers to its page, that it writes the case and what is beside it alone, and that
it refuses what its page does not send."""
import json
import os
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(sys.argv[2]).resolve()
sys.path.insert(0, str(SOURCE / "tests/cli"))
sys.path.insert(0, str(SOURCE / "tests/view"))
from harness import CASE, PROGRAM, expect  # noqa: E402
from served import Server  # noqa: E402

SKIPPED = 77
JSON = "application/json"


class Studio(Server):
    def __init__(self, *arguments):
        super().__init__("studio", *arguments)

    def post(self, path, body, kind=JSON, more="", origin=None):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        origin = f"Origin: http://{self.host}\r\n" if origin is None else origin
        kind = f"Content-Type: {kind}\r\n" if kind else ""
        head = f"POST /{self.key}/studio/{path} HTTP/1.1\r\nHost: {self.host}\r\n{origin}{kind}{more}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        status, answer, _ = self.send(head.encode() + body)
        return status, json.loads(answer) if answer.startswith(b"{") else answer

    def ask(self, path):
        status, body, _ = self.get(f"/{self.key}/studio/{path}")
        return status, json.loads(body) if body.startswith(b"{") else body

    def wait(self, program):
        """Until a check, a lay or a run is over."""
        for _ in range(600):
            state = self.ask("state")[1]
            if not state[program]["runs"]:
                return state[program]
            time.sleep(0.1)
        raise AssertionError(f"{program} does not end")


def make_page(root):
    page = root / "page"
    (page / "assets").mkdir(parents=True)
    for name in ("index", "studio"):
        (page / f"{name}.html").write_text(f"<p>{name}")
    return page


def everything(root):
    """All files and folders, with their contents; links as they are."""
    return {str(p.relative_to(root)): p.read_bytes() if p.is_file() and not p.is_symlink() else None for p in root.rglob("*")}


def check_pages(s):
    expect(s.get(f"/{s.key}/")[:2] == (200, b"<p>studio"), "the studio's page")
    expect(s.get(f"/{s.key}/results")[:2] == (200, b"<p>index"), "the page of results")
    expect("allOf" in s.ask("schema")[1], "the schema")
    shipped = {c["name"]: c["title"] for c in s.ask("cases")[1]["shipped"]}
    expect(shipped["dambreak2d"] == "Collapse of a water column in 2-D", shipped)


def check_cases(s, folder):
    """New cases, from those that come along and from text; opened again by name."""
    expect(s.ask("case")[0] == 404 and s.ask("state")[1]["case"] is None, "a case is open")
    status, made = s.post("new", {"name": "mine", "from": "dambreak2d"})
    expect(status == 200 and (folder / "mine/case.yaml").read_text() == made["text"] and "Collapse" in made["text"], made)
    expect((folder / "mine/experiment.csv").exists() == (SOURCE / "cases/dambreak2d/experiment.csv").exists(), "what is beside it")
    status, made = s.post("new", {"name": "small", "from": ""})
    expect(status == 200 and "A column of water" in made["text"], made)
    status, made = s.post("new", {"name": "pond", "text": CASE})
    expect(status == 200 and made == {"file": str(folder / "pond/case.yaml"), "text": CASE}, made)
    for name, said in (("pond", "already"), ("", "a name"), ("../out", "a name"), (".hidden", "a name"), ("a/b", "a name"), ("/tmp/x", "a name")):
        for more in ({"text": CASE}, {"from": ""}):
            status, answer = s.post("new", {"name": name, **more})
            expect(status == 400 and said in answer["error"], (name, answer))
    status, answer = s.post("new", {"name": "x", "from": "../../etc"})
    expect(status == 400 and "no name" in answer["error"], answer)
    expect([c["name"] for c in s.ask("cases")[1]["here"]] == ["mine", "pond", "small"], s.ask("cases"))
    expect(s.post("open", {"name": "small"})[0] == 200 and s.ask("state")[1]["case"].endswith("small/case.yaml"), "not opened")
    for name in ("nothing", "..", "../" + folder.name, ""):
        expect(s.post("open", {"name": name})[0] == 400, name)
    expect(s.post("open", {"name": "pond"})[0] == 200, "not opened again")


def check_saving(s, folder):
    """Written whole, with the mode that it had, and not over what another program wrote."""
    path = folder / "pond/case.yaml"
    path.chmod(0o600)
    text = CASE + "# more\n"
    expect(s.post("case", {"file": str(path), "text": text, "base": CASE})[0] == 200 and path.read_text() == text, "not saved")
    expect(path.stat().st_mode & 0o777 == 0o600, oct(path.stat().st_mode))
    path.write_text(text + "# by another\n")
    status, answer = s.post("case", {"file": str(path), "text": CASE, "base": text})
    expect(status == 409 and answer["there"] == text + "# by another\n" and path.read_text() == answer["there"], answer)
    status, answer = s.post("case", {"file": str(folder / "small/case.yaml"), "text": CASE, "base": answer["there"]})
    expect(status == 400 and "another page" in answer["error"], answer)
    expect(s.post("case", {"file": str(path), "text": CASE, "base": path.read_text()})[0] == 200, "with the new base")
    # Through a link nothing is read or written.
    secret = folder.parent / "secret"
    path.unlink()
    path.symlink_to(secret)
    expect(s.ask("case")[0] == 404, "read through a link")
    expect(s.post("case", {"file": str(path), "text": "x", "base": secret.read_text()})[0] == 400, "written through a link")
    path.unlink()
    path.write_text(CASE)


def check_files(s, folder):
    bytes_kind = "application/octet-stream"
    pond = folder / "pond"
    expect(s.post("file/hull.stl", b"solid", bytes_kind)[0] == 200 and (pond / "hull.stl").read_bytes() == b"solid", "no file")
    status, answer = s.post("file/hull.stl", b"other", bytes_kind)
    expect(status == 409 and "already" in answer["error"] and (pond / "hull.stl").read_bytes() == b"solid", answer)
    expect(s.post("replace/hull.stl", b"\0" * 3_000_000, bytes_kind)[0] == 200 and (pond / "hull.stl").stat().st_size == 3_000_000, "not replaced")
    (pond / "link.stl").symlink_to(folder.parent / "secret")
    expect(s.post("replace/link.stl", b"x", bytes_kind)[0] == 200 and not (pond / "link.stl").is_symlink(), "followed a link")
    for name in ("case.yaml", "other.yaml", "a.sh", "stl", "a.stl.so", "used.yaml"):
        status, answer = s.post(f"replace/{name}", b"x", bytes_kind)
        expect(status == 400 and "expected .stl" in answer["error"], (name, answer))
    for name in ("..", "../x.stl", "%2e%2e%2fx.stl", "a/b.stl", ".a.stl", "/etc/x.stl", "", "x" * 300 + ".stl"):
        expect(s.post(f"file/{name}", b"x", bytes_kind)[0] == 404, name)
    expect("hull.stl" in s.ask("beside")[1]["files"], s.ask("beside"))


def check_checks(s, folder):
    """The text is checked as it would be in its place, and laid; nothing in the case's folder changes."""
    before = everything(folder)
    expect(s.post("check", {"text": CASE.replace("dp:", "dq:")})[1]["checked"] == 1, "the first check")
    said = s.wait("check")
    line = CASE[:CASE.index("dp:")].count("\n") + 1
    expect(said["status"] == 2 and f"pond/case.yaml:{line}: dq: unknown key" in said["text"], said)
    s.post("check", {"text": CASE})
    said = s.wait("check")
    expect(said["status"] == 0 and "particles" in said["text"], said)
    expect(s.post("lay", {})[0] == 200 and s.wait("lay")["status"] == 0, s.ask("state"))
    status, body, _ = s.get(f"/{s.key}/studio/laid/particles_0000.vtkhdf")
    expect(status == 200 and body.startswith(b"\x89HDF"), (status, body[:20]))
    expect(s.get(f"/{s.key}/studio/laid/secret")[0] == 404 and s.get(f"/{s.key}/studio/laid/..")[0] == 404, "more than results")
    # How long it takes; what overtakes it ends it, and it leaves nothing (main looks).
    expect(s.post("time", {})[0] == 200, "not timed")
    said = s.wait("time")
    expect(said["status"] == 0 and all(f"\n  {label} " in said["text"] for label in ("takes", "disk")), said)
    expect(s.post("time", {})[0] == 200, "not timed again")
    time.sleep(0.5)
    # The later check counts: the earlier one is ended.
    big = CASE.replace("dp: 0.01", "dp: 0.0003")
    s.post("check", {"text": big})
    start = time.time()
    expect(s.post("check", {"text": CASE})[1]["checked"] == 4 and s.wait("check")["status"] == 0, "the last check")
    expect(time.time() - start < 20, "the stale check was waited for")
    expect(everything(folder) == before, "a check wrote to the folder")


def check_runs(s, folder):
    """Run, stopped with a checkpoint, gone on with; an earlier run is replaced only where that is said."""
    out, path = folder / "pond/out", folder / "pond/case.yaml"
    path.write_text(CASE.replace("end: 0.2", "end: 1000"))
    expect("end: 1000" in path.read_text(), path.read_text())
    for output in ("../out", "", ".out", "a/b", "case.yaml", "/tmp/out"):
        expect(s.post("run", {"output": output, "how": "new"})[0] == 400, output)
    expect(s.post("run", {"output": "out", "how": "new"})[0] == 200, "not begun")
    status, answer = s.post("run", {"output": "two", "how": "new"})
    expect(status == 400 and "one at a time" in answer["error"], answer)
    expect(s.post("time", {})[0] == 400, "a run is slowed")
    status, answer = s.post("open", {"name": "small"})
    expect(status == 400 and "stop it first" in answer["error"], answer)
    for _ in range(300):
        if s.get(f"/{s.key}/runs/0/gauges.csv")[1].count(b"\n") > 3:
            break
        time.sleep(0.1)
    else:
        raise AssertionError(f"no gauges: {s.ask('state')}")
    s.post("stop", {})
    said = s.wait("run")
    summary = json.loads((out / "summary.json").read_text())
    expect(said["status"] == 143 and summary["outcome"] == "interrupted" and (out / "checkpoint.h5").exists(), (said, summary))
    status, answer = s.post("run", {"output": "out", "how": "new"})
    expect(status == 409 and "earlier run" in answer["error"], answer)
    expect(json.loads((out / "summary.json").read_text()) == summary, "the earlier run is gone")
    path.write_text(CASE.replace("end: 0.2", f"end: {summary['time'] + 0.01}"))
    expect(s.post("run", {"output": "out", "how": "resume"})[0] == 200 and s.wait("run")["status"] == 0, s.ask("state"))
    expect(json.loads((out / "summary.json").read_text())["steps"] > summary["steps"], "it did not go on")
    expect("out" in s.ask("beside")[1]["outputs"], s.ask("beside"))
    path.write_text(CASE.replace("dp: 0.01", "dp: 0.02"))
    expect(s.post("run", {"output": "out", "how": "replace"})[0] == 200 and s.wait("run")["status"] == 0, s.ask("state"))
    (folder / "pond/led").symlink_to(folder.parent)
    expect(s.post("run", {"output": "led", "how": "new"})[0] == 400, "a run through a link")
    # A film of what is shown, and other results beside it.
    expect(s.post("film", {})[0] == 200 and s.wait("film")["status"] == 0, s.ask("state"))
    status, body, _ = s.get(f"/{s.key}/studio/film/film.webp")
    expect(status == 200 and body[:4] == b"RIFF" and body == (out / "film.webp").read_bytes(), (status, body[:20]))
    expect(s.get(f"/{s.key}/studio/film/summary.json")[0] == 404, "more than the film")
    expect(s.post("run", {"output": "two", "how": "new"})[0] == 200 and s.wait("run")["status"] == 0, s.ask("state"))
    names = lambda: [run["name"] for run in json.loads(s.get(f"/{s.key}/runs")[1])["runs"]]
    expect(names() == [str(folder / "pond/two")], names())
    expect(s.post("with/out", {})[0] == 200 and names() == [str(folder / "pond/two"), str(out)], names())
    expect(s.get(f"/{s.key}/runs/1/summary.json")[1] == (out / "summary.json").read_bytes(), "other results")
    for name in ("led", "case.yaml", "..", "a%2fb"):
        expect(s.post(f"with/{name}", {})[0] in (400, 404) and len(names()) == 2, name)
    expect(s.post("with/two", {})[0] == 200 and len(names()) == 1, names())
    expect(s.get(f"/{s.key}/runs/1/summary.json")[0] == 404, "of none")


def check_guards(s, folder):
    """What is not from the page of this server is refused before it does anything."""
    before = everything(folder)
    evil = {"name": "evil", "text": CASE}
    for what, answer in {
            "no Origin": s.post("new", evil, origin=""),
            "another site": s.post("new", evil, origin="Origin: http://example.org\r\n"),
            "null": s.post("new", evil, origin="Origin: null\r\n"),
            "another port": s.post("new", evil, origin="Origin: http://127.0.0.1:1\r\n"),
            "a form": s.post("new", evil, kind="application/x-www-form-urlencoded"),
            "a form's text": s.post("new", evil, kind="text/plain"),
            "a form's file": s.post("new", evil, kind="multipart/form-data; boundary=x"),
            "no type": s.post("new", evil, kind=""),
            "cross-site": s.post("new", evil, more="Sec-Fetch-Site: cross-site\r\n"),
            "another host": s.post("new", evil, more="Host: example.org\r\n"),
            "too much": s.send(f"POST /{s.key}/studio/new HTTP/1.1\r\nHost: {s.host}\r\nOrigin: http://{s.host}\r\nContent-Type: {JSON}\r\n"
                               "Content-Length: 99999999999\r\n\r\n".encode()),
            "chunks": s.send(f"POST /{s.key}/studio/new HTTP/1.1\r\nHost: {s.host}\r\nOrigin: http://{s.host}\r\nContent-Type: {JSON}\r\n"
                             "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n".encode()),
            "no JSON": s.post("new", b"{"), "a list": s.post("new", []), "numbers": s.post("new", {"name": 1, "text": 2}),
            "deep": s.post("new", b"[" * 100_000), "a 0 in it": s.post("new", {"name": "a\0b", "text": CASE}),
            "nothing to check": s.post("check", {}), "nothing to run": s.post("run", {}), "no such word": s.post("exec", {}),
            "a word of GET": s.post("state", {}), "a name too many": s.post("new/x", evil),
            "the page": s.send(f"POST /{s.key}/ HTTP/1.1\r\nHost: {s.host}\r\nOrigin: http://{s.host}\r\nContent-Type: {JSON}\r\n"
                               "Content-Length: 2\r\nConnection: close\r\n\r\n{}".encode())}.items():
        expect(400 <= answer[0] < 500, f"{what}: {answer[:2]}")
    key, s.key = s.key, "0" * 32
    expect(s.post("new", evil)[0] == 404 and s.ask("state")[0] == 404, "without the key")
    s.key = key
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        expect(s.get(f"/{s.key}/studio/state", method=method)[0] == 405, method)
    for word in ("new", "run", "check", "stop", "lay", "time", "film", "with/out", "file/x.stl"):
        expect(s.ask(word)[0] == 404, f"GET {word}")
    expect(everything(folder) == before and s.ask("state")[0] == 200, "a refused request did something")


def check_end(root, page):
    """Ctrl-C stops a run that goes on with a checkpoint, and leaves nothing else."""
    path = root / "cases/pond/case.yaml"
    path.write_text(CASE.replace("end: 0.2", "end: 1000"))
    s = Studio("--page", page, path)
    expect(s.ask("case")[1] == {"file": str(path), "text": path.read_text()} and s.ask("state")[1]["folder"] == str(root / "cases"), s.ask("state"))
    expect(s.post("run", {"output": "end", "how": "new"})[0] == 200, "not begun")
    for _ in range(300):
        if (path.parent / "end/gauges.csv").exists():
            break
        time.sleep(0.1)
    expect(s.stop() == 0 and "checkpoint" in s.process.stderr.read(), "it did not end well")
    expect(json.loads((path.parent / "end/summary.json").read_text())["outcome"] == "interrupted", "not stopped")
    expect((path.parent / "end/checkpoint.h5").exists(), "no checkpoint")


def main():
    with tempfile.TemporaryDirectory(prefix="amphi-") as name:
        root = Path(name).resolve()
        os.environ["TMPDIR"] = str(root / "tmp")
        os.environ.update(OMP_NUM_THREADS="1")
        (root / "tmp").mkdir()
        (root / "secret").write_text("a secret")
        folder, page = root / "cases", make_page(root)
        folder.mkdir()
        try:
            s = Studio("--page", page, folder)
        except RuntimeError as fault:
            if "built without libmicrohttpd" not in str(fault):
                raise
            print(f"skipped: {fault}")
            return SKIPPED
        try:
            for check in (check_pages, check_cases, check_saving, check_files, check_checks, check_runs, check_guards):
                check(*((s,) if check is check_pages else (s, folder)))
        finally:
            status = s.stop()
        expect(status == 0, f"exit status {status}: {s.process.stderr.read()}")
        check_end(root, page)
        expect((root / "secret").read_text() == "a secret", "the secret changed")
        expect(not list((root / "tmp").iterdir()), f"left behind: {list((root / 'tmp').iterdir())}")
        expect(sorted(p.name for p in root.iterdir()) == ["cases", "page", "secret", "tmp"], list(root.iterdir()))
    return 0


sys.exit(main())
