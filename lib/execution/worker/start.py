"""The first code of a worker, which reads the rest of the worker from standard input.

    frame   u32 length, JSON list of the sources of the worker and of the harnesses; u32 length, the marshal form of
            their code, or nothing

Code that is not given is compiled here, and sent with the first reply, so that the next worker need not compile it.
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
    """The code of programs, compiled in another process, since each child would have a copy of the memory for that."""
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
    """The code of the worker, the sources and code of the harnesses, and the code to be sent back."""
    said, given = (read_exactly(0, *struct.unpack("<I", read_exactly(0, 4))) for _ in range(2))
    texts = json.loads(said)
    codes = given or compiled(texts)
    (_, own), *others = zip(texts, marshal.loads(codes))
    return own, others, bytearray(b"" if given else codes)


code, others, made = start()
exec(code)
main(others, made, *map(json.loads, sys.argv[1:]))  # noqa: F821
