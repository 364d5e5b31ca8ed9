"""The process of a program: the code that runs in it, and the zygote's handle on it."""

import mmap
import os
import signal
import time


def child(header, log, ready, its):
    """Runs a request. `its`: the pipes of a child that stays: one with further requests, one to say that it waits."""
    try:
        request = Body(read_exactly(0, header.body))
        confine(header, its)
        ready[0] = 1
        ready.close()  # unmapped before the program runs, so that it cannot pass for a failure of the sandbox
        leave = os._exit
        made = [run_program(header, request, log, ENCODER)]
        while header.stays:
            signal.setitimer(signal.ITIMER_REAL, 0)
            os.write(its[1], b".")
            header = read_header(its[0])
            made.append(run_program(header, Body(log[HEAD.size : HEAD.size + header.body]), log, ENCODER))
        leave(0)
    except BaseException:
        os._exit(71)


class Child:
    """A process for the program of a request and, if the request says that it stays, for the following requests."""

    asks = says = None
    its = ()  # the child's ends of these pipes

    def __init__(self, header, home):
        self.log = mmap.mmap(-1, HEAD.size + (header.log_mib << 20))
        self.ready = mmap.mmap(-1, 1)  # 1 once the child has read its request and is confined
        self.spent, self.began = 0, time.monotonic()
        if header.stays:
            (asked, self.asks), (self.says, says) = os.pipe(), os.pipe()
            self.its = asked, says
        if home is not None:
            unshare(CLONE_NEWPID)
        self.pid = os.fork()
        if self.pid and home is not None:
            setns(home, CLONE_NEWPID)
        for end in self.its if self.pid else ():
            os.close(end)

    def ask(self, header):
        """Sends it another request; the limits on memory, processes and total processor time remain those of the first one."""
        HEAD.pack_into(self.log, 0, 0, 0, 0)
        self.spent, self.began = cpu_ns(self.pid), time.monotonic()
        # Read directly into the shared memory, since a later program could find anything that was once in the zygote's heap.
        with memoryview(self.log) as memory, memory[HEAD.size : HEAD.size + header.body] as body:
            at = 0
            while at < header.body:
                with body[at:] as rest:
                    at += os.readv(0, [rest]) or os._exit(0)
        try:
            os.write(self.asks, NUMBERS.pack(*header))
        except BrokenPipeError:
            pass  # it has ended, which finish() will notice

    def finish(self, header):
        """Replies to its last request; returns whether it stays for another one."""
        stop, spent = watch(self.pid, header, self.log, self.spent, self.says)
        if self.says is not None and not stop and os.read(self.says, 1):
            self.reply(header, cpu_ns(self.pid) - self.spent, 0, stop, spent)
            return True
        os.kill(self.pid, signal.SIGKILL)  # it may only have closed its pipe; a process that has ended keeps its status
        _, status, usage = os.wait4(self.pid, 0)
        if not self.ready[0]:
            os._exit(74)  # part of the request may still be in the pipe: the driver starts a new zygote
        used = (usage.ru_utime + usage.ru_stime) * 1e9 - self.spent
        self.reply(header, used, status, stop, spent)
        self.close()
        return False

    def end(self):
        """Ends a child that has stayed."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.close()

    def close(self):
        self.ready.close()
        self.log.close()
        if self.says is not None:
            os.close(self.asks)
            os.close(self.says)

    def reply(self, header, used, status, stop, spent):
        """Sends the way in which it ended, and its records; `used` and `spent` in ns."""
        committed, phase, _ = HEAD.unpack_from(self.log, 0)
        together, running = divmod(phase, TOGETHER)
        committed = min(committed, len(self.log) - HEAD.size)
        # A view, not a copy, for the same reason as in ask().
        with memoryview(self.log) as memory, memory[HEAD.size : HEAD.size + committed] as records:
            write(
                REPLY.pack(
                    os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1,
                    os.WTERMSIG(status) if os.WIFSIGNALED(status) else -1,
                    stop,
                    running // 2 if running // 2 <= header.calls else 0,
                    together == 1,
                    round(spent / 1e6, 3),
                    round(used / 1e6, 3),
                    round((time.monotonic() - self.began) * 1000, 3),
                    committed,
                ),
                records,
            )
