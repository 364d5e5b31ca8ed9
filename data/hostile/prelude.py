
import ctypes, errno, os, sys, time
libc = ctypes.CDLL(None, use_errno=True)

def attempt(action, *args):
    try:
        return action(*args)
    except BaseException as error:
        return type(error).__name__

def write(path):
    with open(path, "w") as file:
        file.write("x" * 10000)

def read(path):
    with open(path, "rb") as file:
        return file.read(100)

def door(number, *args):
    """Knocks at a system call by its number; the name of the error, or "open"."""
    ctypes.set_errno(0)
    result = libc.syscall(*[ctypes.c_long(one) if type(one) is int else one for one in (number, *args)])
    return "open" if result >= 0 else errno.errorcode.get(ctypes.get_errno(), "?")

def local(name):
    """A local variable of the worker's functions, found in a caller's frame."""
    frame = sys._getframe(1)
    while name not in frame.f_locals or frame.f_globals is globals():
        frame = frame.f_back
    return frame.f_locals[name]

def log():
    """The memory that the child shares with its parent."""
    return local("log")

def record(kind, payload=b"", spent=0):
    """What the child writes for one event."""
    return kind.encode() + spent.to_bytes(8, "little") + len(payload).to_bytes(4, "little") + payload

def forge(*records):
    """Appends records to the log and ends the process."""
    memory, records = log(), b"".join(records)
    at = int.from_bytes(memory[0:8], "little")
    memory[24 + at : 24 + at + len(records)] = records
    memory[0:8] = (at + len(records)).to_bytes(8, "little")
    os._exit(0)
