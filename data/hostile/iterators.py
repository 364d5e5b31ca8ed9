# Programs that return what has to be consumed or awaited.
# %% iterators that hang, raise and leave when they are consumed

def items(n):
    yield 1
    if n == 0: raise KeyError("late")
    if n == 1: os._exit(0)
    if n == 2: raise SystemExit
    if n == 3: yield items(0)
    while n == 4: pass
def f(n): return items(n)

# %% iterators without end

import itertools
def f(n): return [itertools.count, lambda: itertools.cycle([1]), lambda: iter(int, 1)][n]()

# %% one long text very often
import itertools
def f(n): return [itertools.repeat('x' * 10**6, 10**5), ['x' * 10**6] * 10**5][n]
# %% a generator that returns itself
def f():
  def g(): yield me
  me = g()
  return me
# %% generators in generators, two hundred deep
def g(n): yield g(n - 1) if n else 1
def f(): return g(200)
# %% awaiting what is not to be awaited

class Strange:
    def __init__(self, n): self.n = n
    def __await__(self): return [iter([1, 2]), 5, iter(()), (x for x in [1]), self][self.n]
async def f(n): return await Strange(n)

# %% a coroutine that refuses to end

class Pause:
    def __await__(self): yield
async def f():
    while True:
        try: await Pause()
        except BaseException: pass

# %% coroutines in a list
async def g(): return 1
def f(): return [g(), g()]
# %% asynchronous generators: with an end, with an exception, without an end

async def f(n):
    yield 1
    if n == 1: raise KeyError
    while n == 2: yield 2
    yield 3

