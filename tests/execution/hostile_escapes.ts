import { fileURLToPath } from "node:url";
import { allRefused, ends, type Hostile, returnsOne } from "./hostile.ts";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));
const HOME = Deno.env.get("HOME") ?? "/root";

/** Somebody to talk to, on this machine and outside of the sandbox. */
export const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });

/** Every attempt was refused, and nothing is to be found that was not there before. */
const refusedAndNothingLeft = ends(/^returned \[\[("\w*Error"(,|(?=\])))+\],\[\]\]$/);

/** Programs that reach for the machine. */
export const ESCAPES: readonly Hostile[] = [
  {
    name: "reading the system's files",
    source: "def f(): return [attempt(read, p) for p in ('/etc/passwd', '/etc/shadow', '/etc/hostname', " +
      "'/proc/self/environ', '/proc/1/cmdline', '/proc/cpuinfo', '/sys/kernel/notes', '/dev/mem', '/dev/zero', " +
      "'/var/log/dpkg.log', '/run/utmp')]",
    expect: allRefused,
  },
  {
    name: "listing the machine's folders",
    source:
      `def f(): return [attempt(os.listdir, p) for p in ('/etc', '/proc', '/sys', '/tmp', '/var', '/run', '/mnt', ` +
      `'/boot', ${JSON.stringify(CHECKOUT)})]`,
    expect: allRefused,
  },
  {
    name: "listing the user's home",
    source: `def f():\n  found = attempt(os.listdir, ${JSON.stringify(HOME)})\n` +
      "  return found if type(found) is str else len(found) <= 1", // the path to an interpreter may lead through it
    expect: ends('returned "FileNotFoundError"', "returned true"),
  },
  {
    name: "reading the worker's source by its path",
    source:
      "import __main__\ndef f(): return [attempt(lambda: read(__main__.__file__)), attempt(read, 'worker.py')]",
    expect: allRefused,
  },
  {
    name: "reading the environment",
    source:
      "def f():\n  known = {'PYTHONHASHSEED', 'LANG', 'LC_CTYPE', 'OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'PWD'}\n" +
      "  ctypes.CDLL(None).getenv.restype = ctypes.c_char_p\n  return sorted(set(os.environ) - known)",
    expect: ends("returned []"),
  },
  {
    name: "writing files anywhere",
    source:
      "import tempfile\ndef f():\n  paths = [d + '/written' for d in ('', '/tmp', '/var/tmp', '/dev', '/dev/shm', '/usr', " +
      `'/usr/lib', '/bin', '/site', '.', sys.prefix, ${JSON.stringify(HOME)})]\n` +
      "  return [[attempt(write, p) for p in paths] + [attempt(tempfile.mkdtemp)], [p for p in paths if os.path.exists(p)]]",
    expect: refusedAndNothingLeft,
  },
  {
    name: "changing what is there",
    source:
      "def f():\n  p = sys.executable\n  return [[attempt(*a) for a in ((os.chmod, p, 0o777), (os.utime, '/usr'), " +
      "(os.symlink, '/usr', '/c1'), (os.link, p, '/c2'), (os.mkdir, '/c3'), (os.rename, '/usr', '/c4'), (os.unlink, p), " +
      "(os.mkfifo, '/c5'), (os.mknod, '/c6', 0o20666, os.makedev(1, 1)), (os.truncate, p, 0), (os.mkdir, '/dev/c7'))], " +
      "[n for n in os.listdir('/') if n[0] == 'c']]",
    expect: refusedAndNothingLeft,
  },
  {
    name: "writing through /dev/null",
    source:
      "def f(): return [attempt(os.ftruncate, os.open('/dev/null', os.O_RDWR), 10), attempt(os.chmod, '/dev/null', 0)]",
    expect: allRefused,
  },
  {
    name: "connecting to this machine",
    source: "import socket\ndef f(): return [attempt(socket.create_connection, (h, " +
      `${(listener.addr as Deno.NetAddr).port}), 0.2) for h in ('127.0.0.1', 'localhost', '::1')]`,
    expect: allRefused,
  },
  {
    name: "connecting to the world",
    source: "import socket\ndef f(): return [attempt(socket.create_connection, (h, p), 0.2) for h, p in " +
      "(('1.1.1.1', 53), ('example.com', 80), ('2606:4700:4700::1111', 53))]",
    expect: allRefused,
  },
  {
    name: "sending datagrams and raw packets",
    source:
      "import socket as s\ndef send(): s.socket(s.AF_INET, s.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))\n" +
      "def f(): return [attempt(send), attempt(s.socket, s.AF_INET, s.SOCK_RAW, 1), attempt(s.socket, s.AF_PACKET, s.SOCK_RAW)]",
    expect: allRefused,
  },
  {
    name: "talking to services by their sockets",
    source: "import socket\ndef to(path):\n  socket.socket(socket.AF_UNIX).connect(path)\n" +
      "def f(): return [attempt(to, p) for p in ('/var/run/docker.sock', '/run/systemd/private', '\\0/tmp/.X11-unix/X0')]",
    expect: allRefused,
  },
  {
    name: "looking at the network's interfaces",
    source: "import socket\ndef f(): return [name for _, name in socket.if_nameindex() if name != 'lo']",
    expect: ends("returned []", /^raised (PermissionError|OSError)$/),
  },
  {
    name: "kill(-1)",
    source: "def f():\n  attempt(os.kill, -1, 9)\n  return 1",
    ownNamespace: true,
    expect: returnsOne,
  },
  { name: "kill(0)", source: "def f():\n  attempt(os.kill, 0, 15)\n  return 1", expect: returnsOne },
  {
    name: "kill(getppid())",
    source: "def f():\n  attempt(os.kill, os.getppid(), 9)\n  return 1",
    ownNamespace: true,
    expect: returnsOne,
  },
  {
    name: "killing every process it can name",
    source:
      "def f():\n  me = os.getpid()\n  return sum(attempt(os.kill, p, 9) is None for p in range(1, 40000) if p != me)",
    ownNamespace: true,
    expect: ends("returned 0"),
  },
  {
    name: "killing process groups and sessions",
    source: "def f():\n  return [attempt(os.killpg, p, 9) for p in range(2, 300)].count(None)",
    ownNamespace: true,
    expect: ends("returned 0"),
  },
  {
    name: "stopping itself",
    source:
      "import signal\ndef f():\n  os.kill(os.getpid(), signal.SIGSTOP); os.kill(os.getpid(), signal.SIGTSTP)\n  return 1",
    expect: ends("returned 1", "wall-limit", "raised PermissionError"),
  },
  {
    name: "ptrace and reading other processes' memory",
    source:
      "def f():\n  b = ctypes.create_string_buffer(64)\n  v = (ctypes.c_uint64 * 2)(ctypes.addressof(b), 64)\n" +
      "  return [libc.ptrace(16, p, 0, 0) for p in (0, 2, 3)] + [libc.process_vm_readv(p, v, 1, v, 1, 0) for p in (2, 3)]",
    ownNamespace: true,
    expect: ends("returned [-1,-1,-1,-1,-1]"),
  },
  {
    name: "mount, umount and pivot_root",
    source:
      "def f(): return [libc.mount(b'none', b'/usr', b'tmpfs', 0, None), libc.mount(b'/usr', b'/bin', None, 4096, None), " +
      "libc.umount2(b'/usr', 2), libc.syscall(155, b'/', b'/usr'), libc.mount(b'proc', b'/usr', b'proc', 0, None)]",
    expect: ends("returned [-1,-1,-1,-1,-1]"),
  },
  {
    name: "remounting the root for writing",
    source:
      "def f():\n  r = [libc.mount(None, b'/', None, 32, None), libc.mount(None, b'/usr', None, 32 | 4096, None)]\n" +
      "  return r + [attempt(write, '/x'), attempt(write, '/usr/x')]",
    expect: ends(/^returned \[-1,-1,"\w+Error","\w+Error"\]$/),
  },
  {
    name: "namespaces of its own",
    source: "def f():\n  libc.unshare(0x10000000 | 0x20000 | 0x40000000 | 0x20000000)\n" +
      "  libc.mount(b'none', b'/usr', b'tmpfs', 0, None)\n" +
      "  return [attempt(write, '/usr/x'), attempt(write, '/x'), attempt(os.fork), libc.mount(b'p', b'/usr', b'proc', 0, None)]",
    expect: ends(/^returned \["\w+Error","\w+Error","\w+Error",-1\]$/),
  },
  {
    name: "setns into every descriptor and process",
    source: "def f():\n  fds = [attempt(os.pidfd_open, p) for p in range(1, 9)] + list(range(32))\n" +
      "  return [libc.setns(d, 0) == 0 for d in fds if type(d) is int].count(True)",
    expect: ends("returned 0"),
  },
  {
    name: "chroot",
    source: "def f(): return [attempt(os.chroot, '/usr'), attempt(os.chroot, '..'), attempt(os.fchdir, 3)]",
    expect: allRefused,
  },
  {
    name: "another user, and capabilities",
    source:
      "def f():\n  h = (ctypes.c_uint32 * 2)(0x20080522, 0); d = (ctypes.c_uint32 * 6)(*[0xffffffff] * 6)\n" +
      "  return [attempt(os.setuid, 0), attempt(os.setgid, 0), attempt(os.setgroups, [0]), 'x' + " +
      "'Error' * -libc.capset(h, d), 'x' + 'Error' * (os.getuid() != 0)]",
    expect: allRefused,
  },
  {
    name: "the kernel's own doors",
    source:
      "def f(): return [libc.syscall(n, 0, 0, 0, 0, 0) >= 0 for n in (175, 176, 246, 153, 167, 169, 170, 171, 163, 164)]",
    expect: ends("returned [" + Array(10).fill("false").join(",") + "]"), // init_module, kexec, reboot, swapon, ...
  },
  {
    name: "becoming another program",
    source: "def f(): os.execv('/bin/sh', ['sh', '-c', 'exit 7'])",
    expect: ends("early-exit", "raised PermissionError"),
  },
  {
    name: "becoming another program that stays",
    source: "def f(): os.execv('/bin/sleep', ['sleep', '600'])",
    expect: ends("wall-limit", "raised PermissionError"),
  },
  {
    name: "becoming a shell that forks",
    source: "def f(): os.execv('/bin/sh', ['sh', '-c', 'sleep 600 & sleep 600 & wait'])",
    expect: ends("early-exit", "wall-limit", "cpu-limit", "raised PermissionError"),
  },
  {
    name: "typing into the terminal",
    source:
      "import fcntl, termios\ndef f(): return [attempt(fcntl.ioctl, d, termios.TIOCSTI, b'x') for d in (0, 1, 2)] + " +
      "[attempt(os.open, '/dev/tty', os.O_RDWR)]",
    expect: allRefused,
  },
  {
    name: "real-time priority",
    source:
      "def f(): return [attempt(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)), attempt(os.nice, -5)]",
    expect: allRefused,
  },
];
