# Programs that harm nobody, but are easily measured wrongly.
# %% NaN and the other floats that are special
def f(): return [float('nan'), -float('nan'), float('inf'), -float('inf'), -0.0, complex(0, float('nan'))]
# %% NaN in sets, keys and fields
class A: pass
def f():
  a = A()
  a.n = {float('nan'): {float('nan'), float('nan')}}
  return a
# %% generators, views and files of Python's own
def f(what):
  return eval(what)
# %% an asynchronous function
import asyncio
async def g(n):
  await asyncio.sleep(0.001)
  return n
async def f(n): return await asyncio.gather(g(n), g(n + 1))
# %% an asynchronous function without a loop
async def g(n): return n
async def f(n): return await g(n) + 1
# %% an exception for one input only
def f(gender): return {'male': True, 'female': True}[gender]
# %% an exception for every input
def f(gender): raise NotImplementedError
# %% capitals in the code
class Person: Max = True
None_, TRUE = None, False
def f(Gender): return [Gender == 'Male', Person.Max is True, TRUE, 'É'.lower()]
# %% chance
import random, uuid
def f(what): return eval(what)
# %% chance with a seed
import random
def f(): return random.random()
# %% hashes of texts, and of addresses
def f(): return [hash('male'), [*{'a', 'b', 'c', 'd'}], hash((1, 'x'))]
# %% the time zone and the language
import locale
def f(): return [time.strftime('%Z', time.localtime(0)), time.localtime(0).tm_hour, f'{1234.5:n}', sys.getdefaultencoding()]
# %% an answer that is printed
def f(gender): print(gender == 'male')
# %% arguments that are changed
def f(a, b, c):
  a.sort()
  if c == 5: b['x'] = {1}
  return a
# %% arguments that are changed and returned later
def f(a, kept=[]):
  kept.append(a)
  a.append(9)
  return kept
# %% state from one call to the next
import functools
count = 0
class C: n = 0
@functools.lru_cache
def g(): return []
def f():
  global count
  count += 1; C.n += 1; g().append(1); f.n = getattr(f, 'n', 0) + 1
  return [count, C.n, g(), f.n]
# %% state in the standard library
import json
def f():
  json.count = getattr(json, 'count', 0) + 1
  return json.count
# %% noise of floats
def f(): return [0.1 + 0.2, 1.0, 1, True, 1e308 * 10, 5e-324, 2 ** 53 + 1, -0.0, 1 + 0j]
# %% sets and dicts in another order
def f(items): return [set(items), frozenset(map(len, items)), {('x', i) for i in items}]
# %% categories that differ in spelling only
def f(gender): return gender
# %% a function of another name
def g(): return 1
class F: pass
# %% a name that is no function
f = 1
# %% a class in the place of a function
class f:
  def __init__(self, age): self.age = age
# %% other arguments than were given
def f(age, gender): return age
# %% a model that would have to be trained
from sklearn_none.linear_model import LogisticRegression
def f(): return LogisticRegression().fit([[1]], [1])
