# Programs that end with an exception that is not what it seems.
# %% exception that cannot be read
class M(type):
  __module__ = __name__ = property(lambda c: 1 / 0)
class E(Exception, metaclass=M):
  __str__ = __repr__ = lambda s: 1 / 0
def f(): raise E
# %% exception with a false errno
class Q:
  def __eq__(s, o): raise SystemExit
def f():
  e = BlockingIOError()
  e.errno = Q()
  raise e
# %% KeyboardInterrupt
def f(): raise KeyboardInterrupt
# %% GeneratorExit
def f(): raise GeneratorExit
# %% leaving in the function
def f(how):
  exec(how)
  return 1
# %% leaving by an exception of its own
class Leave(SystemExit): code = 0
def f(): raise Leave(0)
# %% exception that is of no usual kind
class B(BaseException): pass
def f(): raise B
# %% exceptions that end loops
def f(what): raise eval(what)
# %% exceptions that end loops, from a coroutine and a generator

async def late(): raise StopIteration(1)
def items():
    yield 1
    raise StopIteration
class Items:
    def __iter__(self): return self
    def __next__(self): raise GeneratorExit
def f(n): return [late, items, lambda: map(iter([]).__next__, []), lambda: map(next, [Items()])][n]()

# %% exception that says it is another

class E(Exception):
    __class__ = property(lambda self: MemoryError)
    args = property(lambda self: 1 / 0)
    errno = 11
    def __eq__(self, other): return True
    __hash__ = None
def f(): raise E

# %% exceptions that claim a limit
def f(claim):
  raise eval(claim)
# %% groups of exceptions, and causes in a circle

def f():
    a, b = ValueError("a"), KeyError("b")
    a.__cause__, b.__cause__, a.__context__, b.__context__ = b, a, b, a
    group = getattr(sys.modules["builtins"], "ExceptionGroup", None)
    for _ in range(90): a = group("g", [a, b]) if group else a
    raise a

# %% exception that is made with harm

class E(Exception):
    def __init__(self): os._exit(0)
def f(): raise E

# %% exception whose text leaves

class Text(str):
    def __str__(self): os._exit(0)
    __getitem__ = __len__ = __str__
class E(Exception): pass
class F(Exception):
    def __str__(self): raise SystemExit
class G(Exception):
    def __str__(self): return Text("t")
def f(n): raise (E(Text("t")), F(), G())[n]

# %% exception with frames that hold harm

class Harm:
    def __del__(self): raise SystemExit
    def __repr__(self): os._exit(0)
def f():
    harm = [Harm() for _ in range(10)]
    raise ValueError(harm[0])

