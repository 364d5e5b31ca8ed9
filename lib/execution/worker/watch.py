"""Lets the zygote notice that a child has ended, or must be ended."""

import os
import select
import signal
import time

CPU_LIMIT, WALL_LIMIT = 1, 2


def cpu_ns(pid):
    """The processor time of another process, by that process's clock, in ns."""
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)
    except OSError:
        return 0


# The maximum counted time between two checks, seconds: in a longer pause, perhaps the child was not run either.
MOST_PAUSE = 0.1


def watch(pid, header, log, before, says):
    """Waits until the child ends, or reports that it stays; kills it at the first limit of its running call.

    `before`: its processor time before the current request, in ns.

    Returns the reason why it was killed, or 0, and the processor time of the running call at the last check, in ns.
    """
    handle = os.pidfd_open(pid)
    poller = select.poll()
    poller.register(handle, select.POLLIN)
    if says is not None:
        poller.register(says, select.POLLIN)
    cpu_limit, wall_limit = header.cpu_ms * 1000000, header.wall_ms / 1000
    running, waited, seen, latest, known = -1, 0, time.monotonic(), before, before
    pause = max(1, min(20, header.cpu_ms // 4))
    stop, used, last = 0, before, 2 * header.calls + 2
    try:
        while not poller.poll(pause):
            _, index, start = HEAD.unpack_from(log, 0)
            index %= TOGETHER
            now, used = time.monotonic(), cpu_ns(pid)
            waited, seen = waited + min(MOST_PAUSE, now - seen), now
            # A program may overwrite the phase; so each phase begins only once, and not later than it was first seen.
            if running < index <= last:
                running, waited, latest = index, 0, min(start, used) if start > known else used
                known = max(start, known)
            if used - latest > cpu_limit:
                stop = CPU_LIMIT
            elif waited > wall_limit:
                stop = WALL_LIMIT
            if stop:
                os.kill(pid, signal.SIGKILL)
                break
    finally:
        os.close(handle)
    return stop, max(0, used - latest)
