#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Records of runs: what was changed is found, what was not raises no alarm, and parts computed again are the run.
AMPHI_TAMPERED=N changes N bits instead of a few dozen, with as many clean audits in between."""
import hashlib
import json
import os
import random
import re
import shutil
import stat

from harness import amphi, expect, expect_run, listing, main

MANY = int(os.environ.get("AMPHI_TAMPERED", "40"))
SEED = int(os.environ.get("AMPHI_SEED", random.randrange(1 << 32)))
RUN = ("--quiet", "--set", "summation=fixed", "--set", "output.keep.interval=0.02", "--end", "0.1")


def chain_of(folder):
    return (folder / "chain.csv").read_text().splitlines()


def make_run(folder, *more):
    expect_run(amphi("run", "case.yaml", "-o", "out", *RUN, *more, cwd=folder), 0)


def make_input(folder):
    """A case that reads a file: the water goes as points."""
    rows = "x,y\n" + "".join(f"{0.005 + 0.01 * i:.3f},{0.005 + 0.01 * k:.3f}\n" for i in range(20) for k in range(20))
    (folder / "water.csv").write_text(rows)
    text = (folder / "case.yaml").read_text()
    mine = "      - {add: box, low: [0, 0], high: [0.2, 0.2]}\n"
    expect(mine in text, "the harness has another case")
    (folder / "case.yaml").write_text(text.replace(mine, "      - {add: points, file: water.csv}\n"))


def flip(path, bit):
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


def digest(data):
    return hashlib.blake2b(data, digest_size=32).hexdigest()


def test_record(folder):
    """Digests and links, found by another program."""
    make_input(folder)
    make_run(folder)
    expect_run(amphi("certify", "out", cwd=folder), 0)
    text = (folder / "out/record.json").read_text()
    record = json.loads(text)
    expect(sorted(item["name"] for item in record["files"]) == [name for name in listing(folder / "out") if name != "record.json"],
           str(record["files"]))
    for item in record["files"]:
        data = (folder / "out" / item["name"]).read_bytes()
        expect((item["bytes"], item["digest"]) == (len(data), digest(data)), str(item))
    inputs = [(item["key"], item["path"], item["digest"]) for item in record["inputs"]]
    expect(len(inputs) == 1 and inputs[0][0] == "fluids.water.shapes.0.file" and inputs[0][1].endswith("/water.csv"), str(inputs))
    expect(inputs[0][2] == digest((folder / "water.csv").read_bytes()), str(inputs))
    expect(record["case"]["text"] == (folder / "out/used.yaml").read_text() and record["case"]["summation"] == "fixed", "another case")
    link = digest(" ".join([digest(record["case"]["text"].encode()), inputs[0][2]]).encode())
    expect(record["chain"]["begins"] == link, "the beginning of the chain")
    rows = [row.split(",") for row in chain_of(folder / "out")[1:]]
    for row, item in zip(rows, record["chain"]["links"]):
        link = digest(f"{link} {row[0]} {row[1]} {row[2]}".encode())
        expect((str(item["step"]), item["state_hash"], item["link"]) == (row[0], row[2], link), f"{row}: {item}")
    summary = json.loads((folder / "out/summary.json").read_text())
    expect(record["run"]["state_hash"] == summary["state_hash"] and record["run"]["steps"] == summary["steps"], str(record["run"]))
    expect(record["run"]["build"] == summary["build"] and record["run"]["execution"] == summary["execution"], str(record["run"]))
    body = text[:text.index(',\n "seal"')] + "\n}"
    expect(record["seal"] == {"digest": digest(body.encode())}, str(record["seal"]))


# Ed25519 by RFC 8032, to check signatures with something that is not libsodium.
P25519 = 2**255 - 19
D25519 = -121665 * pow(121666, -1, P25519) % P25519
ORDER = 2**252 + 27742317777372353535851937790883648493


def add_points(a, b):
    x, y = a[0] * b[1] + a[1] * b[0], a[1] * b[1] + a[0] * b[0]
    d = D25519 * a[0] * a[1] * b[0] * b[1]
    return x * pow(1 + d, -1, P25519) % P25519, y * pow(1 - d, -1, P25519) % P25519


def times_point(k, point):
    total = (0, 1)
    while k:
        if k & 1:
            total = add_points(total, point)
        point, k = add_points(point, point), k >> 1
    return total


def point_of(data):
    y = int.from_bytes(data, "little") & (2**255 - 1)
    square = (y * y - 1) * pow(D25519 * y * y + 1, -1, P25519) % P25519
    x = pow(square, (P25519 + 3) // 8, P25519)
    if x * x % P25519 != square:
        x = x * pow(2, (P25519 - 1) // 4, P25519) % P25519
    expect(x * x % P25519 == square, "no point of the curve")
    return (P25519 - x if x & 1 != data[31] >> 7 else x), y


def is_signed(public, signature, message):
    base = point_of((4 * pow(5, -1, P25519) % P25519).to_bytes(32, "little"))
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    left = times_point(int.from_bytes(signature[32:], "little"), base)
    return left == add_points(point_of(signature[:32]), times_point(h, point_of(public)))


def test_signature(folder):
    """One of Ed25519, of the record's format and digest."""
    make_run(folder)
    expect_run(amphi("certify", "--new-key", "mine", cwd=folder), 0)
    expect_run(amphi("certify", "out", "--key", "mine", cwd=folder), 0)
    record = json.loads((folder / "out/record.json").read_text())
    public, signature = (bytes.fromhex(record["seal"][key]) for key in ("public_key", "signature"))
    message = f"{record['format']} {record['seal']['digest']}".encode()
    expect((folder / "mine.pub").read_text().split()[-1] == record["seal"]["public_key"], "another key")
    expect(is_signed(public, signature, message), "not a signature of Ed25519")
    expect(not is_signed(public, signature, message[:-1] + b"?"), "it signs anything")


def test_bits(folder):
    """One bit at a random place of a file of each kind."""
    make_run(folder)
    expect_run(amphi("certify", "out", cwd=folder), 0, "not signed")
    clean = expect_run(amphi("audit", "out/record.json", cwd=folder), 0, "nobody signed")
    draw = random.Random(SEED)
    print(f"  seed {SEED}, {MANY} bits")
    kinds = ["record.json", "gauges.csv", "gauges.h5", "particles_", "checkpoint_", "checkpoint.h5", "summary.json", "used.yaml",
             "chain.csv", "log.txt", ".series"]
    for k in range(MANY):
        kind = kinds[k % len(kinds)]
        path = folder / "out" / draw.choice([name for name in listing(folder / "out") if kind in name])
        bit = draw.randrange(8 * path.stat().st_size)
        flip(path, bit)
        said = amphi("audit", "out/record.json", cwd=folder)
        expect(said.returncode in (1, 2), f"bit {bit} of {path.name}, seed {SEED}:\n{said.stdout}{said.stderr}")
        expect(path.name in said.stdout + said.stderr or "FAILS        record" in said.stdout, said.stdout + said.stderr)
        if path.name != "record.json":
            expect_run(said, 1, "FAILS")
        flip(path, bit)
        again = expect_run(amphi("audit", "out/record.json", cwd=folder), 0)
        expect(again.stdout == clean.stdout, again.stdout)


def test_files(folder):
    """What is gone, new or longer; a record that is elsewhere."""
    make_run(folder)
    expect_run(amphi("certify", "out", "-o", "r.json", cwd=folder), 0)
    expect_run(amphi("audit", "r.json", cwd=folder), 2, "--folder")
    audit = ("audit", "r.json", "--folder", "out")
    expect_run(amphi(*audit, cwd=folder), 0)
    (folder / "out/notes.txt").write_text("no file of a run\n")
    expect_run(amphi(*audit, cwd=folder), 0)
    (folder / "out/particles_0001.vtkhdf").rename(folder / "aside")
    expect_run(amphi(*audit, cwd=folder), 1, "particles_0001.vtkhdf: it is not there")
    (folder / "aside").rename(folder / "out/particles_0001.vtkhdf")
    shutil.copy(folder / "out/particles_0001.vtkhdf", folder / "out/particles_0077.vtkhdf")
    expect_run(amphi(*audit, cwd=folder), 1, "particles_0077.vtkhdf: the record does not have it")
    (folder / "out/particles_0077.vtkhdf").unlink()
    with open(folder / "out/gauges.csv", "a") as f:
        f.write("\n")
    expect_run(amphi(*audit, "--all", cwd=folder), 1, "gauges.csv: it has", "none was computed again")


def test_inputs(folder):
    make_input(folder)
    make_run(folder)
    expect_run(amphi("certify", "out", cwd=folder), 0)
    expect_run(amphi("audit", "out/record.json", cwd=folder), 0, "inputs: all 1 are")
    draw = random.Random(SEED)
    path = folder / "water.csv"
    for _ in range(5):
        bit = draw.randrange(8 * path.stat().st_size)
        flip(path, bit)
        expect_run(amphi("audit", "out/record.json", cwd=folder), 1, "inputs: ", "water.csv: its content has changed")
        expect_run(amphi("certify", "out", "-o", "other.json", cwd=folder), 2)
        flip(path, bit)
    expect_run(amphi("audit", "out/record.json", "--random", 1, cwd=folder), 0)


def rewrite(path, change):
    """A record changed by one who knows how records are written, but for the digests."""
    record = json.loads(path.read_text())
    change(record)
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")


def forge(path, within, key, value):
    """A record changed by one who writes its digest anew; its chain stays."""
    text = path.read_text()
    at = text.index(f'"{within}": {{')
    text = text[:at] + re.sub(rf'"{key}": ("[^"]*"|true)', lambda _: f'"{key}": {json.dumps(value)}', text[at:], count=1)
    body, seal = text.split(',\n "seal"', 1)
    old = re.search('"digest": "([0-9a-f]*)"', seal)[1]
    path.write_text(body + ',\n "seal"' + seal.replace(old, digest((body + "\n}").encode())))


def test_claims(folder):
    """What a record says of case, execution and build is that of the run's last checkpoint, and what the case can have."""
    make_run(folder)
    expect_run(amphi("certify", "out", cwd=folder), 0)
    path = folder / "out/record.json"
    whole = path.read_text()
    audit = ("audit", path, "--interval", 1)
    said = expect_run(amphi(*audit, cwd=folder), 0, "holds        execution: ", "holds        build: ", "parts are computed as the run was")
    expect("another one" not in said.stdout, said.stdout)
    expect_run(amphi(*audit, "--backend", "reference", cwd=folder), 0, "parts are computed in another way than the run: reference")
    forge(path, "run", "one_build", True)
    expect(path.read_text() == whole, "a forger writes records in another form")
    false = {"summation": ("case: summation", "kahan", "fixed"), "method": ("case: method", "swarm", "wcsph"), "digest": ("case: digest", "0" * 32)}
    for key, words in false.items():
        forge(path, "case", key, words[1])
        expect_run(amphi(*audit, cwd=folder), 1, f"FAILS        {words[0]}: the record says '{words[1]}'", *words[2:], "none was computed again")
        path.write_text(whole)
    for way, also in (("reference: scalar loops, 1 thread", "cpu: "), ("quantum: 7 qubits", "has no such backend"), ("3 parts, each quantum: x", "no such backend"),
                      ("", "no such backend")):
        forge(path, "run", "execution", way)
        expect_run(amphi(*audit, cwd=folder), 1, f"FAILS        execution: the record says '{way}'", also)
        path.write_text(whole)
    forge(path, "run", "one_build", False)
    expect_run(amphi(*audit, cwd=folder), 1, "FAILS        one build")
    for part in ("version", "sources", "compiler", "flags", "libraries"):
        path.write_text(whole)
        forge(path, "run", part, "another")
        expect_run(amphi(*audit, cwd=folder), 1, f"FAILS        build {part}: the record says 'another'")


def test_chain(folder):
    """No link can be changed alone, nor the case, nor the files."""
    make_run(folder)
    expect_run(amphi("certify", "out", cwd=folder), 0)
    path = folder / "out/record.json"
    whole = path.read_text()
    expect([f"{link['step']},{link['state_hash']}" for link in json.loads(whole)["chain"]["links"]] ==
           [f"{row.split(',')[0]},{row.split(',')[2]}" for row in chain_of(folder / "out")[1:]], "the chain is not chain.csv")

    def change_hash(record):
        record["chain"]["links"][2]["state_hash"] = "0123456789abcdef"

    def drop_link(record):
        del record["chain"]["links"][1]

    def change_case(record):
        record["case"]["text"] = record["case"]["text"].replace("small", "large")

    for change in (change_hash, drop_link, change_case):
        rewrite(path, change)
        expect_run(amphi("audit", path, cwd=folder), 1, "FAILS        record", "chain: broken at link")
        path.write_text(whole)
    expect_run(amphi("audit", path, cwd=folder), 0)
    path.write_text(whole.replace('"links"', ' "links"'))
    expect_run(amphi("audit", path, cwd=folder), 1, "not written as amphi writes records")


def test_keys(folder):
    make_run(folder)
    expect_run(amphi("certify", "--new-key", "mine", cwd=folder), 0, "secret key")
    expect_run(amphi("certify", "--new-key", "yours", cwd=folder), 0)
    expect(stat.S_IMODE((folder / "mine").stat().st_mode) == 0o600, "others may read a secret key")
    secret = (folder / "mine").read_text()
    expect_run(amphi("certify", "--new-key", "mine", cwd=folder), 2, "never replaced")
    expect((folder / "mine").read_text() == secret, "a key was replaced")
    (folder / "half.pub").write_text("")
    expect_run(amphi("certify", "--new-key", "half", cwd=folder), 2, "half.pub")
    expect(not (folder / "half").exists(), "half of a key")
    expect_run(amphi("certify", "out", "--key", "mine.pub", cwd=folder), 2, "not a file with a key")
    expect_run(amphi("certify", "out", "--key", "mine", cwd=folder), 0, "signed")
    expect(secret.split()[-1] not in (folder / "out/record.json").read_text(), "the secret is in the record")
    audit = ("audit", "out/record.json")
    expect_run(amphi(*audit, cwd=folder), 0, "checks whose it is")
    expect_run(amphi(*audit, "--public", "mine.pub", cwd=folder), 0, "holds        signature")
    expect_run(amphi(*audit, "--public", (folder / "mine.pub").read_text().split()[-1], cwd=folder), 0, "holds        signature")
    expect_run(amphi(*audit, "--public", "yours.pub", cwd=folder), 1, "FAILS        signature")
    expect_run(amphi(*audit, "--public", "mine", cwd=folder), 2, "not a file with a key")
    expect_run(amphi("certify", "out", "--key", "yours", cwd=folder), 2, "is there already")
    # A signature of another record, and one that was taken off.
    expect_run(amphi("certify", "out", "-o", "plain.json", cwd=folder), 0)
    signed = json.loads((folder / "out/record.json").read_text())["seal"]
    make_run(folder, "--force", "--set", "title=another")
    expect_run(amphi("certify", "out", "-o", "second.json", cwd=folder), 0)
    second = ("audit", "second.json", "--folder", "out")
    expect_run(amphi(*second, "--public", "mine.pub", cwd=folder), 1, "nobody signed")
    rewrite(folder / "second.json", lambda record: record["seal"].update({k: signed[k] for k in ("public_key", "signature")}))
    expect_run(amphi(*second, cwd=folder), 1, "FAILS        signature")
    (folder / "mine").chmod(0o644)
    expect_run(amphi("certify", "out", "-o", "third.json", "--key", "mine", cwd=folder), 2, "chmod 600")


def test_again(folder):
    """Parts again, on other ways to execute; also where checkpoints have gone."""
    make_run(folder, "--set", "output.keep.count=3")
    expect(len(chain_of(folder / "out")) == 1 + 1 + 4, "\n".join(chain_of(folder / "out")))
    expect([n for n in listing(folder / "out") if n.startswith("checkpoint_")] == ["checkpoint_0002.h5", "checkpoint_0004.h5"],
           str(listing(folder / "out")))
    expect_run(amphi("certify", "out", cwd=folder), 0)
    before = listing(folder)
    for how in (("--all",), ("--all", "--backend", "reference"), ("--random", 2, "--backend", "offload", "--device", "host"),
                ("--interval", 2, "--threads", 3)):
        said = expect_run(amphi("audit", "out/record.json", *how, cwd=folder, env={**os.environ, "TMPDIR": str(folder)}), 0,
                          "rows of gauges.csv, byte for byte")
        expect(said.stdout.count(": to step") == {"--all": 3, "--random": 2, "--interval": 1}[how[0]], said.stdout)
    drawn = {re.search(r"part (\d): to step", amphi("audit", "out/record.json", "--random", 1, cwd=folder).stdout)[1] for _ in range(30)}
    expect(drawn == {"1", "2", "3"}, f"of 30 parts drawn at random all are {drawn}")
    expect("part 1: to step" not in said.stdout and "parts in all: 3" in said.stdout, said.stdout)
    expect(listing(folder) == before, "an audit leaves files")
    expect_run(amphi("audit", "out/record.json", "--interval", 4, cwd=folder), 2, "there are 3 parts")


def test_false_results(folder):
    """Results that were changed before somebody certified them: digests hold, and what is computed again does not."""
    make_run(folder)
    gauges, chain = folder / "out/gauges.csv", folder / "out/chain.csv"
    rows = gauges.read_text().splitlines(keepends=True)
    whole = gauges.read_text()
    draw = random.Random(SEED)
    at = draw.randrange(2, len(rows))
    digit = rows[at].rstrip().rstrip(",")[-1]
    place = rows[at].rindex(digit)
    rows[at] = rows[at][:place] + ("1" if digit != "1" else "2") + rows[at][place + 1:]
    gauges.write_text("".join(rows))
    expect_run(amphi("certify", "out", "-o", "a.json", cwd=folder), 0)
    expect_run(amphi("audit", "a.json", "--folder", "out", cwd=folder), 0)
    expect_run(amphi("audit", "a.json", "--folder", "out", "--all", cwd=folder), 1, "gauges.csv has the row")
    gauges.write_text(whole)
    # A snapshot of another moment.
    shutil.copy(folder / "out/particles_0001.vtkhdf", folder / "out/particles_0000.vtkhdf")
    expect_run(amphi("certify", "out", "-o", "b.json", cwd=folder), 0)
    expect_run(amphi("audit", "b.json", "--folder", "out", "--all", cwd=folder), 1, "particles_0000.vtkhdf is not what")
    # A hash that no checkpoint is there for any more.
    make_run(folder, "--force", "--set", "output.keep.count=3")
    lines = chain.read_text().splitlines()
    for row in (1, 2, 4):  # the beginning, and two that went
        false = list(lines)
        false[row] = false[row][:-1] + ("0" if false[row][-1] != "0" else "1")
        chain.write_text("\n".join(false) + "\n")
        expect_run(amphi("certify", "out", "-o", f"c{row}.json", cwd=folder), 0)
        expect_run(amphi("audit", f"c{row}.json", "--folder", "out", "--all", cwd=folder), 1, "and the chain has")
    false = list(lines)
    false[3] = false[3][:-1] + ("0" if false[3][-1] != "0" else "1")
    chain.write_text("\n".join(false) + "\n")
    expect_run(amphi("certify", "out", "-o", "d.json", cwd=folder), 2, "has the hash")


def test_false_places(folder):
    """Where a forger puts what no row, moment or hash shows: names of columns, rows outside the run, the list of
    snapshots, a snapshot that is gone, the time of a link."""
    make_run(folder, "--set", "output.keep.count=3")
    out = folder / "out"
    gauges, chain, series, snapshot = (out / name for name in ("gauges.csv", "chain.csv", "particles.hdf.series", "particles_0000.vtkhdf"))

    def audit(name, status, *words):
        expect_run(amphi("certify", "out", "-o", name, cwd=folder), 0)
        said = expect_run(amphi("audit", name, "--folder", "out", "--all", cwd=folder), status, *words)
        (folder / name).unlink()
        return said

    audit("clean.json", 0)
    whole = gauges.read_text()
    head = whole.split("\n", 1)[0]
    for false in (whole.replace(head, head.replace("[", "(", 1), 1), whole + whole.splitlines()[-1].replace("0.", "9.", 1) + "\n",
                  whole + "nan,1\n", whole[:-1] + "\0 7\n"):
        gauges.write_text(false)
        audit("gauges.json", 1, "FAILS", "gauges.csv")
    gauges.write_text(whole)
    # Without the list of times, and with another one, a snapshot is still the moment that it says.
    right, times = snapshot.read_bytes(), series.read_text()
    shutil.copy(out / "particles_0001.vtkhdf", snapshot)
    series.unlink()
    audit("series.json", 1, "particles_0001.vtkhdf is of t", "not later than the one before")
    snapshot.write_bytes(right)
    expect(audit("unlisted.json", 0).stdout.count("snapshots, bit for bit") > 0, "snapshots without a list of them are not compared")
    series.write_text(times)
    snapshot.unlink()
    audit("gone.json", 0, "not checked", "that used.yaml asks for")
    snapshot.write_bytes(right)
    rows = chain.read_text().splitlines()
    step, time, state = rows[2].split(",")
    rows[2] = ",".join((step, format(float(time) + 0.00390625, '.17g'), state))
    chain.write_text("\n".join(rows) + "\n")
    audit("time.json", 1, "and the chain has")


def test_faulty_machine(folder):
    """A run of which one step went wrong, unseen: the part with that step is not what the others follow from."""
    fault = {**os.environ, "AMPHI_PLANT": "step=100,entry=advance,id=845,field=vel,bit=50"}
    expect_run(amphi("run", "case.yaml", "-o", "out", *RUN, cwd=folder, env=fault), 0)
    expect_run(amphi("certify", "out", cwd=folder), 0)
    said = expect_run(amphi("audit", "out/record.json", "--all", cwd=folder), 1)
    wrong = [line for line in said.stdout.splitlines() if line.startswith("FAILS")]
    found = re.search(r"at step (\d+)", wrong[0]) if wrong else None
    expect(found and int(found[1]) > 100 and all("part 2: " in line for line in wrong), said.stdout)
    expect(all(f"part {k}: to step" in said.stdout for k in (1, 3, 4, 5)), said.stdout)


def test_other_sums(folder):
    """Without fixed sums a part has its bits on the run's own way; elsewhere nothing is claimed."""
    for sums in ("kahan", "plain"):
        shutil.rmtree(folder / "out", ignore_errors=True)
        how = ("--set", f"summation={sums}", "--threads", 1)
        expect_run(amphi("run", "case.yaml", "-o", "out", *RUN, *how, cwd=folder), 0)
        expect_run(amphi("certify", "out", cwd=folder), 0, f"summation is {sums}, not fixed")
        expect_run(amphi("audit", "out/record.json", "--interval", 2, "--threads", 1, cwd=folder), 0, "part 2: to step")
        said = expect_run(amphi("audit", "out/record.json", "--interval", 2, "--threads", 3, cwd=folder), 0, "summation is not fixed", "execution was")
        expect("part 2: to step" not in said.stdout and "not checked  part 2" in said.stdout, said.stdout)


def test_digests_alone(folder):
    """What a part cannot show: gauges that came with a resume, snapshots that used.yaml no longer asks for, and the last."""
    gauges = "gauges=[{name: P7, type: pressure, at: [0.1, 0.02], interval: 0.002}]"
    expect_run(amphi("run", "case.yaml", "-o", "out", *RUN, "--set", "gauges=[]", "--end", "0.05", "--set", "output.interval=0.01", cwd=folder), 0)
    expect_run(amphi("run", "--resume", "out", "--quiet", "--end", "0.1", "--set", gauges, "--set", "output.interval=0.016", cwd=folder), 0)
    expect_run(amphi("certify", "out", cwd=folder), 0)
    said = expect_run(amphi("audit", "out/record.json", "--all", cwd=folder), 0, "not checked  part 1: gauges: those of used.yaml, or their intervals, came later",
                      "snapshots of moments that used.yaml does not ask for", "rows of gauges.csv, byte for byte")
    expect("holds        part 1: 0 rows" not in said.stdout and "snapshots of moments" in said.stdout.split("part 5: to step")[1], said.stdout)
    # Gauges that were there before, with another interval, from within a part on.
    often = ("--set", gauges.replace("0.002", "0.003"))
    expect_run(amphi("run", "case.yaml", "-o", "often", *RUN, "--set", gauges, "--end", "0.05", cwd=folder), 0)
    expect_run(amphi("run", "--resume", "often", "--quiet", "--end", "0.07", *often, cwd=folder), 0)
    expect_run(amphi("run", "--resume", "often", "--quiet", "--end", "0.1", *often, cwd=folder), 0)
    expect_run(amphi("certify", "often", cwd=folder), 0)
    again = expect_run(amphi("audit", "often/record.json", "--all", cwd=folder), 0).stdout
    expect([int(k) for k in re.findall(r"part (\d): gauges: those", again)] == [1, 2, 3], again)
    expect([int(k) for k in re.findall(r"part (\d): \d+ rows of gauges.csv", again)] == [4, 5], again)
    for name in ("gauges.csv", "gauges.h5", "log.txt", "summary.json", "particles_0001.vtkhdf"):
        flip(folder / "out" / name, 8 * 40)
        expect_run(amphi("audit", "out/record.json", cwd=folder), 1, f"{name}: its content has changed")
        flip(folder / "out" / name, 8 * 40)


def test_cut_chain(folder):
    """Links are appended: what a kill leaves of the last is mended by the resume, and nothing else writes the file again."""
    make_run(folder)
    whole = chain_of(folder / "out")
    expect_run(amphi("run", "case.yaml", "-o", "half", *RUN, "--end", "0.05", cwd=folder), 0)
    path = folder / "half/chain.csv"
    text, file = path.read_bytes(), path.stat().st_ino
    expect(text.count(b"\n") == 4, text.decode())
    shutil.copytree(folder / "half", folder / "plain")
    expect_run(amphi("run", "--resume", "half", "--quiet", "--end", "0.1", cwd=folder), 0)
    expect(chain_of(folder / "half") == whole and path.stat().st_ino == file, "a chain that is whole was written anew")
    draw = random.Random(SEED)
    row = (whole[4] + "\n").encode()
    for tail in (row[:draw.randrange(1, len(row) - 1)], row[:-1], b"\0" * 9, row[:7] + b"\0\0"):
        shutil.rmtree(folder / "half")
        shutil.copytree(folder / "plain", folder / "half")
        path.write_bytes(text + tail)
        expect_run(amphi("certify", "half", "-o", "a.json", cwd=folder), 2, "chain.csv: its last line is cut off", "--resume")
        expect_run(amphi("run", "--resume", "half", "--quiet", "--end", "0.1", cwd=folder), 0)
        expect(chain_of(folder / "half") == whole, f"{tail}:\n" + "\n".join(chain_of(folder / "half")))
        expect(listing(folder / "half") == listing(folder / "out"), str(listing(folder / "half")))
    # A line in the middle is no cut one, and a link in place of the file leads nowhere.
    for false, word in ((text.replace(b"\n", b"?\n", 2), "chain.csv:1:"), (text[:-9] + b"\n", "chain.csv:4:")):
        shutil.rmtree(folder / "half")
        shutil.copytree(folder / "plain", folder / "half")
        path.write_bytes(false)
        expect_run(amphi("run", "--resume", "half", "--quiet", "--end", "0.1", cwd=folder), 2, word)
    path.rename(folder / "elsewhere.csv")
    (folder / "elsewhere.csv").write_bytes(text)
    path.symlink_to("../elsewhere.csv")
    expect_run(amphi("run", "--resume", "half", "--quiet", "--end", "0.1", cwd=folder), 1, "chain.csv: cannot write: it is a link")
    expect((folder / "elsewhere.csv").read_bytes() == text, "a file elsewhere was written")


def test_without_end(folder):
    """A run that did not end is not certified; one that stopped and went on has the chain of one that did not."""
    make_run(folder)
    whole = chain_of(folder / "out")
    expect_run(amphi("run", "case.yaml", "-o", "half", *RUN, "--end", "0.05", cwd=folder), 0)
    shutil.copytree(folder / "half", folder / "killed")
    (folder / "killed/summary.json").unlink()
    expect_run(amphi("certify", "killed", cwd=folder), 2, "came to its end")
    expect_run(amphi("certify", "nothing", cwd=folder), 2, "no such folder")
    expect_run(amphi("run", "--resume", "half", "--quiet", "--end", "0.1", cwd=folder), 0)
    expect(chain_of(folder / "half") == whole, "\n".join(chain_of(folder / "half")))
    # Links behind the checkpoint that a run goes on from are written again.
    shutil.copy(folder / "out/chain.csv", folder / "killed/chain.csv")
    expect_run(amphi("run", "--resume", "killed", "--quiet", "--steps", 200, "--end", "0.1", cwd=folder), 0)
    expect(chain_of(folder / "killed") == [row for row in whole if row[0] == "s" or int(row.split(",")[0]) <= 200],
           "\n".join(chain_of(folder / "killed")))
    # A run that keeps nothing has its end alone.
    expect_run(amphi("run", "case.yaml", "-o", "bare", *RUN, "--set", "output.keep.interval=0", cwd=folder), 0)
    expect("chain.csv" not in listing(folder / "bare"), "a run that keeps nothing has a chain")
    expect_run(amphi("certify", "bare", cwd=folder), 0)
    expect_run(amphi("audit", "bare/record.json", "--all", cwd=folder), 0, "chain: 1 link,", "part 1: to step")


if __name__ == "__main__":
    main([test_record, test_signature, test_bits, test_files, test_inputs, test_claims, test_chain, test_keys, test_again, test_false_results, test_false_places, test_faulty_machine,
          test_other_sums, test_digests_alone, test_cut_chain, test_without_end])
