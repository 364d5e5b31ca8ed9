"""What a worker runs first: it reads the rest of itself from standard input.

    frame   u32 length, JSON list of the worker's own text and of programs of the driver's own; u32 length, the marshal
            form of their code, or nothing

Code that was not given is made here, and given back with the first reply: the next worker need not compile it.
"""

import json
import marshal
import os
import struct
import sys


def read_exactly(fd, count):
    parts = []
    while count:
        part = os.read(fd, min(count, MOST))
        if not part:
            os._exit(0)  # the driver is gone
        parts.append(part)
        count -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


MOST = 1 << 20  # bytes read at a time


def compiled(texts):
    """The code of programs, made in another process: each child would have a copy of the memory that this takes."""
    readable, writable = os.pipe()
    pid = os.fork()
    if pid == 0:
        with os.fdopen(writable, "wb") as out:
            out.write(marshal.dumps([compile(text, "<program>", "exec", 0, True) for text in texts]))
        os._exit(0)
    os.close(writable)
    with os.fdopen(readable, "rb") as made:
        codes = made.read()
    os.waitpid(pid, 0)
    return codes


def start():
    """The worker's own code, texts and code of the other programs, and what is to be given back."""
    said, given = (read_exactly(0, *struct.unpack("<I", read_exactly(0, 4))) for _ in range(2))
    texts = json.loads(said)
    codes = given or compiled(texts)
    (_, own), *others = zip(texts, marshal.loads(codes))
    return own, others, bytearray(b"" if given else codes)


code, others, made = start()
exec(code)
main(others, made, *map(json.loads, sys.argv[1:]))  # noqa: F821
