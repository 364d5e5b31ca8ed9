"""Runs untrusted programs, each in a child process of its own, and reports the outcomes.

These files are the inside of the sandbox, joined to one script. The parent process below (the zygote) is started
once, forks a child for every request except those to a child that has stayed, and never executes a line of a program
itself, except for the definitions of harnesses. A child executes one program and writes records into memory shared with
the zygote; these are claims, which the driver outside checks. Exit status, signal, elapsed and processor time come from
the zygote.

Frames, all integers little-endian:

    request   u64 for each field of Header; then `body` bytes, which only the child reads, see body.py, or, if it has
              stayed, finds in the memory for its records; all fields 0 to end a child that has stayed, without a reply
    reply     i32 exit status and i32 signal (-1: none), u8 stop (0: none), u32 running call, u8 whether it
              may be a later one, f64 each for its processor time, the child's and the elapsed time in ms, u32 log;
              then `log` bytes of records
    record    u8 kind, u64 processor time in ns, u32 length, payload in the canonical encoding

First the zygote describes itself: u32 length, JSON; then `log` bytes, the code compiled by start.py.
"""

import builtins
import ctypes
import gc
import importlib.machinery
import json
import marshal
import mmap
import os
import signal
import struct
import sys

# Imported before the first fork, so that they are ready for programs that import them.
import abc, ast, bisect, cmath, collections, copy, dataclasses, datetime, decimal, enum, fractions  # noqa: E401,F401
import functools, heapq, itertools, math, operator, random, re, statistics, string, typing  # noqa: E401,F401

# Dataclasses compile generated source, which takes most of the time of a load; so each source is compiled only once.
# The function is defined in the namespace of dataclasses, so that a program that finds it there reaches none of these files.
exec(
    """
def exec(text, names, found, known={}, compile=compile, run=exec):
    if text not in known:
        known[text] = compile(text, "<string>", "exec", 0, True)
    run(known[text], names, found)
""",
    dataclasses.__dict__,
)

VERSION = 6  # raised whenever the same program could have other outcomes

REPLY = struct.Struct("<iiBI?dddI")


def write(*parts):
    """Writes parts to standard output, without copying them together."""
    left = [*parts]
    while left:
        done = os.writev(1, left)
        while left and done >= len(left[0]):
            done -= len(left.pop(0))
        if done:
            left[0] = memoryview(left[0])[done:]


# Made before the first fork, so that no child spends time on it.
ENCODER = make_encoder()


def serve(home):
    stayed = None
    while True:
        header = read_header(0)
        # Ends the child that has stayed, if it is no longer needed, or the request is too large for its memory.
        if stayed is not None and not 0 < header.body <= len(stayed.log) - HEAD.size:
            stayed.end()
            stayed = None
        if not header.body:
            continue
        if stayed is not None:
            stayed.ask(header)
        one = stayed or Child(header, home)
        if one.pid == 0:  # called here, since each caller reduces the recursion depth that is left for the program
            child(header, one.log, one.ready, one.its)
        stayed = one if one.finish(header) else None


TRIAL = Header(calls=0, cpu_ms=1000, wall_ms=1000, memory_mib=256, output_mib=1, log_mib=1, body=0, stays=0)


# The number of rehearsals, in which Python specialises and caches code, so that no child has to do so.
REHEARSALS = 8
REHEARSED = b"""
def f(a, b=1):
    if a > b:
        raise ValueError
    return a * b if a else [a, b]
"""


def rehearse(times):
    """Runs a harmless program with calls of all kinds, as a child would."""
    plan = PLAIN + marshal.dumps(["f", False, "fresh", None, 0, None], 2)
    names = PLAIN + marshal.dumps([], 2)
    lists, args = marshal.dumps([(0, 1), (1, 1), (1, 2), (2, 1)], 2), PLAIN + marshal.dumps([0], 2)
    body = b"".join([U32.pack(len(plan)), plan, U32.pack(len(REHEARSED)), REHEARSED])
    body += struct.pack("<BIIqI", ALIKE, 4, 12 + len(names) + len(lists), -1, len(names)) + names + lists
    body += struct.pack("<BIIqII", ANY, 1, 0, -1, 0, len(args)) + args + bytes(16)
    for _ in range(times):
        run_program(TRIAL._replace(memory_mib=1 << 20), Body(body), bytearray(1 << 12), ENCODER)
        del sys.modules["program"]


def try_out(home):
    """The results of a trial of what a confined child can no longer do."""
    seen = mmap.mmap(-1, 8)
    if home is not None:
        libc.unshare(CLONE_NEWPID)
    pid = os.fork()
    if pid == 0:
        try:
            confine(TRIAL, [])
            seen[1] = libc.syscall(41, 2, 1, 0) < 0  # a socket call; other processors have other numbers, and no filter
            seen[2] = libc.kill(os.getppid() or -1, 0) < 0
            seen[3] = not can(os.open, "/etc/passwd", os.O_RDONLY) and not can(os.listdir, "/etc")
            seen[4] = not can(os.open, "/codebias", os.O_CREAT | os.O_WRONLY)
            seen[5] = not can(os.fork)
            seen[6] = os.getpid() == 1
            seen[0] = 1
        finally:
            os._exit(0)
    if home is not None:
        libc.setns(home, CLONE_NEWPID)
    os.waitpid(pid, 0)
    names = ("confined", "noSockets", "noSignals", "noFiles", "noWriting", "noProcesses", "ownProcesses")
    found = {name: bool(seen[index]) for index, name in enumerate(names)}
    seen.close()
    return found


def can(action, *args):
    try:
        action(*args)
        return True
    except OSError:
        return False


def prepare_harnesses(harnesses):
    """Loads the harnesses, which are requested often, so that each child has a copy of their modules."""
    for text, code in harnesses:
        load(code, False)
        READY[text.encode()] = code, sys.modules.pop("program")
    harnesses.clear()


def main(harnesses, made, readable, packages):
    """Serves requests.

    harnesses   the sources and code of the harnesses
    made        the code to send back, so that the next worker need not compile it
    readable    the folders that programs may read
    packages    the folders of the packages that programs may import
    """
    places = sorted({os.path.dirname(package) for package in packages})
    sys.path[:] = [path for path in sys.path if path != ""] + places
    prepare_harnesses(harnesses)
    # Set before the first program arrives, so that this process cannot outlive the driver.
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    sys.argv[:] = sys.orig_argv[:] = [""]
    builtins.exit = builtins.quit = sys.exit  # as the site module, which is not loaded, would define them
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    own = os.pidfd_open(os.getpid())
    # Tries whether this process may give each program a process namespace of its own.
    home = own if libc.unshare(CLONE_NEWPID) == 0 and libc.setns(own, CLONE_NEWPID) == 0 else None
    for package in packages:  # found once while their folder may still be listed; Python caches the list
        importlib.machinery.PathFinder.find_spec(os.path.basename(package), [os.path.dirname(package)])
    landlock = landlock_version() if restrict_files(readable + packages) else 0
    confine_zygote()
    rehearse(REHEARSALS)
    gc.collect()
    getattr(libc, "malloc_trim", int)(0)  # frees memory that compiling used, which each child would have to unmap
    gc.freeze()
    about = json.dumps(
        {
            "version": VERSION,
            "python": sys.version.split()[0],
            "kernel": os.uname().release,
            "machine": os.uname().machine,
            "uid": os.getuid(),
            "pidNamespace": home is not None,
            "filter": FILTER is not None,
            "landlock": landlock,
            "trial": try_out(home),
            "log": len(made),
        }
    ).encode()
    write(U32.pack(len(about)) + about, made)
    made.clear()
    serve(home)
