class OutOfTime(BaseException):
    """A call, or the making of its input, takes longer than it may."""


class Failed(Exception):
    """Why nothing can be said of the program."""


class NoInput(Failed):
    """It is the input generator that failed."""


def finished(value):
    """Has a lazy result done its work: a generator's items are made, a coroutine is run to its end."""
    if isinstance(value, types.CoroutineType):
        try:
            value.send(None)
        except StopIteration:
            return
        raise Failed("the program waits for something outside of it")
    if isinstance(value, collections.abc.Iterator):
        collections.deque(value, maxlen=0)
