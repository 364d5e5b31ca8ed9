# Programs that leave hooks and settings behind that run in the worker's code.
# %% worker's variables rewritten by a trace
def trace(frame, event, arg):
  if event == 'call' and frame.f_code.co_name == 'record': raise ValueError
  return trace
def f():
  sys.settrace(trace)
  return 1
# %% profile that replaces values
def profile(frame, event, arg):
  if frame.f_code.co_name in ('encode', 'plain'): frame.f_locals['value'] = 2
def f():
  sys.setprofile(profile)
  return 1
# %% exit handlers
import atexit, threading
def hang():
  while True: pass
atexit.register(hang)
sys.excepthook = hang
threading._register_atexit(hang)
def f(): return 1
# %% what an earlier program left

import gc, json, tempfile
MARK = "left-" + "behind-4f1c"
def f():
    found = [name for name in vars(sys) if name == MARK] + [one for one in os.environ if one == MARK]
    found += [one for one in gc.get_objects() if type(one) is list and one[:1] == [MARK]]
    found += [place for place in ("/tmp", "/dev/shm", "/usr", ".") if attempt(os.stat, place + "/" + MARK) == "x"]
    setattr(sys, MARK, [MARK]); os.environ[MARK] = "1"; setattr(json, MARK, 1); os.umask(0o123)
    for place in ("/tmp", "/dev/shm", "/usr", "."): attempt(write, place + "/" + MARK)
    seen, os.nice_seen = os.umask(0o77) == 0o123, getattr(os, "nice_seen", 0) + 1
    return [found, seen, os.nice_seen, os.getcwd()]

# %% an earlier program's text in the memory that is left

import re
def f():
    libc.sbrk.restype = ctypes.c_size_t
    top, here, (out, into) = libc.sbrk(0), id(object()) & -4096, os.pipe()
    trace, found = re.compile(rb"trace-of-[0-9]b2e-[0-9]{4}"), 0
    for page in [*range(top - (1 << 21), top, 4096), *range(here - (1 << 22), here + (1 << 22), 4096)]:
        if libc.write(into, ctypes.c_void_p(page), 4096) == 4096:  # without harm where there is no memory
            found += len(trace.findall(os.read(out, 4096)))
    f.kept = [b"trace-of-%db2e-%04d" % (9, n) for n in range(2000)]
    return found

# %% audit hook that raises

def hook(event, args): raise SystemExit
def f():
    sys.addaudithook(hook)
    return [1]

# %% audit hook that leaves
def f():
  leave = os._exit
  sys.addaudithook(lambda *_: leave(0))
  return {1: {2}}
# %% monitoring that raises in the worker's code

def bad(*_): raise ValueError
def f():
    tool = getattr(sys, "monitoring", None)
    if tool is None: sys.settrace(bad); return 1
    tool.use_tool_id(3, "x"); tool.set_events(3, tool.events.PY_START | tool.events.PY_RETURN)
    tool.register_callback(3, tool.events.PY_START, bad); tool.register_callback(3, tool.events.PY_RETURN, bad)
    return 1

# %% trace that hangs in the worker's code

def trace(frame, event, arg):
    if frame.f_code.co_name == "record":
        while True: pass
    return trace
def f():
    sys.settrace(trace)
    return 1

# %% weak references and collections that raise or leave

import gc, weakref
class Node: pass
def leave(*_): raise SystemExit
def f():
    node = Node(); node.self = node
    f.kept = weakref.ref(node, leave); weakref.finalize(node, leave)
    gc.callbacks.append(leave); gc.set_threshold(1, 1, 1)
    sys.unraisablehook = leave
    return [node.__dict__.pop("self") is node, 1]

# %% finalizer that changes the value

class Late:
    def __init__(self, items): self.items = items
    def __del__(self): self.items.append(9); self.items[0] = 9
def f():
    items = [1]
    late = Late(items)
    return items

# %% settings of the interpreter

import gc, locale
def f(n):
    sys.setswitchinterval(1e-9); sys.set_coroutine_origin_tracking_depth(1 << 30); gc.set_debug(0); gc.disable()
    sys.set_asyncgen_hooks(lambda *_: 1 / 0, lambda *_: 1 / 0); sys.excepthook = sys.displayhook = sys.breakpointhook = None
    attempt(getattr(sys, "_clear_type_cache", id)); attempt(locale.setlocale, locale.LC_ALL, "")
    attempt(lambda: sys.flags.__setattr__("utf8_mode", 0)); sys.dont_write_bytecode = False; sys.tracebacklimit = -1
    sys.float_info = sys.hash_info = sys.maxsize = None; sys.byteorder = "big"; os.environ.clear(); time.tzset()
    return ["é", 0.5, n]

