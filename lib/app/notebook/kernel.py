"""Deno's Jupyter kernel behind a relay, which adds what the kernel lacks.

    kernel.py DENO CONNECTION_FILE

Deno is started first, because it takes about as long to start as the relay's modules take to load. This program ends
with Deno, when it is told to, and with the process that started it.
"""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

HOST = "127.0.0.1"
PORTS = ("shell_port", "control_port", "stdin_port", "iopub_port", "hb_port")


class Deno:
    """Deno's own kernel, to which only the relay connects."""

    def __init__(self, program, file, given):
        self.program, self.file, self.given = program, Path(file), given
        self.start()

    def start(self):
        """Starts Deno's process, with ports of its own and the relay's key, which other users must not read."""
        self.ports = dict(zip(PORTS, free_ports(self.given)))
        self.file.unlink(missing_ok=True)  # left by a kernel that was killed
        known = {**self.given, "transport": "tcp", "ip": HOST, **self.ports}
        with os.fdopen(os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(known, file)
        command = [self.program, "jupyter", "--kernel", "--conn", self.file]
        self.process = subprocess.Popen(command, preexec_fn=end_with_parent)

    def address(self, channel):
        return f"tcp://{HOST}:{self.ports[channel + '_port']}"

    def ended(self):
        """Ends Deno's process, and returns its exit status."""
        self.process.kill()
        self.file.unlink(missing_ok=True)
        return self.process.wait()


def free_ports(given):
    """Ports on which nobody listens, and which the relay will not use."""
    found = [socket.create_server((HOST, 0)) for _ in range(2 * len(PORTS))]
    ports = [one.getsockname()[1] for one in found]
    for one in found:
        one.close()
    return [port for port in ports if port not in given.values()]


def end_with_parent():
    """Makes Linux end Deno together with this process, however this process ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def main(program, connection_file):
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # interrupts come as messages
    given = json.loads(Path(connection_file).read_text())
    deno = Deno(program, connection_file + ".deno", given)
    sys.path.insert(0, str(Path(__file__).parent))  # the script's folder, which isolated mode leaves out
    from relay import Relay  # only after Deno was started

    Relay(deno, given).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
