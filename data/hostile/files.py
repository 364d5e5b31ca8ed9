# Programs that reach for the files of the machine.
# %% reading the system's files
def f(): return [attempt(read, p) for p in ('/etc/passwd', '/etc/shadow', '/etc/hostname', '/proc/self/environ', '/proc/1/cmdline', '/proc/cpuinfo', '/sys/kernel/notes', '/dev/mem', '/dev/zero', '/var/log/dpkg.log', '/run/utmp')]
# %% reading a file that is known to be there

def f(port, secret_file, folder):
    low = lambda: os.open(os.path.basename(secret_file), os.O_RDONLY, dir_fd=os.open(folder, os.O_PATH))
    ways = [lambda: read(secret_file), lambda: os.open(secret_file, os.O_RDONLY), lambda: read("/usr/.." + secret_file),
            lambda: os.open(secret_file, os.O_PATH | os.O_DIRECTORY), low, lambda: __import__("mmap").mmap(
            os.open(secret_file, os.O_RDONLY), 1), lambda: ctypes.CDLL(secret_file), lambda: os.listdir(folder),
            lambda: read("/proc/1/root" + secret_file), lambda: read("/proc/self/cwd/.." + secret_file)]
    return [attempt(way) for way in ways]

# %% writing into a folder that is known to be there

def f(port, secret_file, folder):
    path = os.path.join(folder, "written")
    acts = [(write, path), (os.mkdir, path), (os.symlink, "/", path), (os.mkfifo, path), (os.link, secret_file, path),
            (os.chmod, folder, 0o777), (os.rename, secret_file, path), (os.unlink, secret_file), (os.rmdir, folder),
            (os.truncate, secret_file, 0), (os.setxattr, secret_file, "user.x", b"x"), (os.utime, secret_file),
            (os.open, folder, os.O_TMPFILE | os.O_RDWR), (os.chown, secret_file, os.getuid(), -1)]
    return [attempt(*act) for act in acts]

# %% listing the machine's folders
def f(): return [attempt(os.listdir, p) for p in ('/etc', '/proc', '/sys', '/tmp', '/var', '/run', '/mnt', '/boot', '/opt', '/srv')]
# %% listing the users' homes
def f():
  found = [attempt(os.listdir, p) for p in ('/root', '/home')]
  return [one if type(one) is str else len(one) <= 1 for one in found]
# %% reading the worker's source by its path
import __main__
def f(): return [attempt(lambda: read(__main__.__file__)), attempt(read, 'worker.py')]
# %% reading the environment
def f():
  known = {'PYTHONHASHSEED', 'LANG', 'LC_CTYPE', 'OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'PWD', 'PATH'}
  ctypes.CDLL(None).getenv.restype = ctypes.c_char_p
  return sorted(set(os.environ) - known)
# %% writing files anywhere
import tempfile
def f():
  paths = [d + '/written' for d in ('', '/tmp', '/var/tmp', '/dev', '/dev/shm', '/usr', '/usr/lib', '/bin', '/site', '.', sys.prefix)]
  return [[attempt(write, p) for p in paths] + [attempt(tempfile.mkdtemp)], [p for p in paths if os.path.exists(p)]]
# %% changing what is there
def f():
  p = sys.executable
  return [[attempt(*a) for a in ((os.chmod, p, 0o777), (os.utime, '/usr'), (os.symlink, '/usr', '/made1'), (os.link, p, '/made2'), (os.mkdir, '/made3'), (os.rename, '/usr', '/made4'), (os.unlink, p), (os.mkfifo, '/made5'), (os.mknod, '/made6', 0o20666, os.makedev(1, 1)), (os.truncate, p, 0), (os.mkdir, '/dev/made7'))], [n for n in range(1, 8) if os.path.lexists(f'/made{n}')]]
# %% writing through /dev/null
def f(): return [attempt(os.ftruncate, os.open('/dev/null', os.O_RDWR), 10), attempt(os.chmod, '/dev/null', 0)]
# %% reading the next request from standard input
def f(): return [attempt(input), os.read(0, 100) == b'' and 'EOFError']
# %% devices that never end

def endless(path):
    with open(path, "rb") as file:
        while True: file.read(1 << 16)

def f(): return [attempt(endless, p) for p in ("/dev/zero", "/dev/urandom", "/dev/random", "/dev/full", "/dev/kmsg")]

# %% folders in folders that nobody could delete

import tempfile
def deep():
    for depth in range(4096):
        os.mkdir("d", 0); os.chmod("d", 0o700); os.chdir("d")

def f():
    places = ("/", "/tmp", "/dev", "/dev/shm", "/usr", os.getcwd())
    return [attempt(lambda: (os.chdir(place), deep())) for place in places]

# %% very many small files

def f():
    made = 0
    for n in range(3000):
        for place in ("/tmp", "/dev/shm", ".", "/dev"):
            made += attempt(os.open, f"{place}/file{n}", os.O_CREAT | os.O_WRONLY) not in (
                "PermissionError", "FileNotFoundError", "OSError")
    return made

# %% a sparse file, and shared memory with a name

from multiprocessing import shared_memory
def sparse(path):
    with open(path, "wb") as file: file.truncate(1 << 40)

def f():
    shared = lambda: shared_memory.SharedMemory("codebias", create=True, size=1 << 20)
    return [attempt(sparse, "/dev/shm/sparse"), attempt(sparse, "/tmp/sparse"), attempt(sparse, "/dev/null"),
            attempt(shared)]

# %% files by handles, and watching files

def f():
    handle = ctypes.create_string_buffer(b"\x80" + bytes(200), 256)
    return [door(303, -100, b"/usr", handle, handle, 0), door(304, -100, handle, 0), door(253), door(294, 0),
            door(254, 3, b"/usr", 0xfff), door(300, 0, 0), door(301, 3, 1, 8, -100, b"/"), door(179, 0, 0, 0, 0),
            door(443, 3, 0, 0, 0), door(73, 1, 2), door(206, 8, handle), door(425, 8, handle)]

# %% the file of the secret through other system calls

def f(port, secret_file, folder):
    path, new = os.fsencode(secret_file), os.path.join(os.fsencode(folder), b"new")
    how = (ctypes.c_uint64 * 3)(0, 0, 0)
    return [door(437, -100, path, how, 24), door(2, path, 0), door(85, new, 0o666), door(83, new, 0o777),
            door(86, path, new), door(88, path, new), door(87, path), door(82, path, new), door(133, new, 0o100666, 0),
            door(265, -100, path, -100, new, 0), door(188, path, b"user.x", b"x", 1, 0), door(90, path, 0o777),
            door(76, path, 0), door(235, path, 0), door(452, -100, path, 0o777, 0), door(134, path), door(136, 1, path)]

# %% descriptors that were left open

def f():
    found = []
    for d in range(0, 1100):
        try: found.append((d, os.read(d, 100)))
        except OSError: pass
    return found == [(d, b"") for d in (0, 1, 2)]

