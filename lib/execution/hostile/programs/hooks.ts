import { callOf, ends, type Hostile, outOfTime, returnsOne } from "../hostile.ts";
import { HOSTILE_LONG, HOSTILE_SHORT } from "../../limits.ts";

/** Programs that leave hooks and settings behind that run in the worker's code. */
export const HOOKS: readonly Hostile[] = [
  {
    name: "worker's variables rewritten by a trace",
    rows: ["B12"],
    source:
      "def trace(frame, event, arg):\n  if event == 'call' and frame.f_code.co_name == 'record': raise ValueError\n  return trace\n" +
      "def f():\n  sys.settrace(trace)\n  return 1",
    expect: ends("early-exit"),
  },
  {
    name: "profile that replaces values",
    rows: ["B12"],
    source:
      "def profile(frame, event, arg):\n  if frame.f_code.co_name in ('encode', 'plain'): frame.f_locals['value'] = 2\n" +
      "def f():\n  sys.setprofile(profile)\n  return 1",
    expect: ends("returned 1", "returned 2"),
  },
  {
    name: "exit handlers",
    rows: ["B12"],
    source:
      "import atexit, threading\ndef hang():\n  while True: pass\natexit.register(hang)\nsys.excepthook = hang\n" +
      "threading._register_atexit(hang)\ndef f(): return 1",
    expect: returnsOne,
  },
  {
    name: "what an earlier program left",
    rows: ["B10", "C8"],
    limits: HOSTILE_LONG,
    twice: true,
    source: `
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
`,
    expect: ends('returned [[],true,1,"/"]'),
  },
  {
    name: "an earlier program's text in the memory that is left",
    rows: ["B10", "C13"],
    limits: HOSTILE_LONG,
    twice: true,
    source: `
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
`,
    expect: ends("returned 0"),
  },
  {
    name: "audit hook that raises",
    rows: ["B12", "E6"],
    source: `
def hook(event, args): raise SystemExit
def f():
    sys.addaudithook(hook)
    return [1]
`,
    expect: ends("returned [1]", "early-exit", /^(raised|unserialisable)/),
  },
  {
    name: "audit hook that leaves",
    rows: ["B12", "E3"],
    source: "def f():\n  leave = os._exit\n  sys.addaudithook(lambda *_: leave(0))\n  return {1: {2}}",
    expect: ends("early-exit"),
  },
  {
    name: "monitoring that raises in the worker's code",
    rows: ["B12"],
    source: `
def bad(*_): raise ValueError
def f():
    tool = getattr(sys, "monitoring", None)
    if tool is None: sys.settrace(bad); return 1
    tool.use_tool_id(3, "x"); tool.set_events(3, tool.events.PY_START | tool.events.PY_RETURN)
    tool.register_callback(3, tool.events.PY_START, bad); tool.register_callback(3, tool.events.PY_RETURN, bad)
    return 1
`,
    expect: ends("returned 1", "early-exit", /^raised/, /^unserialisable/),
  },
  {
    name: "trace that hangs in the worker's code",
    rows: ["B12"],
    limits: HOSTILE_SHORT,
    source: `
def trace(frame, event, arg):
    if frame.f_code.co_name == "record":
        while True: pass
    return trace
def f():
    sys.settrace(trace)
    return 1
`,
    expect: outOfTime,
  },
  {
    name: "weak references and collections that raise or leave",
    rows: ["B12"],
    source: `
import gc, weakref
class Node: pass
def leave(*_): raise SystemExit
def f():
    node = Node(); node.self = node
    f.kept = weakref.ref(node, leave); weakref.finalize(node, leave)
    gc.callbacks.append(leave); gc.set_threshold(1, 1, 1)
    sys.unraisablehook = leave
    return [node.__dict__.pop("self") is node, 1]
`,
    expect: ends("returned [true,1]"),
  },
  {
    name: "finalizer that changes the value",
    rows: ["B12", "E1"],
    source: `
class Late:
    def __init__(self, items): self.items = items
    def __del__(self): self.items.append(9); self.items[0] = 9
def f():
    items = [1]
    late = Late(items)
    return items
`,
    expect: ends("returned [9,9]"), // before the call has ended, so it is the function's own
  },
  {
    name: "settings of the interpreter",
    rows: ["E6", "F9"],
    limits: HOSTILE_LONG,
    calls: [callOf(0), callOf(1)],
    source: `
import gc, locale
def f(n):
    sys.setswitchinterval(1e-9); sys.set_coroutine_origin_tracking_depth(1 << 30); gc.set_debug(0); gc.disable()
    sys.set_asyncgen_hooks(lambda *_: 1 / 0, lambda *_: 1 / 0); sys.excepthook = sys.displayhook = sys.breakpointhook = None
    attempt(getattr(sys, "_clear_type_cache", id)); attempt(locale.setlocale, locale.LC_ALL, "")
    attempt(lambda: sys.flags.__setattr__("utf8_mode", 0)); sys.dont_write_bytecode = False; sys.tracebacklimit = -1
    sys.float_info = sys.hash_info = sys.maxsize = None; sys.byteorder = "big"; os.environ.clear(); time.tzset()
    return ["é", 0.5, n]
`,
    expect: ends('returned ["é",0.5,0], returned ["é",0.5,1]'),
  },
];
