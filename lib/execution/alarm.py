"""An alarm for calls that take too long; part of the programs that time calls of other programs."""

import resource
import signal
import time


class Alarm:
    """Ends calls that compute for longer than they may, or wait for as long.

    A process that a busy machine gives no processor neither computes nor waits: its call goes on.
    """

    computed, clock = staticmethod(time.thread_time), staticmethod(time.perf_counter)
    usage, whose = staticmethod(resource.getrusage), resource.RUSAGE_THREAD

    def __init__(self, error):
        self.error, self.late = error, False
        self.taken = 0.0  # seconds of all calls: of processor time, and all that passed of those that waited
        signal.signal(signal.SIGALRM, self.ring)

    def waits(self):
        """How often this thread gave the processor away of its own accord."""
        return self.usage(self.whose).ru_nvcsw

    def ring(self, number, frame):
        if self.computed() < self.until and self.waits() == self.waited:
            return
        self.late = True
        raise self.error

    def limited(self, action, seconds):
        """An action's result; raises the error if it takes too long.

        The alarm rings on, so that a bare `except` cannot hide it.
        """
        began, since = self.computed(), self.clock()
        self.late, self.until, self.waited = False, began + seconds, self.waits()
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
        try:
            return action()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            waited = self.waits() != self.waited
            self.taken += self.clock() - since if waited else self.computed() - began
