# Programs that reach for the network.
# %% connecting to this machine

import http.client, socket, urllib.request
def raw(port):
    to = socket.socket(); to.setblocking(False); to.connect_ex(("127.0.0.1", port)); to.send(b"x")

def fetch(port): http.client.HTTPConnection("127.0.0.1", port, timeout=0.2).request("GET", "/")

def f(port, secret_file, folder):
    ways = [attempt(socket.create_connection, (h, port), 0.2) for h in ("127.0.0.1", "localhost", "::1", "0.0.0.0")]
    return ways + [attempt(raw, port), attempt(fetch, port),
                   attempt(urllib.request.urlopen, f"http://127.0.0.1:{port}/", None, 0.2)]

# %% connecting to the world
import socket
def f(): return [attempt(socket.create_connection, (h, p), 0.2) for h, p in (('1.1.1.1', 53), ('example.com', 80), ('2606:4700:4700::1111', 53))]
# %% sending datagrams and raw packets
import socket as s
def send(): s.socket(s.AF_INET, s.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))
def f(): return [attempt(send), attempt(s.socket, s.AF_INET, s.SOCK_RAW, 1), attempt(s.socket, s.AF_PACKET, s.SOCK_RAW)]
# %% talking to services by their sockets
import socket
def to(path):
  socket.socket(socket.AF_UNIX).connect(path)
def f(): return [attempt(to, p) for p in ('/var/run/docker.sock', '/run/systemd/private', '\0/tmp/.X11-unix/X0')]
# %% looking at the network's interfaces
import socket
def f(): return [name for _, name in socket.if_nameindex() if name != 'lo']
# %% listening

import socket
def listen(family, address):
    with socket.socket(family) as own: own.bind(address); own.listen(); return "listens"

def f(): return [attempt(listen, socket.AF_INET, ("127.0.0.1", 0)), attempt(listen, socket.AF_UNIX, "\0codebias"),
                 attempt(listen, socket.AF_UNIX, "/tmp/codebias"), attempt(socket.socketpair)]

# %% sockets of every family
def f(): return [door(41, family, kind, 0) for family in range(46) for kind in (1, 2, 3)]
# %% every other call that has to do with sockets

def f():
    pair, null = (ctypes.c_int * 2)(), os.open("/dev/null", os.O_RDWR)
    return [door(53, 1, 1, 0, pair), door(288, null, 0, 0, 0), door(42, null, pair, 8), door(49, null, pair, 8),
            door(50, null, 1), door(44, null, b"x", 1, 0, 0, 0), door(46, null, pair, 0), door(47, null, pair, 0),
            door(299, null, pair, 1, 0, 0), door(307, null, pair, 1, 0), door(54, null, 1, 1, pair, 4)]

# %% io_uring, which does what other calls may not

def f():
    parameters = ctypes.create_string_buffer(256)
    return [door(425, 1, parameters), door(426, 3, 1, 0, 0, 0, 0), door(427, 3, 0, 0, 0), door(206, 1, parameters)]

