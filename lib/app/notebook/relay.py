"""A relay between Deno's Jupyter kernel and its client, the program that shows the notebook. It adds what Deno lacks:

- Outputs appear under their own cell. Deno reports that it is idle before it has sent all outputs of a cell, and assigns
  late outputs to the next cell. The relay sends marks after a cell through both channels of output, printed and
  displayed. The cell ends when both marks have come back; all outputs before them are the cell's, whatever their parent.
- A cell that cannot be parsed gets an error message: Deno answers "Execution failed", and shows nothing.
- An interrupt keeps variables. Deno would end; here the interrupt reaches work that asks a model or runs programs, which
  stops. A cell that has not stopped after GRACE_SECONDS, or is interrupted twice, is ended together with Deno, and shows
  an error that says so.
- After a cell that failed, the remaining cells of "Run All" are not run.
"""

import os
import signal
import subprocess
import sys
import time
from collections import deque
from uuid import uuid4

import zmq
from jupyter_client.session import DELIM, Session

GRACE_SECONDS = 10  # the time to stop after an interrupt
LOST_SECONDS = 5  # the time after which marks are sent again
WAKE_MS = 200
LATE_MS = 200  # the longest time between cells that "Run All" sends
MAX_ASKERS = 1000
OUTPUTS = ("stream", "display_data", "update_display_data", "execute_result", "error", "clear_output")
LISTEN = """{
  let next = new AbortController();
  Deno.addSignalListener("SIGINT", () => {
    const interrupted = next;
    next = new AbortController(); // what begins after it goes on
    interrupted.abort(new DOMException("Interrupted; variables are kept, and what was done in a store", "AbortError"));
  });
  globalThis[Symbol.for("codebias.interrupted")] = () => next.signal;
  const [{ log }, { jupyter }] = [console, Deno]; // which a cell may replace
  globalThis[Symbol.for("codebias.mark")] = async (text) => {
    log(text);
    await jupyter.broadcast("display_data", { data: { "text/plain": text }, metadata: {}, transient: {} });
  };
}
"""
MARK = 'await globalThis[Symbol.for("codebias.mark")]("$");'
STOPPED = "the cell did not stop, so the kernel was started again: variables are lost, but not what a store keeps"


class Cell:
    """A request to Deno, and the signs of its end so far."""

    def __init__(self, idents, frames, message):
        self.idents, self.frames, self.message = idents, frames, message
        self.id = message["header"]["msg_id"]
        self.is_code = message["msg_type"] == "execute_request"
        self.reply = None  # Deno's reply, once it has come
        self.idle = None
        self.mark = None  # the text of its mark, once the mark is sent
        self.ways = {"stream", "display_data"}  # the channels on which the mark has not come back
        self.has_error = False
        self.stop_by = None  # the time when Deno is ended, once the cell is interrupted


class Unreadable(Exception):
    """A message without the right key, or one that came twice."""


class Relay:
    def __init__(self, deno, given):
        self.deno = deno
        self.session = Session(key=given["key"].encode(), signature_scheme=given["signature_scheme"])
        self.context = zmq.Context()
        self.poller = zmq.Poller()
        self.handlers = {}
        kinds = {"shell": zmq.ROUTER, "control": zmq.ROUTER, "stdin": zmq.ROUTER, "iopub": zmq.PUB, "hb": zmq.REP}
        self.outer = {name: self.context.socket(kind) for name, kind in kinds.items()}
        separator = ":" if given["transport"] == "tcp" else "-"
        for name, socket in self.outer.items():
            socket.bind(f"{given['transport']}://{given['ip']}{separator}{given[name + '_port']}")
        self.inner = {}
        self.askers = {}  # the senders of the latest requests, as Deno's replies do not have all identities
        self.waiting = deque()
        self.last = None  # the header of the last cell
        self.tag = f"end of cell {uuid4()}"  # part of every mark
        self.on(self.outer["shell"], lambda frames: self.waiting.append(Cell(*self.read(frames))))
        self.on(self.outer["control"], self.control)
        self.on(self.outer["stdin"], lambda frames: self.hand_in("stdin", *self.read(frames)))
        self.on(self.outer["hb"], self.outer["hb"].send_multipart)
        self.connect()

    def on(self, socket, handle):
        self.handlers[socket] = handle
        self.poller.register(socket, zmq.POLLIN)

    def read(self, frames):
        """The identities, the other frames, and the message in these frames."""
        try:
            idents, rest = self.session.feed_identities(frames)
            return idents, [DELIM, *rest], self.session.deserialize(rest)
        except (TypeError, ValueError) as error:
            raise Unreadable(error) from error

    def hand_in(self, name, idents, frames, message):
        self.askers[message["header"]["msg_id"]] = idents
        if len(self.askers) > MAX_ASKERS:
            del self.askers[next(iter(self.askers))]
        self.inner[name].send_multipart(frames)

    def hand_out(self, name, _, frames, message):
        asked, cell = message["parent_header"].get("msg_id"), self.cell
        idents = cell.idents if cell and cell.id == asked else self.askers.get(asked)
        if idents is not None:
            self.outer[name].send_multipart([*idents, *frames])

    def connect(self):
        """Connects to Deno, and sends the first marks: until they come back, outputs of Deno may be lost."""
        kinds = {"shell": zmq.DEALER, "control": zmq.DEALER, "stdin": zmq.DEALER, "iopub": zmq.SUB}
        self.inner = {name: self.context.socket(kind) for name, kind in kinds.items()}
        identity = uuid4().hex.encode()
        for name, socket in self.inner.items():
            if name == "iopub":
                socket.subscribe(b"")
            else:
                socket.identity = identity  # Deno asks for input by the identity that sent the cell
            socket.connect(self.deno.address(name))
        self.on(self.inner["shell"], self.replied)
        self.on(self.inner["iopub"], self.published)
        for name in ("control", "stdin"):
            self.on(self.inner[name], lambda frames, name=name: self.hand_out(name, *self.read(frames)))
        self.cell = Cell([], None, self.request(LISTEN))
        self.send_mark()

    def request(self, code):
        content = {"code": code, "silent": False, "store_history": False, "user_expressions": {}}
        message = self.session.msg("execute_request", {**content, "allow_stdin": False, "stop_on_error": False})
        message["header"]["msg_id"] = message["msg_id"] = f"mark {uuid4()}"
        return message

    def send_mark(self):
        mark = f"{self.tag} {uuid4()}"
        first = "" if self.cell.frames else LISTEN
        self.session.send(self.inner["shell"], self.request(first + MARK.replace("$", mark)))
        self.cell.mark, self.cell.marked = mark, time.monotonic()

    def run(self):
        parent = os.getppid()
        while self.deno.process.poll() is None and os.getppid() == parent:
            for socket, _ in self.poller.poll(WAKE_MS):
                if socket in self.handlers:  # a restart closes some sockets
                    self.hear(socket)
            self.go_on()
        self.end()

    def hear(self, socket):
        try:
            self.handlers[socket](socket.recv_multipart())
        except Unreadable as error:
            print(f"A message was left out: {error}", file=sys.stderr)

    def end(self):
        status = self.deno.ended()
        for socket in self.inner.values():
            socket.close(0)  # Deno no longer reads from these
        self.context.destroy(linger=1000)
        sys.exit(status)

    def go_on(self):
        cell, now = self.cell, time.monotonic()
        if cell is None:
            if self.waiting:
                self.cell = self.waiting.popleft()
                if self.cell.is_code:
                    self.last = self.cell.message["header"]
                self.hand_in("shell", self.cell.idents, self.cell.frames, self.cell.message)
        elif cell.stop_by is not None and now > cell.stop_by:
            self.stop()
        elif cell.mark is not None:
            if not cell.ways:
                self.finish()
            elif now - cell.marked > LOST_SECONDS:
                self.send_mark()
        elif cell.idle and (cell.reply or not cell.is_code):
            if cell.is_code:
                self.send_mark()
            else:
                self.cell = None

    def finish(self):
        cell, self.cell = self.cell, None
        if not cell.frames:
            return
        content = cell.reply["content"]
        if content["status"] == "error" and not cell.has_error:
            self.publish(cell, "error", content := {**content, **self.refusal(cell.message["content"]["code"])})
        self.reply(cell, content)

    def abort(self):
        for cell in [one for one in self.waiting if one.is_code]:
            self.waiting.remove(cell)
            self.publish(cell, "status", {"execution_state": "busy"})
            self.reply(cell, {"status": "aborted"})

    def reply(self, cell, content):
        """Replies to a cell. If the cell failed, aborts cells that were sent before this was known and may still arrive."""
        stops = content["status"] == "error" and cell.message["content"].get("stop_on_error", True)
        while stops and self.outer["shell"].poll(LATE_MS):
            self.hear(self.outer["shell"])
        self.session.send(
            self.outer["shell"], "execute_reply", content, parent=cell.message["header"], ident=cell.idents
        )
        self.publish(cell, "status", {"execution_state": "idle"})
        if stops:
            self.abort()

    def publish(self, cell, kind, content):
        self.session.send(self.outer["iopub"], kind, content, parent=cell.message["header"], ident=kind.encode())

    def refusal(self, code):
        """The reason why Deno did not run a cell, from Deno's formatter, which reports syntax errors and runs nothing."""
        read = subprocess.run(
            [self.deno.program, "fmt", "--no-config", "--ext", "ts", "-"],
            input=code, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"},
        )
        name, found, said = read.stderr.split("\n    at ")[0].removeprefix("error: ").partition(": ")
        if read.returncode == 0 or not found:
            name, said = "Error", "Deno could not run this cell"
        lines = f"{name}: {said}".splitlines()
        return {"ename": name, "evalue": said.splitlines()[0], "traceback": lines}

    def replied(self, frames):
        _, frames, message = self.read(frames)
        if self.cell and self.cell.is_code and message["parent_header"].get("msg_id") == self.cell.id:
            self.cell.reply = message
        else:
            self.hand_out("shell", [], frames, message)

    def published(self, frames):
        idents, _, message = self.read(frames)
        kind, content, cell = message["msg_type"], message["content"], self.cell
        asked = message["parent_header"].get("msg_id", "")
        if kind in OUTPUTS:
            said = str(content.get("text") or content.get("data", {}).get("text/plain"))
            if self.tag in said:
                if cell and cell.mark and cell.mark in said:
                    cell.ways.discard(kind)
            elif self.last:
                if cell and kind == "error":
                    cell.has_error = True
                self.tell_of_last(idents, message)
        elif asked.startswith("mark "):
            if self.last and kind not in ("status", "execute_input"):  # e.g. later messages of a widget
                self.tell_of_last(idents, message)
        else:
            if cell and asked == cell.id and content.get("execution_state") == "idle":
                cell.idle = True
                if cell.is_code:
                    return  # passed on when all outputs of the cell are
            self.outer["iopub"].send_multipart(frames)

    def tell_of_last(self, idents, message):
        message["parent_header"] = self.last
        self.session.send(self.outer["iopub"], message, ident=idents, buffers=message["buffers"])

    def control(self, frames):
        idents, rest, message = self.read(frames)
        answer = lambda kind, content: self.session.send(  # noqa: E731
            self.outer["control"], kind, content, parent=message["header"], ident=idents
        )
        if message["msg_type"] == "interrupt_request":
            self.interrupt()
            answer("interrupt_reply", {"status": "ok"})
        elif message["msg_type"] == "shutdown_request":
            answer("shutdown_reply", {"status": "ok", "restart": message["content"].get("restart", False)})
            self.end()
        else:
            self.hand_in("control", idents, rest, message)

    def interrupt(self):
        if not (self.cell and self.cell.is_code and self.cell.frames):
            return
        if self.cell.stop_by is None:
            self.cell.stop_by = time.monotonic() + GRACE_SECONDS
            self.deno.process.send_signal(signal.SIGINT)
        else:
            self.cell.stop_by = 0

    def stop(self):
        """Ends a cell that does not stop, together with Deno, and starts Deno again."""
        cell = self.cell
        self.deno.ended()
        reason = {"ename": "Interrupted", "evalue": STOPPED, "traceback": [f"Interrupted: {STOPPED}"]}
        self.publish(cell, "error", reason)
        self.reply(cell, {"status": "error", **reason})
        for socket in self.inner.values():
            del self.handlers[socket]
            self.poller.unregister(socket)
            socket.close(0)
        self.deno.start()
        self.connect()
