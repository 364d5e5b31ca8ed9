# Programs that return objects whose fields, items or results act when they are taken.
# %% fields that raise, hang up or are not there

class Raising:
    __slots__ = ("a",)
Raising.a = property(lambda self: 1 / 0)
class Empty:
    __slots__ = ("a", "b")
class Dictless:
    __dict__ = property(lambda self: 1 / 0)
class Liar:
    def __init__(self): self.own = 1
    def __getattribute__(self, name): return 9
class Leaving:
    __slots__ = ("a",)
Leaving.a = property(lambda self: sys.exit(0))
def f(n): return [Raising, Empty, Dictless, Liar, Leaving][n]()

# %% a field that hangs

def hang(self):
    while True: pass
class A: __slots__ = ("a",)
A.a = property(hang)
def f(): return A()

# %% names of fields without end

class A: __slots__ = ()
A.__slots__ = iter(lambda: "a", None)
def f(): return A()

# %% names of fields that are none

class A: __slots__ = ()
def f(n):
    if n == 2:
        a = type("B", (), {})()
        a.__dict__[5] = 1; a.__dict__["b"] = 2
        return a
    A.__slots__ = [(1, 2), 7][n]
    return A()

# %% a million fields
class A: pass
def f():
  a = A()
  a.__dict__.update((f'field{n}', n) for n in range(200_000))
  return a
# %% fields in a circle
class A: pass
def f():
  a, b = A(), A()
  a.b, b.a = b, [a]
  return a
# %% a list of a hundred thousand linked objects
class A: pass
def f():
  last = None
  for _ in range(100_000): a = A(); a.next = last; last = a
  return last
# %% an order of classes that was made up

class Other:
    __slots__ = ("forged",)
class M(type):
    def mro(cls): return [cls, Other, object]
    __mro__ = __bases__ = property(lambda cls: 1 / 0)
    __dict__ = property(lambda cls: {"__slots__": ("forged",)})
class A(metaclass=M): pass
def f():
    a = A()
    a.own = 1
    return a

# %% members of an enumeration that are not what they were

import enum
class E(enum.Enum):
    A, B, C = 1, 2, [1]
def f(n):
    member = list(E)[n]
    if n == 0: member._name_ = 5; member._value_ = E
    if n == 2: E.__class__ = type(E); member._value_.append(member)
    return member

# %% dates, numbers and queues that were overridden

import collections, datetime, decimal
lie = lambda *a: "forged"
class D(datetime.date): isoformat = __str__ = __reduce__ = lie
class N(decimal.Decimal): __str__ = __repr__ = as_tuple = lie
class Q(collections.deque): __iter__ = __len__ = __getitem__ = lie
class F(float): __pos__ = __float__ = __repr__ = lie
class C(complex): __pos__ = __complex__ = lie
class B(bytes): __getitem__ = __bytes__ = __iter__ = lie
class T(tuple): __getitem__ = __iter__ = lie
class S(frozenset): __iter__ = lie
def f(): return [D(2020, 1, 1), N("1"), Q([1]), F(2), C(3), B(b"4"), T([5]), S([6])]

# %% time zone that raises or leaves while it is written down

import datetime
class Zone(datetime.tzinfo):
    def __init__(self, n): self.n = n
    def utcoffset(self, at): return [lambda: 1 / 0, lambda: os._exit(0), lambda: "forged"][self.n]()
def f(n): return datetime.datetime(2020, 1, 1, tzinfo=Zone(n))

# %% fractions and spans whose parts are made up

import datetime, fractions
def hang(self):
    while True: pass
class F(fractions.Fraction): numerator = property(hang)
def f(): return F(1, 2)

# %% sets of texts and numbers that compare as they like

class S(str):
    __lt__ = __gt__ = lambda self, other: 1 / 0
    __eq__ = lambda self, other: True
    __hash__ = str.__hash__
class I(int):
    __lt__ = lambda self, other: 1 / 0
    __hash__ = int.__hash__
def f(): return {S("b"), S("a"), I(2), 1, "c", None, (1,), 0.5, b"x", frozenset([I(1)])}

# %% a list that grows while it is written down

def f():
    grows = []
    def more():
        grows.append(more())
        yield 1
    grows.append(more())
    return grows

# %% a dict that changes while it is written down

def f():
    changes = {}
    def one():
        changes[len(changes)] = 2
        yield 1
    changes["a"] = one()
    return changes

# %% a tag forged by a tuple
def f(n): return [(..., 'int', 5), (..., ..., 'A', ()), [NotImplemented]][n]
# %% values that are more than data
def f(what): return eval(what)
# %% values that act when they are unpacked

import pickle
class Bomb:
    def __reduce__(self): return (os._exit, (0,))
    def __getstate__(self): os._exit(0)
    def __deepcopy__(self, memo): os._exit(0)
    __copy__ = __iter__ = __len__ = __bool__ = __index__ = __repr__ = __getstate__
def f(): return [Bomb(), b"cos\nsystem\n(S'exit 1'\ntR."]

# %% arguments that no longer can be written down

class X: __slots__ = ("y",)
X.y = property(lambda self: 1 / 0)
def f(a, b, c):
    a.append(a); b.append(lambda: 1); c.append(X())
    return 1

# %% arguments that hang when they are looked at again

def hang(self):
    while True: pass
class A: __slots__ = ("a",)
A.a = property(hang)
def f(a):
    a.append(A())
    return 1

