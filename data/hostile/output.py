# Programs that return or print more than their share.
# %% huge int returned
def f(): return 1 << 80_000_000
# %% huge list returned
def f(): return [0] * (1 << 21)
# %% billion laughs
def f():
  x = [0] * 10
  for _ in range(30): x = [x] * 10
  return x
# %% billion laughs in tags
def f():
  class L(list): pass
  x = L([0] * 10)
  for _ in range(30): x = L([x] * 10)
  return x
# %% cyclic value
def f():
  x = []; x.append({'x': x})
  return x
# %% value nested 100,000 deep
def f():
  x = 1
  for _ in range(10**5): x = [x]
  return x
# %% flood of standard output
def f():
  for _ in range(2000): os.write(1, b'x' * 100000); os.write(2, b'x' * 100000)
  print('y' * 10**6, flush=True)
  return 1
# %% exception with a huge message
def f(): raise ValueError('x' * (1 << 24))
# %% huge text returned
def f(): return 'x' * (20 << 20)
# %% huge text raised, in notes and causes too

def f():
    error = ValueError("x" * (8 << 20))
    if hasattr(error, "add_note"): error.add_note("y" * (8 << 20))
    raise error from KeyError("z" * (8 << 20))

# %% flood of warnings

import warnings
def f():
    warnings.simplefilter("always")
    for n in range(1000): warnings.warn("w" * 1000); print("e" * 1000, file=sys.stderr)
    sys.stderr.write("x" * 10 ** 6); sys.stderr.flush()
    return 1

# %% success that is only printed

def f():
    for line in ("PASSED", "OK", '{"kind": "returned", "value": 9}', "1 passed in 0.01s", "All tests passed!"):
        print(line); print(line, file=sys.stderr); os.write(1, line.encode())
    os.write(1, record("R", b"\0i\x09\0\0\0") + record(".")); print("", end="", flush=True)
    raise AssertionError

# %% bytes that are no text on standard output
def f():
  os.write(1, bytes(range(256))); sys.stdout.buffer.write(b'\xff\xfe\0'); attempt(print, '\ud800')
  return 1
# %% standard streams closed and replaced
def f():
  sys.stdout.close(); sys.stderr = None; os.close(1); os.close(2)
  attempt(print, 'x')
  sys.stdout = sys.stdin = None
  return 1
# %% surrogates, NUL and the end of the range in text
def f(): return ['\ud800', 'a\0b', '\udcff\U0010ffff', b'\xff\0', '\u2028', '"\\']
# %% surrogates in messages and names

class E(Exception): pass
E.__qualname__ = "E\ud800"
def f(): raise E("\udc80\0\ud800")

# %% control sequences for a terminal in a value
def f(): return '\x1b[2J\x1b]0;x\x07\x9b31m\r'
# %% keys that mean something to JavaScript

class A:
    def __init__(self): self.__dict__.update({"__proto__": 1, "constructor": 2, "$type": "set", "": 3})
def f(): return [{"__proto__": {"x": 1}, "constructor": 2, "toString": 3, "$type": "int"}, A()]

