# Programs that end in an unusual way.
# %% recursion without end
def f(): return f()
# %% recursion with the limit raised
sys.setrecursionlimit(10**9)
def f(x=0): return f(x + 1) + 1
# %% recursion in C with the limit raised
sys.setrecursionlimit(10**9)
def f():
  class A:
    def __getattr__(self, n): return getattr(self, n + 'x')
  return A().x
# %% exit at load
sys.exit(0)
# %% hard exit at load
os._exit(0)
# %% hard exit with status 0, which may mean something to the worker
def f(): os._exit(0)
# %% hard exit with status 71, which may mean something to the worker
def f(): os._exit(71)
# %% hard exit with status 72, which may mean something to the worker
def f(): os._exit(72)
# %% hard exit with status 73, which may mean something to the worker
def f(): os._exit(73)
# %% hard exit with status 74, which may mean something to the worker
def f(): os._exit(74)
# %% hard exit with status 71 at load
os._exit(71)
# %% hard exit with status 72 at load
os._exit(72)
# %% hard exit with status 74 at load
os._exit(74)
# %% null pointer
def f(): ctypes.string_at(0)
# %% abort
def f(): os.abort()
# %% entry point that is not what it seems
class F:
  __call__ = property(lambda s: 1 / 0)
f = F()
# %% names that cannot be listed
class N(str):
  __lt__ = __hash__ = lambda s, *o: 1 / 0 if o else 1
globals()[N('g')] = lambda: 1
f = 1
# %% crash of the interpreter, by its bytecode
def g(): pass
g.__code__ = g.__code__.replace(co_code=bytes([100, 255] * 100), co_consts=())
def f(): return g()
# %% crash with a dump

import faulthandler, resource
def f():
    attempt(faulthandler.enable)
    attempt(resource.setrlimit, resource.RLIMIT_CORE, (-1, -1))
    if resource.getrlimit(resource.RLIMIT_CORE) != (0, 0): return 2
    attempt(faulthandler.dump_traceback_later, 0.01, True)
    faulthandler._sigsegv()

# %% recursion by chains of generators
def f():
  g = iter([1])
  for _ in range(20000): g = (x for x in g)
  return g
# %% frames by the hundred thousand, kept
sys.setrecursionlimit(10 ** 6)
def g(n): return sys._getframe() if n == 0 else g(n - 1)
def f():
  x = g(50000)
  return 1
# %% recursion limit lowered below what the worker needs
def f():
  sys.setrecursionlimit(len(__import__('inspect').stack(0)) + 8)
  return [[[[[[1]]]]]]
# %% source that is none
def f(: return 1
# %% source that says it is of another encoding
# -*- coding: utf-16 -*-
def f(): return 'é'
# %% a function that is defined again
def f(): return 1
def f(): return 2
for f in (f, lambda: 3): pass
# %% a function that is replaced by what decorates it
def other(function): return lambda: 2
@other
def f(): return 1
# %% a function that replaces itself in the call
def f():
  global f
  f = lambda: 2
  return 1
# %% nothing to call
def f(): return 1
# %% nothing to call in a program that does not load
raise SystemExit(0)
# %% an empty program

# %% a method whose class looks its names up for ever

class M(type):
    def __getattribute__(cls, name):
        while True: pass
class C(metaclass=M):
    def f(self): return 1

# %% names that are no text
globals()[1] = globals()[None] = lambda: 1
globals()['\ud800'] = lambda: 1
class C: pass
C.__module__ = 5
g = C
