# Programs that forge what the worker writes down.
# %% forged record
def f(): forge(record("R", b"\0i\x09\0\0\0"))
# %% forged value that is none
def f():
  forge(bytes([ord('R')]) + bytes(8) + (2).to_bytes(4, 'little') + b'\0?')
# %% forged value above its limit
def f():
  size = 2 << 20
  forge(bytes([ord('R')]) + bytes(8) + (size + 6).to_bytes(4, 'little') + b'\0s' + size.to_bytes(4, 'little') + bytes(size))
# %% forged record and end
def f(): forge(record("R", b"\0i\x09\0\0\0"), record("."))
# %% forged record and two ends
def f(): forge(record("R", b"\0i\x09\0\0\0"), record(".") * 2)
# %% too many forged records
def f(): forge(record("R", b"\0i\x09\0\0\0") * 3)
# %% log that is longer than its memory
def f():
  log()[0:8] = (1 << 63).to_bytes(8, 'little')
  os._exit(0)
# %% log of noise
import random
def f():
  m = log()
  m[24:4024] = random.Random(1).randbytes(4000)
  m[0:8] = (4000).to_bytes(8, 'little')
  os._exit(0)
# %% log of zeros
def f():
  m = log()
  m[0:len(m)] = bytes(len(m))
  os._exit(0)
# %% log found by the collector
import gc, mmap
def f():
  gc.unfreeze()
  for o in gc.get_objects():
    for m in gc.get_referents(o):
      if type(m) is mmap.mmap and not m.closed: m[0:64] = b'\xff' * 64
  os._exit(0)
# %% clock of the processor time set to the future
def f():
  m = log()
  while True: m[16:24] = (1 << 62).to_bytes(8, 'little')
# %% elapsed time begun again and again
def f():
  m = log()
  for i in range(1000000):
    m[8:16] = (i % 1000).to_bytes(8, 'little')
    time.sleep(0.05)
# %% hard exit that pretends not to have been confined
def f():
  m = log()
  m[0:64] = bytes(64)
  os._exit(74)
# %% hard exit that takes back that it was confined
def f():
  attempt(local('ready').__setitem__, 0, 0)
  os._exit(0)
# %% shared memory unmapped
def f():
  log().close()
  return 1
# %% all descriptors closed
def f():
  os.closerange(0, 1000)
  return 1
# %% writing to every descriptor
def f(): return [d for d in range(3, 64) if attempt(os.write, d, b'\0' * 64) == 64]
# %% answers to calls that were not made yet
def f(n): forge(record("R", b"\0i\x09\0\0\0") * 3, record("."))
# %% answers before the program has loaded

import marshal
forge(record("L", b"\0" + marshal.dumps(("loaded", "", ""), 2)), record("R", b"\0i\x09\0\0\0"), record("."))

# %% an answer of a program that never said that it loaded
forge(record("R", b"\0i\x09\0\0\0"), record("."))
# %% an end without answers
def f(): forge(record("."))
# %% a batch of as many values as there are calls
import marshal
def f(n): forge(record("B", b"\0" + marshal.dumps([[9, 9], ()], 2)), record("."))
# %% a batch GIVEN
import marshal
def f(n): forge(record("B", GIVEN), record("."))
# %% changed arguments GIVEN
import marshal
V = b"\0i\x09\0\0\0"
def m(v): return record("M", b"\0" + marshal.dumps(v, 2))
def f(): forge(GIVEN)
# %% a record GIVEN
import marshal
def p(v): return b"\0" + marshal.dumps(v, 2)
def f(): forge(GIVEN)
# %% a forged value GIVEN
import marshal, struct
E = Ellipsis
def t(v): return b"\1" + marshal.dumps(v, 2)
def f(): forge(record("R", GIVEN), record("."))
# %% processor time of six hundred years
def f(): forge(record("R", b"\0i\x09\0\0\0", (1 << 64) - 1), record("."))
# %% another running call than the real one
def f(n):
  log()[8:16] = (3).to_bytes(8, 'little')
  os._exit(0)
# %% a running call that there is not
def f(n):
  log()[8:16] = b'\xff' * 8
  os._exit(0)
# %% a running call that is behind the others, with a loop
def f(n):
  if n == 0: return 1
  m = log()
  m[8:16] = (1).to_bytes(8, 'little')
  while True: m[0:8] = bytes(8)
# %% a log that is taken back
def f(n):
  log()[0:24] = bytes(24)
  return n
# %% a log that is full to the brim

def f():
    m = log(); room = len(m) - 24
    m[24:] = (record("U") * (room // 13 + 1))[:room]
    m[0:8] = room.to_bytes(8, "little"); os._exit(72)

# %% a log whose length is just above its memory
def f():
  m = log(); m[0:8] = (len(m) + 1).to_bytes(8, 'little'); os._exit(0)
# %% infinitely many fresh processes asked for
def f(n): os._exit(72)
# %% the worker's counters changed

def f(n):
    recorder = local("recorder")
    recorder.at = -1 if n else 1 << 40
    recorder.made = recorder.room = 1 << 40
    return n

# %% the encoder's tools changed in their cells

def f(name, n):
    encode = local("recorder").encode
    cells = dict(zip(encode.__code__.co_freevars, encode.__closure__))
    false = [lambda *a: b"", lambda *a: b"?", lambda *a: bytes(9 << 20), frozenset([type(f)])][n]
    if name in cells: cells[name].cell_contents = false
    return [n]

