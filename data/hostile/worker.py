# Programs that turn on the worker's own code, in whose process they run.
# %% patched builtins
import builtins
for n in ('tuple', 'list', 'dict', 'set', 'str', 'bytes', 'type', 'len', 'isinstance', 'sorted', 'callable', 'BaseException', 'MemoryError', 'slice', 'map', 'frozenset', 'issubclass'):
  setattr(builtins, n, None)
def f(): return 1
# %% builtins patched in the call
import builtins
def f():
  builtins.list = builtins.tuple = builtins.BaseException = int
  return [1]
# %% patched modules
import json, marshal, random, resource, signal, struct, time, types
def f():
  for m in (json, marshal, struct, time, types, os, signal, resource, random):
    for n in list(vars(m)):
      if n[0] != '_' or n in ('_exit', '_Exit'): setattr(m, n, lambda *a, **k: b'forged')
  return 1
# %% patched worker
import __main__
def f():
  for n in list(vars(__main__)):
    if n[:2] != '__': setattr(__main__, n, lambda *a, **k: 99)
  return 1
# %% child that plays the parent
import __main__
def f(): __main__.serve(False, -1)
# %% child that returns into the parent's code

def f():
    os._exit = local("recorder").exit_now = lambda code: None
    return 1

# %% clock that lies
def f():
  time.thread_time_ns = time.monotonic = time.process_time_ns = lambda: 0
  while True: pass
# %% modules thrown away
def f():
  sys.modules.clear()
  return 1
# %% memory written over
def f():
  ctypes.memset(id(type), 0, 400)
  return [1]
# %% looking for the expected values, in frames and in everything

import gc, sys
def f(given):
    words = {"expected", "answer", "reference", "solution", "verdict", "passed", "assert_equal"}
    frame, found = sys._getframe(), set()
    while frame: found |= words & {name.lower() for name in frame.f_locals} - set(f.__code__.co_varnames); frame = frame.f_back
    gc.unfreeze()
    for one in gc.get_objects():
        if type(one) is dict: found |= words & {name for name in one if type(name) is str} - set(vars(sys.modules["builtins"]))
    return sorted(found - {"reference"})

# %% the worker's arguments, modules and main file

import __main__, inspect
def f():
    files = [frame.filename for frame in inspect.stack(0)]
    return [sys.argv, getattr(sys, "orig_argv", [""]), hasattr(__main__, "__file__"), __name__, sorted(set(files))]

# %% imports replaced

import builtins
class Module:
    def __getattr__(self, name): raise SystemExit
def f():
    builtins.__import__ = lambda *a, **k: Module()
    for name in list(sys.modules): sys.modules[name] = Module()
    sys.meta_path[:] = [Module()]; sys.path_hooks.clear()
    return 1

# %% a false numpy

import types
class Kind:
    kind, str = "i", "<i8"
class ndarray:
    dtype, shape = Kind, (1 << 40,)
    def tobytes(self): return b"\0" * 8
    def item(self): return 9
ndarray.__module__, ndarray.__qualname__ = "numpy", "ndarray"
def f():
    sys.modules["numpy"] = types.SimpleNamespace(ndarray=ndarray, generic=ndarray)
    return ndarray()

# %% a numpy that is not what it seems when it is asked for

class Module(type(sys)):
    def __getattribute__(self, name):
        while True: pass
def f():
    sys.modules["numpy"] = Module("numpy")
    return {1}
class Own: pass

# %% asynchrony replaced

import asyncio, types
async def f():
    types.CoroutineType = types.AsyncGeneratorType = int
    asyncio.run = lambda awaited: 9
    return 1

# %% asynchrony replaced before it is used

import asyncio
asyncio.run = lambda awaited: (awaited.close(), 9)[1]
asyncio.selector_events = None
async def f(): return 1

# %% built-in types changed in their insides

import gc
def f():
    for kind, names in ((dict, ("items", "keys")), (str, ("__str__", "startswith")), (list, ("__getitem__", "__iter__"))):
        inside = gc.get_referents(kind.__dict__)[0]
        for name in names: inside[name] = lambda *_: ["forged"]
    return {"own": [1, 2]}

# %% standard classes patched before a value of them is returned

import collections, datetime, decimal, enum, fractions
def f():
    values = [decimal.Decimal("1.50"), datetime.date(2020, 2, 29), fractions.Fraction(1, 3), collections.deque([1])]
    decimal.Decimal = datetime.date = fractions.Fraction = collections.deque = enum.Enum = int
    return values

# %% the module's names thrown away between two calls
def f(n):
  sys.modules.pop('program'); globals().clear()
  return n
# %% a judge's usual tools replaced

import builtins, json, math, random, unittest
def f():
    always = lambda *a, **k: True
    math.isclose = builtins.isinstance = builtins.all = builtins.abs = builtins.repr = always
    unittest.TestCase.assertEqual = unittest.TestCase.assertTrue = always
    json.dumps = lambda *a, **k: "9"; time.time = random.random = lambda: 0; builtins.hash = builtins.id = lambda _: 0
    return [1, {2}]

