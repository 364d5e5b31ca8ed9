"""Takes from a child, before it runs a program, its system calls, files, capabilities and resources."""

import ctypes
import errno
import os
import resource
import signal
import struct

CLONE_NEWIPC = 0x08000000
CLONE_NEWPID = 0x20000000
PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38

libc = ctypes.CDLL(None, use_errno=True)

# ---- system calls, x86-64 -------------------------------------------------------------------------------------

# The system calls of a Python program that computes, sleeps, reads permitted files and handles its own signals.
ALLOWED = {
    "read": 0, "write": 1, "close": 3, "stat": 4, "fstat": 5, "lstat": 6, "poll": 7, "lseek": 8, "mmap": 9,
    "mprotect": 10, "munmap": 11, "brk": 12, "rt_sigaction": 13, "rt_sigprocmask": 14, "rt_sigreturn": 15,
    "pread64": 17, "readv": 19, "writev": 20, "access": 21, "select": 23, "sched_yield": 24, "mremap": 25,
    "madvise": 28, "pause": 34, "dup": 32, "dup2": 33, "nanosleep": 35, "getitimer": 36, "alarm": 37,
    "setitimer": 38, "getpid": 39, "exit": 60, "uname": 63, "getcwd": 79, "chdir": 80, "fchdir": 81,
    "readlink": 89, "umask": 95, "gettimeofday": 96, "getrlimit": 97, "getrusage": 98, "sysinfo": 99, "times": 100,
    "getuid": 102, "getgid": 104, "geteuid": 107, "getegid": 108, "getppid": 110, "getpgrp": 111,
    "getgroups": 115, "getresuid": 118, "getresgid": 120, "getpgid": 121, "getsid": 124, "rt_sigpending": 127,
    "sigaltstack": 131, "statfs": 137, "fstatfs": 138, "gettid": 186, "futex": 202, "sched_getaffinity": 204,
    "getdents64": 217, "restart_syscall": 219, "clock_gettime": 228, "clock_getres": 229, "clock_nanosleep": 230,
    "exit_group": 231, "epoll_wait": 232, "epoll_ctl": 233, "openat": 257, "newfstatat": 262, "readlinkat": 267,
    "faccessat": 269, "pselect6": 270, "ppoll": 271, "epoll_pwait": 281, "eventfd2": 290, "epoll_create1": 291,
    "dup3": 292, "pipe2": 293, "getcpu": 309, "getrandom": 318, "statx": 332, "close_range": 436, "faccessat2": 439,
}  # fmt: skip

# The further system calls of the zygote, and of a child until it is confined.
ZYGOTES_OWN = {
    "wait4": 61, "setsid": 112, "capset": 126, "prctl": 157, "setrlimit": 160, "waitid": 247, "unshare": 272,
    "setns": 308, "pidfd_open": 434,
}  # fmt: skip
CREATION = {"clone": 56, "fork": 57, "vfork": 58}
SIGNALS = {"kill": 62, "tkill": 200, "tgkill": 234}
LIMITS = 302  # prlimit64

# Allowed for some values of one argument (its low 32 bits): the number, the index of the argument, the values.
BY_ARGUMENT = {
    "ioctl": (16, 1, (0x5421, 0x5450, 0x5451)),  # FIONBIO, FIONCLEX, FIOCLEX
    "fcntl": (72, 1, (0, 1, 2, 3, 4, 1030)),  # duplicates and flags of descriptors, no locks, leases, sizes of pipes
}
# System calls that fail as unknown, not with EPERM, since Python and its libraries then do without them.
MISSING = {"clone3": 435, "rseq": 334, "openat2": 437}

LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
ITS_OWN = 0x7E571E57  # a placeholder for the id of the child's own process
NUMBER, ARCHITECTURE = 0, 4  # offsets in a filter's data; argument n is at 16 + 8 n, its low half first


def allow_list():
    """The filter of the zygote and all its children, as steps of the kernel's filter machine."""
    x86_64, second_numbering = 0xC000003E, 0x40000000
    steps = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, x86_64), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER)]
    steps += [(AT_LEAST, 0, 1, second_numbering), (RETURN, 0, 0, ERROR | errno.EPERM)]
    numbers = [*ALLOWED.values(), *ZYGOTES_OWN.values(), *CREATION.values(), *SIGNALS.values(), LIMITS]
    steps += [(EQUAL, len(numbers) - at, 0, one) for at, one in enumerate(numbers)]
    steps += [(EQUAL, 0, 1, second_numbering), (RETURN, 0, 0, ALLOW)]
    for name, (one, argument, values) in BY_ARGUMENT.items():
        error = errno.ENOTTY if name == "ioctl" else errno.EPERM
        steps += when(one, [*one_of(argument, values), (RETURN, 0, 0, ERROR | error), (RETURN, 0, 0, ALLOW)])
    for one in MISSING.values():
        steps += when(one, [(RETURN, 0, 0, ERROR | errno.ENOSYS)])
    return steps + [(RETURN, 0, 0, ERROR | errno.EPERM)]


def refusals():
    """The additional filter of a child: it refuses the system calls that only the zygote needs."""
    steps = [(LOAD, 0, 0, NUMBER)]
    for one in CREATION.values():  # the error of a limit on processes, as which Python reports it
        steps += when(one, [(RETURN, 0, 0, ERROR | errno.EAGAIN)])
    for one in ZYGOTES_OWN.values():
        steps += when(one, [(RETURN, 0, 0, ERROR | errno.EPERM)])
    for one in SIGNALS.values():
        steps += when(one, [*one_of(0, (ITS_OWN,)), (RETURN, 0, 0, ERROR | errno.EPERM), (RETURN, 0, 0, ALLOW)])
    high, low = 16 + 8 * 2 + 4, 16 + 8 * 2  # only reading is allowed, i.e. without a pointer to new limits
    nothing = [(LOAD, 0, 0, high), (EQUAL, 0, 2, 0), (LOAD, 0, 0, low), (EQUAL, 1, 0, 0)]
    steps += when(LIMITS, [*nothing, (RETURN, 0, 0, ERROR | errno.EPERM), (RETURN, 0, 0, ALLOW)])
    return steps + [(RETURN, 0, 0, ALLOW)]


def when(number, steps):
    """Steps for one system call; all of them return."""
    return [(EQUAL, 0, len(steps), number), *steps]


def one_of(argument, values):
    """Skips the step after these if the argument is one of the values."""
    return [(LOAD, 0, 0, 16 + 8 * argument)] + [(EQUAL, len(values) - at, 0, one) for at, one in enumerate(values)]


class Filter:
    """A filter in the kernel's form, made before the first fork, so that no child spends time on it."""

    def __init__(self, steps):
        code = b"".join([struct.pack("=HBBI", *step) for step in steps])
        self.own = [8 * at + 4 for at, step in enumerate(steps) if step[3] == ITS_OWN]
        self.code = ctypes.create_string_buffer(code, len(code))
        program = struct.pack("@HP", len(steps), ctypes.addressof(self.code))
        self.program = ctypes.create_string_buffer(program, len(program))
        self.pointer = ctypes.cast(self.program, ctypes.c_void_p)

    def install(self):
        process = struct.pack("=I", os.getpid())
        for at in self.own:
            self.code[at : at + 4] = process
        if prctl(PR_SET_SECCOMP, 2, self.pointer, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "seccomp")


# None if the numbers of this machine's system calls are not known here; then only namespaces contain a program.
KNOWN = os.uname().machine == "x86_64" and struct.calcsize("P") == 8
FILTER = Filter(refusals()) if KNOWN else None

# ---- files ----------------------------------------------------------------------------------------------------

READ_FILE, WRITE_FILE, READ_DIR = 4, 2, 8


def landlock_version():
    return max(0, libc.syscall(444, None, ctypes.c_size_t(0), 1))


def restrict_files(readable):
    """Bars this process and its children from all other files; returns whether the kernel supports this.

    Opening files is barred; finding out whether a path exists, and the like, is not.
    """
    version = landlock_version()
    if version < 1:
        return False
    rights = (1 << 13) - 1
    for since, right in ((2, 13), (3, 14), (5, 15)):
        if version >= since:
            rights |= 1 << right
    attributes = struct.pack("=QQQ", rights, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = libc.syscall(444, attributes, ctypes.c_size_t(size), 0)
    if rules < 0:
        return False
    allowed = [(path, READ_FILE | READ_DIR) for path in readable]
    for path, access in allowed + [("/dev/null", READ_FILE | WRITE_FILE)]:
        try:
            fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        folder = os.path.isdir(path)
        rule = struct.pack("=Qi", access if folder else access & (READ_FILE | WRITE_FILE), fd)
        failed = libc.syscall(445, rules, 1, rule, 0)
        os.close(fd)
        if failed:
            return False
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    done = libc.syscall(446, rules, 0) == 0
    os.close(rules)
    return done


# ---- one child ------------------------------------------------------------------------------------------------


prctl, set_capabilities, setns, unshare = libc.prctl, libc.capset, libc.setns, libc.unshare  # found here, once
NO_CAPABILITIES = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()


def confine_zygote():
    """Gives up the rights that the zygote does not need, and that its children therefore do not get either."""
    for name, value in (
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 32),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(name, (value, value))
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if KNOWN:
        Filter(allow_list()).install()


def confine(header, kept):
    """Gives up everything that the program does not need, except the files in `kept`. No untrusted code has run yet."""
    os.setsid()
    null = os.open("/dev/null", os.O_RDWR)  # its own one, as flags that it sets must not affect others
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    first = 3
    for fd in [*sorted(kept), 64]:
        os.closerange(first, fd)
        first = fd + 1
    memory = (header.memory_mib + header.log_mib << 20) + header.body
    seconds = (2 * header.calls + 2) * header.cpu_ms // 1000 + 2  # for each call and its loading; only a backstop
    for name, value in (resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_NPROC, 1):
        resource.setrlimit(name, (value, value))
    if FILTER is None:  # without a filter, it can make System V shared memory, which must end with it
        libc.unshare(CLONE_NEWIPC)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if set_capabilities(*NO_CAPABILITIES) != 0:
        raise OSError(ctypes.get_errno(), "capset")
    if FILTER is not None:
        FILTER.install()
