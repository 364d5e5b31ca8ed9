# Programs that take more than their share of memory.
# %% one huge allocation
def f(): return len(bytearray(1 << 40))
# %% doubling string
def f():
  s = 'x'
  while True: s += s
# %% growing list
def f():
  x = []
  while True: x.append(bytes(100000))
# %% memory bomb at load
x = [bytes(1 << 20) for _ in range(1 << 20)]
def f(): return 1
# %% memory bomb that swallows its failures
def f():
  x = []
  while True:
    try: x.append(bytes(1 << 20))
    except MemoryError: pass
# %% memory by mmap
import mmap
def f(): return [attempt(mmap.mmap, -1, 1 << 34), attempt(mmap.mmap, -1, 1 << 28)]
# %% memory in a file that has no name
def f():
  d = os.memfd_create('x')
  return [attempt(os.write, d, b'x' * 10), attempt(os.ftruncate, d, 1 << 34)]
# %% memory that counts against no limit
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def f():
  made = [libc.shmget(0, 1 << 28, 0o1600), libc.msgget(0, 0o1600), libc.semget(0, 32000, 0o1600)]
  return made + [ctypes.get_errno()]
# %% memory that counts against no limit, by the other numbers of its calls
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def f(): return [libc.syscall((1 << 30) | n, 0, 1 << 28, 0o1600) for n in (29, 64, 68)]
# %% infinite generator
import itertools
def f(): return list(itertools.count())
# %% descriptors used up
def f():
  d = []
  while len(d) < 10000:
    d.append(os.open('/dev/null', os.O_RDONLY))
  return d
# %% raised limits
import resource as r
def f():
  names = [r.RLIMIT_AS, r.RLIMIT_CPU, r.RLIMIT_NOFILE, r.RLIMIT_NPROC, r.RLIMIT_FSIZE, r.RLIMIT_CORE]
  return [attempt(r.setrlimit, n, (-1, -1)) for n in names]
# %% soft limits above hard ones
import resource as r
def f():
  hard = r.getrlimit(r.RLIMIT_AS)[1]
  return [attempt(r.setrlimit, r.RLIMIT_AS, (hard + 1, hard)), hard < 1 << 30]
# %% parser bombs
import json, marshal
def f(): return [attempt(json.loads, '[' * 10**6), attempt(marshal.loads, b'[\xff\xff\xff\x7f'), attempt(marshal.loads, b'(\x01\0\0\0' * 10**6)]
# %% memory taken by the compiler
def f(): return eval('[' + '0,' * 5_000_000 + ']')
# %% memory taken by folding constants at load
def f(): return ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, ('x' * 4000, 1))))))))))))))))))))
x = eval('(' * 50 + '0' + ',)' * 50) * (1 << 30)
# %% archive that unfolds
import gzip
def f(): return len(gzip.decompress(gzip.compress(bytes(1 << 20)) * 1000))
# %% text of archives within archives

import zlib
def f():
    data = zlib.compress(bytes(50 << 20), 1)
    return len(zlib.decompress(data) + zlib.decompress(data) + zlib.decompress(data))

# %% memory past Python's own

def f():
    libc.malloc.restype = libc.sbrk.restype = ctypes.c_void_p
    libc.malloc.argtypes = [ctypes.c_size_t]
    return [libc.malloc(1 << 33), libc.malloc(1 << 62), libc.sbrk(1 << 30) == (1 << 64) - 1]

# %% memory in the buffers of pipes

def f():
    filled, ends = 0, []
    while True:
        try: ends += os.pipe()
        except OSError: break
    for end in ends[1::2]:
        os.set_blocking(end, False)
        try:
            while True: filled += os.write(end, bytes(1 << 16))
        except BlockingIOError: pass
    return filled <= 16 << 16

# %% descriptors by every way

def f():
    made, ways = 0, [os.pipe, lambda: os.dup(0), lambda: os.open("/dev/null", 0), lambda: os.open("/usr", os.O_PATH)]
    import select; ways += [select.epoll, select.poll]
    keep = []
    for way in ways * 300:
        try: keep.append(way())
        except OSError: made += 1
    return made > 1000 or max(os.dup(0) for _ in [0])

# %% the shared memory made larger, or given back
def f():
  m = log()
  attempt(m.resize, 1 << 34); attempt(m.resize, 1)
  for a in range(0, 26): attempt(m.madvise, a)
  return 1
# %% all memory unmapped
def f(): libc.munmap(ctypes.c_void_p(0), ctypes.c_size_t((1 << 47) - 4096))
# %% all memory made unreadable, the shared one too
def f():
  size = len(log())
  at = ctypes.addressof(ctypes.c_char.from_buffer(log()))
  libc.mprotect(ctypes.c_void_p(at), ctypes.c_size_t(size), 0)
  return 1
# %% memory that is locked, or taken in large pages
def f(): return [door(149, 1 << 20, 4096), door(151, 3), door(325, 1 << 20, 4096, 1), door(216, 0, 0, 0, 0, 0)]
# %% a call that leaves no memory to the next

kept = sys.__dict__.setdefault("kept", [])
def f(n):
    try:
        while n == 0: kept.append(bytes(1 << 20))
    except MemoryError: pass
    return n

