"""An alarm for calls that take too long; a part of the harnesses that limit the time of calls."""

import resource
import signal
import time


class Alarm:
    """Ends calls that compute, or wait, for longer than a limit.

    A call continues if its process neither computes nor waits, because a busy machine gives it no processor.
    """

    computed, clock = staticmethod(time.thread_time), staticmethod(time.perf_counter)
    usage, whose = staticmethod(resource.getrusage), resource.RUSAGE_THREAD

    def __init__(self, error):
        self.error, self.late = error, False
        self.taken = 0.0  # seconds of all calls: processor time, or elapsed time for calls that waited
        signal.signal(signal.SIGALRM, self.ring)

    def waits(self):
        """The number of times that this thread gave up the processor voluntarily."""
        return self.usage(self.whose).ru_nvcsw

    def ring(self, number, frame):
        if self.computed() < self.until and self.waits() == self.waited:
            return
        self.late = True
        raise self.error

    def limited(self, action, seconds):
        """The result of an action; raises the error if the action takes too long.

        The alarm rings repeatedly, so that a bare `except` cannot suppress it.
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
