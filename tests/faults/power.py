# SPDX-License-Identifier: BSD-3-Clause
"""What a disk may hold after a power cut, from what the preloaded library wrote down (disk.h): contents that no fsync
covered may be there, in part or not at all, and so may each change of a name that no fsync of its folder covered."""
import os
import shutil
from pathlib import Path

FOLDER, BLOCK = "folder", 512


def names_after(journal, names, keeps):
    """The names on the disk; `keeps` decides about each change that no sync of its folder covered."""
    durable, now, pending = dict(names), dict(names), []

    def apply(change):
        verb, path, what, old = change
        if old:
            durable.pop(old, None)
        if verb == "remove":
            durable.pop(path, None)
        else:
            durable[path] = what

    for line in journal:
        verb, path, *more = line.split("\t")
        if verb == "sync":
            for change in [c for c in pending if os.path.dirname(c[1]) == path]:
                apply(change)
                pending.remove(change)
            continue
        if verb == "rename":
            change = (verb, more[0], now.pop(path), path)
        else:
            change = (verb, path, FOLDER if verb == FOLDER else more[0] if more else None, None)
        if verb == "remove":
            now.pop(path, None)
        else:
            now[change[1]] = change[2]
        pending.append(change)
    for change in pending:
        if keeps(change):
            apply(change)
    return durable


def torn(synced, current, random):
    """Blocks of what was synced and of what was not, and zeros where the disk had not come to write."""
    size = random.choice((len(synced), len(current), random.randint(0, max(len(synced), len(current)))))
    blocks = [random.choice((synced, current, b""))[at:at + BLOCK].ljust(BLOCK, b"\0") for at in range(0, size, BLOCK)]
    # What a sync covered and nobody wrote again is safe.
    for i, at in enumerate(range(0, size, BLOCK)):
        if at + BLOCK <= len(synced) and synced[at:at + BLOCK] == current[at:at + BLOCK]:
            blocks[i] = synced[at:at + BLOCK]
    kept = len(os.path.commonprefix((synced, current)))
    return (synced[:kept] + b"".join(blocks)[kept:])[:max(size, kept)]


class Disk:
    """The disk under place.data; begin() before a run, cut() after it died."""

    def __init__(self, place):
        self.place, self.folder, self.names = place, place.folder / "disk", {}
        self.held = []  # so that no new file gets the number of one that a run removes

    def begin(self):
        """All that is there now is on the disk."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        self.names = {}
        self.release()
        for path in sorted(self.place.data.rglob("*")):
            if path.is_dir():
                self.names[str(path)] = FOLDER
                continue
            inode = str(path.stat().st_ino)
            self.names[str(path)] = inode
            self.held.append(path.open("rb"))
            shutil.copy(path, self.folder / f"{inode}.synced")
        return {"below": self.place.data, "disk": self.folder}

    def release(self):
        for file in self.held:
            file.close()
        self.held = []

    def contents(self, inode, current, how, random):
        synced = self.folder / f"{inode}.synced"
        synced = synced.read_bytes() if synced.exists() else b""
        if how == "mixed" and inode in current:
            return torn(synced, current[inode], random)
        return synced

    def cut(self, how, random):
        """how: 'least' keeps only what syncs cover; 'names' all changes of names; 'mixed' a part of everything."""
        journal = self.folder / "journal"
        lines = journal.read_text().splitlines() if journal.exists() else []
        keeps = {"least": lambda _: False, "names": lambda _: True, "mixed": lambda _: random.random() < 0.5}[how]
        names = names_after(lines, self.names, keeps)
        current = {str(path.stat().st_ino): path.read_bytes() for path in self.place.data.rglob("*") if path.is_file()}
        held = {path: None if what == FOLDER else self.contents(what, current, how, random)
                for path, what in names.items()}
        self.release()
        self.place.clear()
        for path, data in sorted(held.items()):
            parent = Path(path).parent
            if data is None:
                Path(path).mkdir(exist_ok=True)
            elif parent.is_dir():
                Path(path).write_bytes(data)
