# Programs that return values that lie about what they are.
# %% value that equals everything
class A:
  __eq__ = lambda s, o: True
  __hash__ = lambda s: 1
def f(): return A()
# %% int that equals everything
class I(int):
  __eq__ = lambda s, o: True
  __hash__ = __pos__ = __int__ = __index__ = lambda s: 5
def f(): return I(3)
# %% str that is another to everybody
class S(str):
  __str__ = __repr__ = __getitem__ = encode = lambda s, *a: 'forged'
def f(): return S('own')
# %% list and dict with other insides
class L(list):
  __iter__ = lambda s: iter(int, 1)
  __len__ = lambda s: 0
  __getitem__ = lambda s, i: 1 / 0
class D(dict):
  items = keys = __iter__ = lambda s: 1 / 0
def f(): return [L([1]), D(a=1)]
# %% class that claims to be int
class A:
  __class__ = property(lambda s: int)
  __index__ = __int__ = lambda s: 7
def f(): return A()
# %% class whose type passes for int
class M(type):
  __hash__ = lambda c: hash(int)
  __eq__ = lambda c, o: True
class A(metaclass=M): pass
def f(): return [A()]
# %% class that forges its name
class A(int): pass
A.__module__ = 'builtins'; A.__qualname__ = 'int'
def f(): return A(3)
# %% class with a name of a megabyte
A = type('A' * (1 << 20), (int,), {})
def f(): return A(3)
