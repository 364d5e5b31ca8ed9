# Programs that knock at the doors of the kernel.
# %% ptrace and reading other processes' memory
def f():
  b = ctypes.create_string_buffer(64)
  v = (ctypes.c_uint64 * 2)(ctypes.addressof(b), 64)
  return [libc.ptrace(16, p, 0, 0) for p in (0, 2, 3)] + [libc.process_vm_readv(p, v, 1, v, 1, 0) for p in (2, 3)]
# %% mount, umount and pivot_root
def f(): return [libc.mount(b'none', b'/usr', b'tmpfs', 0, None), libc.mount(b'/usr', b'/bin', None, 4096, None), libc.umount2(b'/usr', 2), libc.syscall(155, b'/', b'/usr'), libc.mount(b'proc', b'/usr', b'proc', 0, None)]
# %% remounting the root for writing
def f():
  r = [libc.mount(None, b'/', None, 32, None), libc.mount(None, b'/usr', None, 32 | 4096, None)]
  return r + [attempt(write, '/x'), attempt(write, '/usr/x')]
# %% namespaces of its own
def f():
  libc.unshare(0x10000000 | 0x20000 | 0x40000000 | 0x20000000)
  libc.mount(b'none', b'/usr', b'tmpfs', 0, None)
  return [attempt(write, '/usr/x'), attempt(write, '/x'), attempt(os.fork), libc.mount(b'p', b'/usr', b'proc', 0, None)]
# %% setns into every descriptor and process
def f():
  fds = [attempt(os.pidfd_open, p) for p in range(1, 9)] + list(range(32))
  return [libc.setns(d, 0) == 0 for d in fds if type(d) is int].count(True)
# %% chroot
def f(): return [attempt(os.chroot, '/usr'), attempt(os.chroot, '..'), attempt(os.fchdir, 3)]
# %% another user, and capabilities
def f():
  h = (ctypes.c_uint32 * 2)(0x20080522, 0); d = (ctypes.c_uint32 * 6)(*[0xffffffff] * 6)
  return [attempt(os.setuid, 0), attempt(os.setgid, 0), attempt(os.setgroups, [0]), 'x' + 'Error' * -libc.capset(h, d), 'x' + 'Error' * (os.getuid() != 0)]
# %% the kernel's own doors
def f(): return [libc.syscall(n, 0, 0, 0, 0, 0) >= 0 for n in (175, 176, 246, 153, 167, 169, 170, 171, 163, 164)]
# %% typing into the terminal
import fcntl, termios
def f(): return [attempt(fcntl.ioctl, d, termios.TIOCSTI, b'x') for d in (0, 1, 2)] + [attempt(os.open, '/dev/tty', os.O_RDWR)]
# %% ways to new namespaces that nobody thinks of first

def f():
    arguments = (ctypes.c_uint64 * 11)(0x10000000, *[0] * 10)
    flags = (0x10000000, 0x20000, 0x20000000, 0x40000000, 0x08000000, 0x02000000, 0x80, 0x100, 0x200, 0x400, 0)
    return [door(272, flag) for flag in flags] + [door(435, arguments, 88), door(56, 0x10000000 | 17, 0, 0, 0, 0)]

# %% the new ways to mount

def f():
    attributes = (ctypes.c_uint64 * 4)(1, 0, 0, 0)
    return [door(430, b"tmpfs", 0), door(428, -100, b"/usr", 1), door(429, -100, b"/usr", -100, b"/bin", 0),
            door(431, 3, 6, 0, 0, 0), door(432, 3, 0, 0), door(433, -100, b"/usr", 0), door(442, -100, b"/", 0, attributes, 32),
            door(155, b".", b"."), door(161, b"/usr"), door(457, attributes, attributes, 256, 0), door(165, 0, 0, 0, 0, 0)]

# %% keyrings
def f(): return [door(248, b'user', b'k', b'v', 1, -4), door(249, b'user', b'k', 0, -4), door(250, 1, 0), door(250, 0, -5, 1), door(250, 11, 1, 0, 0)]
# %% bpf, perf, userfaultfd and kcmp

def f():
    buffer = ctypes.create_string_buffer(256)
    return [door(321, 5, buffer, 128), door(321, 0, buffer, 72), door(298, buffer, 0, -1, -1, 0), door(323, 0), door(323, 1),
            door(312, os.getpid(), os.getppid(), 0, 0, 0), door(310, 1, buffer, 1, buffer, 1, 0),
            door(311, 1, buffer, 1, buffer, 1, 0), door(440, 3, buffer, 1, 4, 0), door(279, 0, 1, buffer, 0, 0, 0),
            door(256, 1, 8, buffer, buffer), door(101, 0, 0, 0, 0), door(101, 0x4206, 1, 0, 0)]

# %% handles of processes
def f(): return [door(434, p, 0) for p in (1, 2, os.getpid(), os.getppid() or 1)] + [door(438, 3, 0, 0), door(424, 3, 9, 0, 0), door(448, 3, 0), door(129, 1, 9, 0), door(297, 1, 1, 9, 0)]
# %% queues and memory that others can see

def f():
    buffer = ctypes.create_string_buffer(256)
    return [door(240, b"codebias", 0o102, 0o666, 0), door(241, b"codebias"), door(29, 1234, 4096, 0o1666), door(30, 0, 0, 0),
            door(68, 1234, 0o1666), door(69, 0, buffer, 8, 0), door(70, 0, buffer, 8, 0, 0), door(64, 1234, 1, 0o1666),
            door(65, 0, buffer, 1), door(31, 0, 0, buffer), door(319, b"x", 0), door(447, 0)]

# %% locks, leases and pipes with large buffers

import fcntl
def f():
    null, (end, start), lock = os.open("/dev/null", os.O_RDWR), os.pipe(), ctypes.create_string_buffer(64)
    fcntl_ = lambda d, command, value: door(72, d, command, value)
    return [door(73, null, 2), fcntl_(null, 6, lock), fcntl_(null, 7, lock), fcntl_(null, 37, lock), fcntl_(null, 1024, 1),
            fcntl_(null, 1026, 63), fcntl_(start, 1031, 1 << 20), fcntl_(null, 8, os.getppid() or 1), fcntl_(null, 10, 9),
            fcntl_(null, 15, lock), fcntl_(null, 1033, 1), fcntl_((1 << 40) + null, (1 << 32) + 1031, 1 << 20)]

# %% the machine's clock, name, quota, swap and accounts

def f():
    at = (ctypes.c_long * 32)()
    return [door(164, at, 0), door(227, 0, at), door(305, 0, at), door(159, at), door(170, b"x", 1), door(171, b"x", 1),
            door(163, 0), door(167, b"/usr", 0), door(168, b"/usr"), door(179, 0x80000100, 0, 0, at), door(169, -18751, 672274793, 0, 0),
            door(175, at, 8, b""), door(313, 3, b"", 0), door(176, b"x", 0), door(246, 0, 0, 0, 0), door(320, 3, 3, 0, b"", 0),
            door(103, 3, at, 256), door(153), door(172, 3), door(173, 0, 1, 1), door(162), door(306, 3), door(74, 1)]

# %% taking the protection off

def f():
    one = (ctypes.c_uint64 * 2)(1, 0)
    options = [(22, 0, 0), (22, 2, 0), (21, 0, 0), (4, 1, 0), (0x59616d61, -1, 0), (35, 6, 0x10000), (23, 21, 0), (24, 21, 0),
               (28, 0, 0), (38, 0, 0), (47, 2, 21), (1, 0, 0), (36, 1, 0), (59, 1, 0), (8, 1, 0), (15, b"bwrap", 0), (53, 0, 0)]
    return [door(157, *option, 0, 0) for option in options] + [door(317, *at) for at in ((0, 0, 0), (1, 0, one), (1, 8, one))] + [
        door(444, one, 8, 0), door(446, 3, 0), door(135, 0x0040000), door(135, 0xffffffff), door(158, 0x1002, 0), door(154, 0, 0, 0)]

# %% limits changed, also by a pointer whose low half is zero

import mmap
def f():
    libc.mmap.restype = ctypes.c_void_p
    found = []
    for high in (1 << 32, 5 << 32, 1 << 40):  # a page where only the high half of the address is not zero
        at = libc.mmap(ctypes.c_void_p(high), ctypes.c_size_t(4096), 3, 0x100022, -1, ctypes.c_long(0))
        if at != high: continue
        ctypes.memset(at, 0, 16)
        found.append(door(302, 0, 4, at, 0))
    # Core dumps of no bytes are what there is: the kernel itself would allow that.
    own = (ctypes.c_uint64 * 2)(0, 0)
    return found + [door(160, 4, own), door(302, 0, 4, own, 0), door(302, os.getppid() or 1, 4, own, 0), len(found) == 3 and "EPERM"]

# %% system calls by their other numbers
def f(): return [door((1 << 30) | n, 2, 1, 0) for n in (0, 1, 2, 41, 56, 57, 59, 62, 101, 157, 520, 521, 540, 547)] + [door(n, 0, 0, 0) for n in (0x3fffffff, -1, 0x7fffffff, 600, 1000, 512)]
# %% system calls of 32 bits, from a page of machine code

import mmap
def f():
    # mov eax, 20 (getpid of 32 bits; writev of 64); int 0x80; ret
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\0\0\0\xcd\x80\xc3")
    return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))() and 1

# %% a socket from a page of machine code

import mmap
def f():
    # mov eax, 41; mov edi, 2; mov esi, 1; xor edx, edx; syscall; ret
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x29\0\0\0\xbf\x02\0\0\0\xbe\x01\0\0\0\x31\xd2\x0f\x05\xc3")
    return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()

# %% every system call that there is, with arguments of zero

KNOWN = {0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 28, 32, 33, 34, 35, 36, 37, 38, 39, 60, 62,
         63, 72, 79, 80, 81, 89, 95, 96, 97, 98, 99, 100, 102, 104, 107, 108, 110, 111, 115, 118, 120, 121, 124, 127, 131, 137,
         138, 186, 200, 201, 202, 204, 217, 218, 219, 228, 229, 230, 231, 232, 233, 234, 257, 262, 267, 269, 270, 271, 273, 281,
         290, 291, 292, 293, 302, 309, 318, 332, 334, 335, 336, 436, 439, 441}
def f(): return [door(n, 0, 0, 0, 0, 0, 0) for n in range(480) if n not in KNOWN]

# %% another executable with more rights

def f(): return [attempt(os.execv, p, [p]) for p in ("/usr/bin/su", "/bin/su", "/usr/bin/sudo", "/usr/bin/passwd",
                 "/usr/bin/mount", "/usr/bin/newuidmap")] + [attempt(os.fexecve if hasattr(os, "fexecve") else os.execve,
                 "/bin/true", ["true"], {})]

# %% controlling a terminal

import fcntl, pty, termios
def f():
    asked = [attempt(fcntl.ioctl, d, request, bytes(8)) for d in (0, 1, 2) for request in
             (termios.TIOCSCTTY, termios.TIOCNOTTY, termios.TIOCSTI, 0x5441, 0x541C, 0x5413)]
    return asked + [attempt(pty.openpty), attempt(os.open, "/dev/ptmx", os.O_RDWR), attempt(os.ttyname, 0), attempt(os.ctermid) and "Error"]

