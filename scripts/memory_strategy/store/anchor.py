"""The anchor: a keyed hash chain over the record lines, kept outside the memory folder, so that tampering is seen.

Who can write into the folder can change a record and its checksum; without the key they cannot change the chain, and an
older copy of the whole folder does not fit it either. It only reports: a person's edit of a face is a revision like any
other, and nothing is ever refused on its account. Where there is no home there is no anchor.
One surprising fact: a line is announced before it is appended and confirmed after, both without fsync. A kill leaves an
announcement, of which the next writer looks whether it came true; a power loss may take the end of the chain, so lines
after it are taken in where the machine was restarted since, and `verify` says that they were.

    key <64 hex digits>
    ! <mac> <time> <why the chain was begun anew>
    + <file> <digest of the line> <mac over the mac before and this>
    = <boot>                                                     the lines above are on the disk
    ~ <why>                                                      a file is being rewritten; the chain begins anew after it
"""

from __future__ import annotations

import contextlib
import errno
import hmac
import os
import secrets
from collections import Counter
from pathlib import Path
from typing import Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence

from ..errors import StoreError
from . import files

DIGITS = 32  # 128 bits of SHA-256
TAIL = 256
_BEGUN = "0" * DIGITS


class Alarm(NamedTuple):
    """The first line of a file that is not as it was written: its number from 1, its byte offset, what is wrong.

    `merged`: every line of ours is there, among others that are not ours, as after a merge by git.
    """

    file: str
    line: int
    offset: int
    what: str
    merged: bool = False


class Chain(NamedTuple):
    """What an anchor holds: digests by file that are surely on the disk, announced ones, reasons, and how it ends."""

    key: bytes
    mac: str
    entries: Dict[str, List[str]]
    announced: List[tuple[str, str]]
    reasons: List[str]
    boot: str
    sound: bool
    committed: int  # bytes up to the last confirmation


class Anchor:
    """The chain of one memory folder; `place` None: nothing is kept and nothing is known."""

    def __init__(self, place: Optional[Path], boot: str = "") -> None:
        self.place, self.boot = place, boot

    def announce(self, name: str, raws: Sequence[bytes]) -> bool:
        """Say that these lines are about to be appended; False where that could not be written down. Lock held."""
        if self.place is None:
            return True
        try:
            key, mac = self._end()
            parts = []
            for raw in raws:
                digest = _hmac(key, raw)
                mac = _hmac(key, f"{mac} {name} {digest}".encode())
                parts.append(f"+ {name} {digest} {mac}\n")
            return self._write("".join(parts))
        except (OSError, ValueError, StoreError):
            return False

    def confirm(self) -> bool:
        """The announced lines are on the disk."""
        return self.place is None or self._write(f"= {self.boot}\n")

    def announce_rewriting(self, why: str) -> None:
        """A file is about to be rewritten by us; killed before `renew`, the next writer begins the chain anew."""
        if self.place is not None:
            self._write(f"~ {why}\n", durable=True)

    def retract(self) -> None:
        """The announced lines were not appended after all."""
        if self.place is not None:
            with contextlib.suppress(StoreError, OSError):
                chain = self._read()
                files.truncate(self.place, chain.committed)

    def settle(self, records: Mapping[str, Path], now: str) -> None:
        """Before a writer begins: make the anchor where there is none, and look what became of announcements. Lock held."""
        if self.place is None:
            return
        with contextlib.suppress(OSError, ValueError, StoreError):
            if not self.place.exists():
                self.renew(records, now, "anchored for the first time")
                return
            tail = self._tail()
            last = tail.rsplit("\n", 2)[-2]
            if last == f"= {self.boot}" and tail.endswith("\n"):
                return
            if last.startswith("~ "):
                self.renew(records, now, last[2:])
                return
            self._catch_up(records, now)

    def _catch_up(self, records: Mapping[str, Path], now: str) -> None:
        chain = self._read()
        restarted = chain.boot != self.boot
        on_disk = {name: list(_digests(chain.key, path)) for name, path in records.items()}
        kept = {name: list(chain.entries.get(name, ())) for name in records}
        for name, digest in chain.announced:
            place = len(kept.get(name, ()))
            if on_disk.get(name, [])[place : place + 1] == [digest]:
                kept[name].append(digest)
        taken = {n: d[len(kept[n]) :] for n, d in on_disk.items() if restarted and d[: len(kept[n])] == kept[n]}
        count = sum(map(len, taken.values()))
        for name, digests in taken.items():
            kept[name] += digests
        reasons = [*chain.reasons, f"{now} restart: {count} lines taken as they stand"] if count else chain.reasons
        if chain.sound or restarted:
            self._rewrite(chain.key, kept, reasons)

    def renew(self, records: Mapping[str, Path], now: str, why: str) -> None:
        """Begin the chain anew over the lines as they stand, for a reason that is kept. Lock held.

        Raises: StoreError.
        """
        if self.place is None:
            return
        reasons: List[str] = []
        key = secrets.token_bytes(32)
        with contextlib.suppress(ValueError, IndexError):
            held = self._read()
            reasons, key = held.reasons, held.key
        entries = {name: list(_digests(key, path)) for name, path in records.items()}
        count = sum(map(len, entries.values()))
        self._rewrite(key, entries, [*reasons[-20:], f"{now} {why}: {count} lines taken as they stand"], durable=True)

    def verify(self, records: Mapping[str, Path]) -> List[Alarm]:
        """The first line of each file that is not as it was written; reads everything.

        Raises: StoreError.
        """
        try:
            chain = self._read()
        except (ValueError, IndexError):
            return [Alarm("anchor", 1, 0, "the anchor cannot be read")]
        alarms = [] if chain.sound else [Alarm("anchor", 1, 0, "the anchor itself was altered")]
        for name, path in records.items():
            maybe = [digest for file, digest in chain.announced if file == name]
            alarm = _compared(name, list(_lines(path)), chain.entries.get(name, []), maybe, chain.key)
            alarms += [alarm] if alarm else []
        return alarms

    @property
    def exists(self) -> bool:
        """Whether there is a chain to compare with."""
        return self.place is not None and self.place.exists()

    def reasons(self) -> List[str]:
        """When and why the chain was begun anew, oldest first."""
        try:
            return self._read().reasons
        except (ValueError, IndexError):
            return []

    # -- the file -------------------------------------------------------------------------------------------------------

    def _write(self, text: str, durable: bool = False) -> bool:
        assert self.place is not None
        try:
            fd = files.opened(self.place, os.O_RDWR | os.O_APPEND)
            try:
                size = _whole(fd)
                try:
                    if os.write(fd, text.encode("utf-8")) < len(text.encode("utf-8")):
                        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                    if durable:
                        os.fsync(fd)
                except OSError:
                    os.ftruncate(fd, size)
                    raise
            finally:
                os.close(fd)
        except OSError:
            return False
        return True

    def _rewrite(
        self, key: bytes, entries: Mapping[str, Sequence[str]], reasons: Sequence[str], *, durable: bool = False
    ) -> None:
        assert self.place is not None
        out, mac = [f"key {key.hex()}\n"], _BEGUN
        for reason in reasons:
            mac = _hmac(key, f"{mac} {reason}".encode())
            out.append(f"! {mac} {reason}\n")
        for name, digests in entries.items():
            for digest in digests:
                mac = _hmac(key, f"{mac} {name} {digest}".encode())
                out.append(f"+ {name} {digest} {mac}\n")
        out.append(f"= {self.boot}\n")
        files.make_folder(self.place.parent)
        files.replace(self.place, "".join(out).encode("utf-8"), durable=durable)

    def _tail(self) -> str:
        assert self.place is not None
        size = files.stat(self.place).size
        return files.read(self.place, max(0, size - TAIL)).decode("utf-8", "replace")

    def _end(self) -> tuple[bytes, str]:
        """The key, and the mac of the last entry."""
        assert self.place is not None
        key = bytes.fromhex(files.read(self.place, 4, 64).decode("ascii"))
        for line in reversed(self._tail().splitlines(keepends=True)):
            if line[:2] == "+ " and line.endswith("\n"):
                return key, line.rstrip("\n").rsplit(" ", 1)[1]
        return key, self._read().mac

    def _read(self) -> Chain:
        assert self.place is not None
        raw = files.read(self.place)
        text = raw.decode("utf-8", "replace").splitlines(keepends=True)
        key = bytes.fromhex(text[0].split()[1])
        mac, boot, at, sound = _BEGUN, "", len(text[0]), True
        committed, ended = at, at
        entries: Dict[str, List[str]] = {}
        announced: List[tuple[str, str]] = []
        reasons: List[str] = []
        for line in text[1:]:
            if not line.endswith("\n"):
                break  # a disk that failed cut it off: it was not written, and whoever can alter the file holds the key
            mark, _, rest = line.rstrip("\n").partition(" ")
            ended += len(line.encode("utf-8"))
            if mark == "=":
                for name, digest in announced:
                    entries.setdefault(name, []).append(digest)
                announced, boot, committed = [], rest, ended
                continue
            if mark == "~":
                continue
            basis, given = _basis(mark, rest)
            mac = _hmac(key, f"{mac} {basis}".encode())
            if mac != given:
                sound = False
                break
            if mark == "!":
                reasons.append(basis)
            else:
                announced.append((basis.split(" ")[0], basis.split(" ")[1]))
        return Chain(key, mac, entries, announced, reasons, boot, sound, committed)


def _whole(fd: int) -> int:
    """The size of the file, once a last line that a disk refused the rest of is cut off."""
    size = os.fstat(fd).st_size
    start = max(0, size - TAIL)
    os.lseek(fd, start, os.SEEK_SET)
    tail = os.read(fd, TAIL)
    if tail and not tail.endswith(b"\n"):
        size = start + tail.rfind(b"\n") + 1
        os.ftruncate(fd, size)
    return size


def _basis(mark: str, rest: str) -> tuple[str, str]:
    """(what the mac of an entry is over, the mac that stands there)."""
    if mark == "!":
        given, _, basis = rest.partition(" ")
    else:
        basis, _, given = rest.rpartition(" ")
    return basis, given


def _hmac(key: bytes, data: bytes) -> str:
    return hmac.digest(key, data, "sha256").hex()[:DIGITS]


def _lines(path: Path) -> Iterator[bytes]:
    """The whole lines of a file; a torn last one is the mending's."""
    for raw in files.read(path).splitlines(keepends=True):
        if raw.endswith(b"\n"):
            yield raw


def _digests(key: bytes, path: Path) -> Iterator[str]:
    return (_hmac(key, raw) for raw in _lines(path))


def _compared(
    name: str, raws: Sequence[bytes], expected: Sequence[str], maybe: Sequence[str], key: bytes
) -> Optional[Alarm]:
    """Where the lines of a file part from the chain; the announced ones may be there or not."""
    found = [_hmac(key, raw) for raw in raws]
    allowed = [*expected, *maybe]
    same = 0
    while same < min(len(found), len(allowed)) and found[same] == allowed[same]:
        same += 1
    if same == len(found) and same >= len(expected):
        return None
    offset = sum(map(len, raws[:same]))
    missing = Counter(expected) - Counter(found)
    if same == len(found):
        what = f"the file ends here; {len(expected) - same} lines that were written are gone"
    elif same >= len(expected):
        what = f"{len(found) - same} lines from here on were not written by this skill on this machine"
    elif expected[same] in found[same:]:
        what = "a line stands here that was not written here"
    elif found[same] in expected[same:]:
        what = "a line that stood here is gone"
    else:
        what = "this line was altered"
    return Alarm(name, same + 1, offset, what, merged=not missing)
