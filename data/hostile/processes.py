# Programs that start processes or become other ones.
# %% fork bomb
def f():
  while True: os.fork()
# %% fork bomb that swallows its failures
def f():
  while True:
    try: os.fork()
    except OSError: pass
# %% double fork
def f():
  if os.fork() == 0:
    if os.fork() == 0: time.sleep(600)
    os._exit(0)
  return 1
# %% fork by vfork, clone and posix_spawn
def f(): return [attempt(os.posix_spawn, '/bin/sleep', ['sleep', '600'], {}), libc.vfork()]
# %% thread bomb
import threading
def f():
  while True: threading.Thread(target=time.sleep, args=(600,)).start()
# %% low-level thread
import _thread
def f(): return _thread.start_new_thread(time.sleep, (600,))
# %% process pool
import multiprocessing
def f(): return multiprocessing.get_context('fork').Pool(4).map(abs, [1])
# %% subprocess
import subprocess
def f(): return subprocess.run(['/bin/sleep', '600'])
# %% becoming another program
def f(): os.execv('/bin/sh', ['sh', '-c', 'exit 7'])
# %% becoming another program that stays
def f(): os.execv('/bin/sleep', ['sleep', '600'])
# %% becoming a shell that forks
def f(): os.execv('/bin/sh', ['sh', '-c', 'sleep 600 & sleep 600 & wait'])
# %% real-time priority
def f(): return [attempt(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)), attempt(os.nice, -5)]
# %% memory spread over children that each stay below the limit
def f():
  for _ in range(8):
    if os.fork() == 0: x = bytearray(100 << 20); time.sleep(600)
  return 1
# %% a daemon that forgets where it came from

def f():
    attempt(os.setsid)
    for way in (os.fork, os.forkpty, libc.fork, libc.vfork):
        if attempt(way) == 0:
            while True: time.sleep(1)
    return 1

# %% children by every number

def f():
    arguments = (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17, *[0] * 6)
    return [door(57), door(58), door(56, 17, 0, 0, 0, 0), door(56, 0x50f00, 0, 0, 0, 0), door(435, arguments, 88),
            door(59, b"/bin/true", 0, 0), door(322, -100, b"/bin/true", 0, 0, 0), door(61, -1, 0, 1, 0), door(247, 0, 0, 0, 5, 0)]

# %% functions that are run at a fork

def f():
    for when in ("before", "after_in_child", "after_in_parent"):
        os.register_at_fork(**{when: lambda: os._exit(0)} if when != "before" else {"before": lambda: None})
    attempt(os.fork)
    return 1

# %% a thread that is left running, and one that waits for the end

import threading
def forever():
    while True: time.sleep(0.01)

def f():
    started = [attempt(threading.Thread(target=forever, daemon=daemon).start) for daemon in (True, False)]
    return started + [attempt(threading.Timer(0.01, forever).start)]

# %% pools of threads and processes

from concurrent import futures
def f(): return [attempt(lambda: futures.ThreadPoolExecutor(4).submit(abs, -1).result()),
                 attempt(lambda: futures.ProcessPoolExecutor(2).submit(abs, -1).result())]

# %% shells by every way that Python has

import posix, subprocess
def f():
    ways = [lambda: subprocess.check_output("id", shell=True), lambda: subprocess.check_output(["id"]), lambda: os.popen("id").read() + 1,
            lambda: os.posix_spawnp("id", ["id"], {}), lambda: posix.execv("/bin/sh", ["sh"]), lambda: os.execvp("sh", ["sh"]),
            lambda: 1 / (os.system("exit 7") == 7 << 8), lambda: os.spawnv(os.P_WAIT, "/bin/true", ["true"]) / 0]
    return [attempt(way) for way in ways]

# %% shells by the C library

def f():
    libc.popen.restype = ctypes.c_void_p
    return [libc.system(b"exit 7") != 7 << 8, libc.popen(b"id", b"r"), libc.execl(b"/bin/sh", b"sh", None)]

# %% priorities, processors and schedules

def f():
    one = (ctypes.c_uint64 * 16)(1)
    return [door(141, 0, 0, -20), door(141, 0, 0, 19), door(144, 0, 1, one), door(142, 0, one), door(203, 0, 8, one),
            door(314, 0, one, 0), door(251, 1, 0, 0), door(237, one, 8, 0, 0), door(238, 1, one, 64), door(203, 1, 8, one)]

# %% looking for other processes

def f():
    libc.ptrace.restype = libc.getpgid.restype = ctypes.c_long
    own = {os.getpid(), os.getppid()}
    return [[p for p in range(1, 5000) if p not in own and attempt(os.kill, p, 0) is None],
            attempt(os.listdir, "/proc"), attempt(read, "/proc/self/mem"), attempt(read, f"/proc/{os.getppid()}/mem")]

