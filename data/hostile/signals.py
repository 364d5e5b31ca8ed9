# Programs that use signals, against others or against the worker.
# %% kill(-1)
def f():
  attempt(os.kill, -1, 9)
  return 1
# %% kill(0)
def f():
  attempt(os.kill, 0, 15)
  return 1
# %% kill(getppid())
def f():
  attempt(os.kill, os.getppid(), 9)
  return 1
# %% killing every process it can name
def f():
  me = os.getpid()
  return sum(attempt(os.kill, p, 9) is None for p in range(1, 40000) if p != me)
# %% killing process groups and sessions
def f():
  return [attempt(os.killpg, p, 9) for p in range(2, 300)].count(None)
# %% stopping itself
import signal
def f():
  os.kill(os.getpid(), signal.SIGSTOP); os.kill(os.getpid(), signal.SIGTSTP)
  return 1
# %% alarm and timers
import signal
def f():
  signal.setitimer(signal.ITIMER_REAL, 0.01)
  signal.setitimer(signal.ITIMER_PROF, 0.01)
  signal.alarm(1)
  t = time.monotonic()
  while time.monotonic() < t + 0.1: pass
  return 1
# %% signal handlers that swallow
import signal
def f():
  for s in range(1, 65): attempt(signal.signal, s, lambda *a: None)
  attempt(signal.pthread_sigmask, signal.SIG_BLOCK, range(1, 65))
  while True: pass
# %% signal handler that raises in the worker's code
import signal
def bad(*_): raise ValueError
def f():
  signal.signal(signal.SIGALRM, bad)
  signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
  return list(range(1000))
# %% killing itself

def f():
    me = os.getpid()
    libc.tgkill(me, libc.gettid(), 9); door(200, me, 9); os.kill(me, 9)
    return 1 # in a process namespace of its own it is the first process, which cannot

# %% a signal to itself that looks like a limit
import signal
def f():
  os.kill(os.getpid(), signal.SIGXCPU); os.kill(os.getpid(), signal.SIGALRM)
  return 1
# %% process numbers that only look like its own

def f():
    me = os.getpid()
    return [door(62, p, 0) for p in (0, -1, -me, me + 1, me - 1 or 2, (1 << 31) + me)] + [
        door(200, me + 1, 0), door(234, -1, me, 0), door(234, me + 1, me, 0), door(234, 0, me, 0), door(62, (1 << 32) - me, 0)]

# %% a timer that raises while the value is written down

import signal
class Interruption(BaseException): pass
def interrupt(*_): raise Interruption
def f():
    signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.0004, 0.0002)
    return {n: [n, {n}] for n in range(2)}

# %% timers that go on after the call

import signal
ticks = []
def f(n):
    if n == 0:
        signal.signal(signal.SIGVTALRM, lambda *_: ticks.append(1))
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.001, 0.001)
    return n

# %% a signal that writes to a descriptor

import signal
def f():
    signal.set_wakeup_fd(-1, warn_on_full_buffer=False)
    start, end = os.pipe(); os.set_blocking(end, False)
    signal.set_wakeup_fd(end); signal.signal(signal.SIGUSR1, lambda *_: None)
    for _ in range(1000): os.kill(os.getpid(), signal.SIGUSR1)
    return 1

# %% faults that are handled and come again for ever

import signal
def f():
    signal.signal(signal.SIGSEGV, lambda *_: None)
    ctypes.string_at(0)

