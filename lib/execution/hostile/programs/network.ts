import { allClosed, allRefused, ends, type Hostile } from "../hostile.ts";

/** Programs that reach for the network. */
export const NETWORK: readonly Hostile[] = [
  {
    name: "connecting to this machine",
    rows: ["D2"],
    reachesOut: true,
    source: `
import http.client, socket, urllib.request
def raw(port):
    to = socket.socket(); to.setblocking(False); to.connect_ex(("127.0.0.1", port)); to.send(b"x")

def fetch(port): http.client.HTTPConnection("127.0.0.1", port, timeout=0.2).request("GET", "/")

def f(port, secret_file, folder):
    ways = [attempt(socket.create_connection, (h, port), 0.2) for h in ("127.0.0.1", "localhost", "::1", "0.0.0.0")]
    return ways + [attempt(raw, port), attempt(fetch, port),
                   attempt(urllib.request.urlopen, f"http://127.0.0.1:{port}/", None, 0.2)]
`,
    expect: allRefused,
  },
  {
    name: "connecting to the world",
    rows: ["D1"],
    source: "import socket\ndef f(): return [attempt(socket.create_connection, (h, p), 0.2) for h, p in " +
      "(('1.1.1.1', 53), ('example.com', 80), ('2606:4700:4700::1111', 53))]",
    expect: allRefused,
  },
  {
    name: "sending datagrams and raw packets",
    rows: ["D1"],
    source:
      "import socket as s\ndef send(): s.socket(s.AF_INET, s.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))\n" +
      "def f(): return [attempt(send), attempt(s.socket, s.AF_INET, s.SOCK_RAW, 1), attempt(s.socket, s.AF_PACKET, s.SOCK_RAW)]",
    expect: allRefused,
  },
  {
    name: "talking to services by their sockets",
    rows: ["D3", "D4"],
    source: "import socket\ndef to(path):\n  socket.socket(socket.AF_UNIX).connect(path)\n" +
      "def f(): return [attempt(to, p) for p in ('/var/run/docker.sock', '/run/systemd/private', '\\0/tmp/.X11-unix/X0')]",
    expect: allRefused,
  },
  {
    name: "looking at the network's interfaces",
    rows: ["D1"],
    source: "import socket\ndef f(): return [name for _, name in socket.if_nameindex() if name != 'lo']",
    expect: ends("returned []", /^raised (PermissionError|OSError)$/),
  },
  {
    name: "listening",
    rows: ["D2", "C8"],
    source: `
import socket
def listen(family, address):
    with socket.socket(family) as own: own.bind(address); own.listen(); return "listens"

def f(): return [attempt(listen, socket.AF_INET, ("127.0.0.1", 0)), attempt(listen, socket.AF_UNIX, "\\0codebias"),
                 attempt(listen, socket.AF_UNIX, "/tmp/codebias"), attempt(socket.socketpair)]
`,
    expect: ends(/^returned \["\w+Error","\w+Error","\w+Error",("\w+Error"|\[.*\])\]$/, /^unserialisable/),
  },
  {
    name: "sockets of every family",
    rows: ["D3"],
    filtered: true,
    source: "def f(): return [door(41, family, kind, 0) for family in range(46) for kind in (1, 2, 3)]",
    expect: allClosed,
  },
  {
    name: "every other call that has to do with sockets",
    rows: ["D3", "D1"],
    filtered: true,
    source: `
def f():
    pair, null = (ctypes.c_int * 2)(), os.open("/dev/null", os.O_RDWR)
    return [door(53, 1, 1, 0, pair), door(288, null, 0, 0, 0), door(42, null, pair, 8), door(49, null, pair, 8),
            door(50, null, 1), door(44, null, b"x", 1, 0, 0, 0), door(46, null, pair, 0), door(47, null, pair, 0),
            door(299, null, pair, 1, 0, 0), door(307, null, pair, 1, 0), door(54, null, 1, 1, pair, 4)]
`,
    expect: allClosed,
  },
  {
    name: "io_uring, which does what other calls may not",
    rows: ["D3", "D6"],
    filtered: true,
    source: `
def f():
    parameters = ctypes.create_string_buffer(256)
    return [door(425, 1, parameters), door(426, 3, 1, 0, 0, 0, 0), door(427, 3, 0, 0, 0), door(206, 1, parameters)]
`,
    expect: allClosed,
  },
];
