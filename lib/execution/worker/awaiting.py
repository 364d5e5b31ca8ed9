"""Computes the results of asynchronous functions without threads and sockets."""

import sys
import types


def finish(value):
    """The result of an asynchronous function: the value of its coroutine, or the items of its asynchronous generator."""
    kind = type(value)
    if kind is types.AsyncGeneratorType:
        value = gather(value)
    elif kind is not types.CoroutineType:
        return value
    if "asyncio" in sys.modules:
        import asyncio

        if not QUIET:
            quieten_loops()
        return asyncio.run(value)
    try:
        while True:
            value.send(None)
    except StopIteration as done:
        return done.value


async def gather(items):
    found = []
    async for item in items:
        if len(found) == MAX_ITEMS:
            raise Unserialisable("an asynchronous generator of more than %d items" % MAX_ITEMS)
        found.append(item)
    return found


QUIET = []  # not empty once quieten_loops() was called


def quieten_loops():
    """Makes event loops do without the sockets by which other threads wake them, as programs may have neither."""
    import asyncio.selector_events

    loop = asyncio.selector_events.BaseSelectorEventLoop
    loop._make_self_pipe = lambda self: setattr(self, "_csock", None)
    loop._close_self_pipe = lambda self: None
    QUIET.append(True)
