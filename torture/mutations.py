"""Damaged copies of files: what a bad disk, a cut download, a careless tool or an attacker makes."""

import json
import random
import re

EXTREMES = [0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x100000000,
            0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF]
NUMBERS = ["-1", "0", "-0", "1e300", "-1e300", "1e-300", "1e999", "4294967296", "2147483648",
           "-9223372036854775809", "18446744073709551616", "0.5", "NaN", "Infinity", "1" * 300]
ODD_TEXTS = ["", "x" * 1000000, "a\nb", "\x1b[2J", "../../etc/passwd", "/dev/full", "\u202ecba",
             "\x00", "=1+1", "<script>", "%s%n", "\U0001f600", "bowl", "cup"]


def bits(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        if data:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def cut(data, rng):
    return data[:rng.choice((0, 1, len(data) - 1, rng.randrange(len(data) + 1)))]


def splice(data, rng):
    if not data:
        return b"\0"
    begin = rng.randrange(len(data))
    piece = data[begin:begin + rng.choice((1, 4, 16, 256, 4096))]
    at = rng.randrange(len(data) + 1)
    # Put between, put over, or taken out.
    end = rng.choice((at, at + len(piece)))
    return data[:at] + (piece if rng.random() < 0.8 else b"") + data[end:]


def lengths(data, rng):
    """Fields of 1 to 8 bytes, near the start more often than behind, get extreme values."""
    if not data:
        return b"\xff" * 8
    size = rng.choice((1, 2, 4, 4, 8, 8))
    reach = rng.choice((64, 512, len(data)))
    at = rng.randrange(max(1, min(len(data), reach) - size + 1))
    value = rng.choice(EXTREMES) & ((1 << 8 * size) - 1)
    return data[:at] + value.to_bytes(size, rng.choice(("little", "big"))) + data[at + size:]


def depth(data, rng):
    if len(data) > 5_000_000:
        return data
    levels = rng.choice((65, 1000, 100000, 300000))
    opening, closing = rng.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"(", b")"), (b"]", b"]")))
    deep = opening * levels + b"0" + closing * rng.choice((levels, 0))
    values = [m.start() for m in re.finditer(rb"[\d\"\[{]", data[:1 << 20])] or [0]
    at = rng.choice(values + [0])
    return data[:at] + deep + data[at + rng.choice((0, 1)):]


def numbers(data, rng):
    places = list(re.finditer(rb"-?\d+(\.\d+)?([eE][-+]?\d+)?", data[:1 << 20]))
    if not places:
        return lengths(data, rng)
    place = rng.choice(places)
    return data[:place.start()] + rng.choice(NUMBERS).encode() + data[place.end():]


def twice(data, rng):
    """A name, a line or a block stands twice."""
    names = list(re.finditer(rb'"[^"\n]{1,60}"\s*:\s*("[^"\n]*"|[-\d.]+)', data[:1 << 20]))
    if names and rng.random() < 0.7:
        place = rng.choice(names)
        return data[:place.end()] + b"," + place.group() + data[place.end():]
    lines = data.splitlines(keepends=True)[:10000]
    if len(lines) > 1:
        at = rng.randrange(len(lines))
        begin = sum(map(len, lines[:at]))
        return data[:begin] + lines[at] + data[begin:]
    return data + data


def encodings(data, rng):
    way = rng.randrange(6)
    if way == 0:
        return b"\xef\xbb\xbf" + data
    if way == 1:
        return data[:1 << 20].decode("latin-1").encode(rng.choice(("utf-16", "utf-32")))
    if way == 2:
        return data.replace(b"\n", b"\r\n") if b"\n" in data else data + b"\r\n\x1a"
    at = rng.randrange(len(data) + 1)
    bad = rng.choice((b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80", b"\x00", b"\x1b[31m",
                      b"\xc2\x9b", b"\\ud800", b"\xe2\x80\xae", b"\n", b"\r"))
    return data[:at] + bad + data[at + rng.choice((0, 1)):]


def junk(data, rng):
    way = rng.randrange(5)
    if way == 0:
        return rng.randbytes(rng.choice((1, 100, 10000)))
    if way == 1:
        return b"\0" * rng.choice((1, 4096, 1 << 20))
    if way == 2:
        return data + rng.randbytes(rng.choice((1, 8, 1000)))
    if way == 3:
        return rng.choice((b"", b" ", b"\n", b"{}", b"[]", b"null", b"0", b'""', b"[[]]", b"[null]",
                           b'{"":0}', b"\x80\x02.", b"PK\x05\x06" + b"\0" * 18, b"\x89PNG\r\n\x1a\n"))
    return (rng.choice((b"A", b"9", b'"', b",", b"\n")) * (1 << 20)) + data[:1000]


def _places(value, path=()):
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from _places(value[key], path + (key,))
    elif isinstance(value, list):
        for i, entry in enumerate(value[:200]):
            yield from _places(entry, path + (i,))


def structure(data, rng):
    """JSON stays JSON: a value of another type or size, a name gone, or new, or changed."""
    lines = None
    try:
        document = json.loads(data)
    except ValueError:
        lines = data.splitlines(keepends=True)
        if not lines:
            return data
        line = rng.randrange(len(lines))
        try:
            document = json.loads(lines[line])
        except ValueError:
            return numbers(data, rng)
    path = rng.choice(list(_places(document)))
    if not path:
        document = rng.choice((None, [], {}, 0, "x", [document]))
    else:
        parent = document
        for step in path[:-1]:
            parent = parent[step]
        way = rng.randrange(6)
        if way == 0:
            parent.pop(path[-1])
        elif way == 1 and isinstance(parent, dict):
            parent[rng.choice(ODD_TEXTS)] = parent.pop(path[-1])
        elif way == 2:
            parent[path[-1]] = rng.choice(ODD_TEXTS)
        elif way == 3:
            parent[path[-1]] = [parent[path[-1]]] * rng.choice((0, 1, 3, 10000))
        else:
            parent[path[-1]] = rng.choice((None, True, [], {}, -1, 0, 1.5, 1e300, 2**31, 2**32, 2**63,
                                           -2**63, 10**300, {"a": 1}, [[]], "nan"))
    text = json.dumps(document, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    if lines is None:
        return text
    lines[line] = text + b"\n"
    return b"".join(lines)


BINARY = [bits, cut, splice, lengths, depth, encodings, junk]
TEXT = [bits, cut, splice, numbers, depth, twice, encodings, junk]
JSON = TEXT + [structure, structure, structure, numbers]
KINDS = {"json": JSON, "text": TEXT, "binary": BINARY}


def mutate(kind, data, seed):
    """The mutant of `data` that this seed makes, and how it was made."""
    rng = random.Random(seed)
    way = rng.choice(KINDS[kind])
    return way.__name__, way(data, rng)
