#!/usr/bin/env python3
"""The digest of a state, from its JSON alone; one state per line on stdin, one digest per line out.

`state_digest.py --rewrite vectors.json` computes the digests in a file of vectors again.
"""
import json, sys

M = (1 << 64) - 1
P1, P2, P3, P4, P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
                      0x27D4EB2F165667C5)
rot = lambda x, r: (x << r | x >> (64 - r)) & M
rnd = lambda lane, word: rot((lane + word * P2) & M, 31) * P1 & M
num = lambda b, i, n: int.from_bytes(b[i:i + n], "little")


def xxh64(b, seed=0):
    n, i, h = len(b), 0, (seed + P5) & M
    if n >= 32:
        v = [(seed + P1 + P2) & M, (seed + P2) & M, seed, (seed - P1) & M]
        while i + 32 <= n:
            v = [rnd(v[k], num(b, i + 8 * k, 8)) for k in range(4)]
            i += 32
        h = sum(rot(v[k], r) for k, r in enumerate((1, 7, 12, 18))) & M
        for lane in v:
            h = ((h ^ rnd(0, lane)) * P1 + P4) & M
    h = (h + n) & M
    while i + 8 <= n:
        h, i = (rot(h ^ rnd(0, num(b, i, 8)), 27) * P1 + P4) & M, i + 8
    if i + 4 <= n:
        h, i = (rot(h ^ num(b, i, 4) * P1 & M, 23) * P2 + P3) & M, i + 4
    for byte in b[i:]:
        h = rot(h ^ byte * P5 & M, 11) * P1 & M
    h = (h ^ h >> 33) * P2 & M
    h = (h ^ h >> 29) * P3 & M
    return h ^ h >> 32


class Number(str):
    """A number as it is spelled."""


def canonical(v):
    if isinstance(v, dict):
        keys = sorted(v, key=lambda k: k.encode("utf-16-be"))
        return "{" + ",".join(canonical(k) + ":" + canonical(v[k]) for k in keys) + "}"
    if isinstance(v, list):
        return "[" + ",".join(map(canonical, v)) + "]"
    return v if isinstance(v, Number) else json.dumps(v, ensure_ascii=False)


def digest(v, path=0):
    if isinstance(v, dict) and v:
        return sum(digest(v[k], xxh64(k.encode(), path)) for k in v) & M
    if isinstance(v, list):
        p = 0
        for element in v:
            p = (p * P1 + xxh64(canonical(element).encode())) & M
        return xxh64(b'[%d,"%016x"]' % (len(v), p), path)
    return xxh64(canonical(v).encode(), path)


def state_digest(text):
    return "%016x" % digest(json.loads(text, parse_int=Number, parse_float=Number))


if sys.argv[1:2] == ["--rewrite"]:
    with open(sys.argv[2], encoding="utf-8") as file:
        vectors = json.load(file)
    for vector in vectors["states"]:
        vector["digest"] = state_digest(vector["state"])
    for vector in vectors["xxh64"]:
        vector["hash"] = "%016x" % xxh64(vector["text"].encode(), int(vector["seed"]))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(json.dumps(vectors, indent=2, ensure_ascii=False) + "\n")
else:
    for line in sys.stdin.buffer:
        print(state_digest(line))
