# Programs that take more than their share of time.
# %% endless loop
def f():
  while True: pass
# %% endless loop at load
while True: pass
# %% endless sleep
def f(): time.sleep(600)
# %% loop that swallows everything
def f():
  while True:
    try:
      while True: pass
    except BaseException: pass
# %% power tower
def f(): return 9 ** 9 ** 9 % 10
# %% constant that never ends to be folded
def f(): return ((((10 ** 9) ** 9) ** 9) ** 9) ** 9 ** 9
# %% regular expression that backtracks for ever
import re
def f(): return bool(re.match(r'(a+)+$', 'a' * 50 + 'b'))
# %% exception that hangs when it is printed
class E(Exception):
  def __str__(self):
    while True: pass
def f(): raise E
# %% value that hangs when it is freed
class D:
  def __del__(self):
    while True: pass
def f(): return D()
# %% collector's callback that hangs
import gc
def hang(*_):
  while True: pass
def f():
  gc.callbacks.append(hang)
  gc.collect()
  return 1
# %% a loop in C in one call of several
def f(n): return sum(range(n))
# %% an int with too many digits, written out
def f(): return [attempt(str, 10 ** 5000), attempt(int, '9' * 5000), attempt(repr, -10 ** 5000)]
# %% an int with too many digits, returned
def f(): return -(16 ** 5000)
# %% an int with too many digits, raised
def f(): raise ValueError(10 ** 5000)
# %% an int with too many digits, after the cap was lifted
def f():
  getattr(sys, 'set_int_max_str_digits', id)(0)
  return len(str(3 << 8_000_000))
# %% waiting that is longer than the limit on computing
def f():
  time.sleep(0.15)
  return 1
# %% computing for a while
def f():
  end = time.thread_time() + 0.05
  while time.thread_time() < end: pass
  return 1
# %% a coroutine that never ends
import asyncio
async def f():
  while True: await asyncio.sleep(0)
# %% a coroutine that sleeps for ever
import asyncio
async def f(): await asyncio.sleep(600)
# %% hash values that collide
def f(): return len({n * ((1 << 61) - 1) for n in range(100_000)})
# %% import that never ends

class Finder:
    def find_spec(self, *_):
        while True: pass
sys.meta_path.insert(0, Finder())
import codebias_none

