#!/usr/bin/env python3
"""Verifies a journal directory with the standard library alone.

    verify_journal.py DIRECTORY...      one JSON line per directory; exit status 0 (all stand) or 1
    verify_journal.py --batch           one JSON request per line on stdin, one JSON verdict per line on stdout

A request is {"directory": D} or {"directory": D, "file": NAME, "edits": [EDIT...]}; the edits are made on a copy
in memory: {"at": OFFSET, "hex": BYTES} replaces bytes, {"cut": LENGTH} shortens the file, {"remove": true} removes it.
With "domain" and "domainVersion" in the request the headers are judged against them.
"""
import fcntl
import hashlib
import json
import os
import re
import stat
import sys

SUFFIX = 75
LONGEST_LINE = 9 << 20
SUFFIX_HEAD, SUFFIX_TAIL = b',"hash":"', b'"}'
LOWER_HEX = frozenset(b"0123456789abcdef")
SEGMENT_NAME = re.compile(r"[0-9]{20}\.jsonl\Z")
TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z\Z")
BLANK = b"\n\x00"


def sha256(data):
    return hashlib.sha256(data).digest()


def misfits(suffix):
    """In how many of the 75 bytes a suffix does not have the form of one."""
    head, tail = len(SUFFIX_HEAD), len(SUFFIX_TAIL)
    wrong = sum(a != b for a, b in zip(suffix[:head], SUFFIX_HEAD))
    wrong += sum(b not in LOWER_HEX for b in suffix[head:-tail])
    return wrong + sum(a != b for a, b in zip(suffix[-tail:], SUFFIX_TAIL))


def parse_object(line):
    """The JSON object that a line is, else None. Duplicate keys, lone surrogates, NaN and raw controls are refused."""

    def unique(pairs):
        members = dict(pairs)
        if len(members) != len(pairs):
            raise ValueError("duplicate key")
        return members

    def refuse(_):
        raise ValueError("not a number of JSON")

    try:
        text = line.decode("utf-8")
        value = json.loads(text, object_pairs_hook=unique, parse_constant=refuse)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def is_count(value, limit=1 << 64):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit


def is_hex(value, digits):
    return isinstance(value, str) and len(value) == digits and all(c in "0123456789abcdef" for c in value)


def parse_record(line):
    """The members of a line that has the form of a record, else None."""
    if len(line) < SUFFIX or len(line) > LONGEST_LINE or misfits(line[-SUFFIX:]):
        return None
    r = parse_object(line)
    if r is None or not (is_count(r.get("seq")) and is_count(r.get("batch")) and is_hex(r.get("hash"), 64)):
        return None
    if not (isinstance(r.get("type"), str) and isinstance(r.get("action"), dict) and isinstance(r.get("by"), dict)):
        return None
    if not (isinstance(r.get("at"), str) and TIMESTAMP.match(r["at"]) and is_hex(r.get("state"), 16)):
        return None
    return r if all(fits(r[key]) for key, fits in OPTIONAL.items() if key in r) else None


OPTIONAL = {
    "v": lambda v: is_count(v, 1 << 63) and v > 0,
    "cause": is_count,
    "id": lambda v: isinstance(v, str),
    "trace": lambda v: isinstance(v, str),
    "effect": lambda v: isinstance(v, str),
    "outcome": lambda v: isinstance(v, str) and v in ("applied", "ignored", "illegal"),
    "why": lambda v: isinstance(v, dict),
    "effects": lambda v: isinstance(v, list),
}


def follows(line, previous):
    """The hash at the end of the line if it follows from its body and the hash before it, else None."""
    if len(line) < SUFFIX or misfits(line[-SUFFIX:]):
        return None
    stored = bytes.fromhex(line[-66:-2].decode("ascii"))
    return stored if sha256(previous + sha256(line[:-SUFFIX])) == stored else None


def stands(line, seq, previous):
    """The record of a line (without its 0x0A) that stands, else None."""
    if len(line) > LONGEST_LINE or follows(line, previous) is None:
        return None
    record = parse_record(line)
    return record if record and record["seq"] == seq else None


def judge_tail(data, p, seq, previous):
    """The verdict on what lies behind p, the first place of the last segment where no line stands."""
    tail = data[p:]
    if not tail.strip(BLANK):
        return "whole", None
    at = 0
    while (end := tail.find(b"\n", at)) >= 0:
        start = max(at, tail.rfind(b"\0", at, end) + 1)
        if start > 0 and (later := parse_record(tail[start:end])) and later["batch"] > seq:
            return "damage", "syncedRecord"
        at = end + 1
    end = tail.find(b"\n")
    line = tail if end < 0 else tail[:end]
    short = len(line) < SUFFIX or misfits(line[-SUFFIX:]) > 4
    if stands(line.split(b"\0", 1)[0][:-1], seq, previous):
        return "damage", "terminator"
    behind = tail[len(line):]
    run = len(behind) - len(behind.lstrip(BLANK))
    hole = run >= 2 or (not line and (p + run) % 512 == 0)
    if end < 0 or line[:1] == b"\0" or b"\0\0" in line or (short and hole):
        return "torn", None
    return "damage", "changedBytes"


def read_journal(directory):
    """The segments of a journal by name, as (bytes, sealed), and whether other parts of a journal are there."""
    segments, remains = {}, False
    for name in os.listdir(directory):
        path = os.path.join(directory, name)
        status = os.lstat(path)
        if SEGMENT_NAME.match(name) and stat.S_ISREG(status.st_mode):
            with open(path, "rb") as file:
                segments[name] = (file.read(), not status.st_mode & 0o222)
        elif name in ("aside", "snapshots") and stat.S_ISDIR(status.st_mode):
            remains = remains or bool(os.listdir(path))
    return segments, remains


def parse_header(line):
    """The members of a header whose own hash stands, else None."""
    h = parse_object(line) if line is not None else None
    if h is None or not is_hex(h.get("prev"), 64) or follows(line, bytes.fromhex(h["prev"])) is None:
        return None
    return h if is_count(h.get("format")) else None


def header_fits(name, h, first, before):
    """Whether a header continues the segments before it."""
    if not all(isinstance(h.get(k), str) for k in ("journal", "domain", "at")):
        return False
    if not all(is_count(h.get(k)) for k in ("segment", "firstSeq", "domainVersion")):
        return False
    if name != "%020d.jsonl" % h["firstSeq"]:
        return False
    if first is None:
        start = sha256(h["journal"].encode("utf-8"))
        return h["segment"] == 1 and h["firstSeq"] == 1 and h["prev"] == start.hex()
    last, seq, previous = before
    return (h["journal"], h["domain"]) == (first["journal"], first["domain"]) \
        and h["segment"] == last["segment"] + 1 and h["firstSeq"] == seq and h["prev"] == previous.hex() \
        and h["domainVersion"] >= last["domainVersion"]


class Scan:
    """Walks the segments in order and stops at the first thing that is wrong."""

    def __init__(self, domain=None, version=None):
        self.domain, self.version = domain, version
        self.first = self.header = self.last = None
        self.seq, self.previous, self.records = 1, None, 0

    def problem(self, verdict, kind, name, line, offset):
        return {"verdict": verdict, "kind": kind, "file": name, "line": line, "offset": offset, "expectedSeq": self.seq}

    def segment(self, name, data, sealed, is_last):
        end = data.find(b"\n")
        head = parse_header(data[:end] if end >= 0 else None)
        if head is None:
            return self.problem("damage", "header", name, 1, 0)
        if head["format"] > 1:
            return self.problem("newerFormat", None, name, 1, 0)
        if self.domain is not None and head.get("domain") != self.domain:
            return self.problem("otherDomain", None, name, 1, 0)
        if self.version is not None and is_count(head.get("domainVersion")) and head["domainVersion"] > self.version:
            return self.problem("newerDomainVersion", None, name, 1, 0)
        if not header_fits(name, head, self.first, (self.header, self.seq, self.previous)):
            return self.problem("damage", "headerDoesNotFit", name, 1, 0)
        self.first, self.header = self.first or head, head
        self.previous = bytes.fromhex(head["hash"])
        return self.records_of(name, data, end + 1, sealed, is_last)

    def records_of(self, name, data, p, sealed, is_last):
        number = 2
        while (end := data.find(b"\n", p)) >= 0:
            record = stands(data[p:end], self.seq, self.previous)
            if record is None:
                break
            self.previous, self.last = bytes.fromhex(record["hash"]), record
            self.seq, self.records, number, p = self.seq + 1, self.records + 1, number + 1, end + 1
        if p == len(data):
            return None
        if not is_last or sealed:
            return self.problem("damage", "sealedSegment", name, number, p)
        verdict, kind = judge_tail(data, p, self.seq, self.previous)
        if verdict == "whole":
            return {"verdict": "whole", "unwritten": len(data) - p}
        return self.problem(verdict, kind, name, number, p)


def verify(segments, remains, domain=None, version=None):
    """The verdict on a journal given as {name: (bytes, sealed)}."""
    scan = Scan(domain, version)
    names = sorted(segments)
    if names:
        found = None
        for name in names:
            found = scan.segment(name, *segments[name], is_last=name == names[-1])
            if found:
                break
    elif remains:
        found = scan.problem("damage", "noSegments", None, None, None)
    else:
        found = {"verdict": "notFound"}
    result = {"verdict": "whole", "segments": len(names), "records": scan.records, "headSeq": scan.seq - 1}
    if scan.previous is not None:
        result["headHash"] = scan.previous.hex()
    return result | (found or {})


def held(directory):
    """Whether a writer holds the journal; asked once, and let go at once."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return False
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)


def verify_directory(directory, domain=None, version=None):
    if not os.path.isdir(directory):
        return {"directory": directory, "verdict": "notFound"}
    result = {"directory": directory} | verify(*read_journal(directory), domain, version)
    if result["verdict"] in ("whole", "torn") and held(directory):
        result["inProgress"] = True
    return result


def edited(segments, request):
    name = request["file"]
    data, sealed = segments[name]
    for edit in request["edits"]:
        if edit.get("remove"):
            return {n: s for n, s in segments.items() if n != name}
        if "cut" in edit:
            data = data[: edit["cut"]]
        else:
            piece = bytes.fromhex(edit["hex"])
            data = data[: edit["at"]] + piece + data[edit["at"] + len(piece):]
    return segments | {name: (data, sealed)}


def batch():
    journals = {}
    for line in sys.stdin:
        request = json.loads(line)
        directory = request["directory"]
        if directory not in journals:
            journals[directory] = read_journal(directory)
        segments, remains = journals[directory]
        if "edits" in request:
            segments = edited(segments, request)
        result = verify(segments, remains, request.get("domain"), request.get("domainVersion"))
        print(json.dumps(result, separators=(",", ":")))


def main(arguments):
    if arguments == ["--batch"]:
        batch()
        return 0
    if not arguments or arguments[0].startswith("-"):
        sys.stderr.write(__doc__)
        return 2
    results = [verify_directory(directory) for directory in arguments]
    for result in results:
        print(json.dumps(result, separators=(",", ":")))
    fine = all(r["verdict"] == "whole" or r.get("inProgress") for r in results)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
