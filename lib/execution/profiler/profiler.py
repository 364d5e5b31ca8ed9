"""Measures the cost of a function on inputs of growing size: processor time, and work of the interpreter.

This file, counting.py, again.py and the alarm are one program. It runs in the sandbox, loads the program to be profiled and
calls it.
"""

import collections
import ctypes
import gc
import math
import random
import sys
import time
import types


class OutOfTime(BaseException):
    """A call, or making its input, takes too long."""


class Failed(Exception):
    """The reason why the program cannot be profiled."""


class NoInput(Failed):
    """A failure of the input generator, not of the program."""


def finished(value):
    """Completes the work of a lazy result: makes the items of a generator, runs a coroutine to its end."""
    if isinstance(value, types.CoroutineType):
        try:
            value.send(None)
        except StopIteration:
            return
        raise Failed("the program waits for something outside of it")
    if isinstance(value, collections.abc.Iterator):
        collections.deque(value, maxlen=0)


def seeded(seed):
    """Seeds Python's generator, and numpy's if numpy was imported."""
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed)


class Profiler:
    def __init__(self, source, entry, generator, plan):
        self.entry, self.plan, self.alarm = entry, plan, Alarm(OutOfTime)
        self.code = self.compiled(source, "<program>", "the program")
        names = {"__name__": "generator"}
        self.load(self.compiled(generator, "<generator>", "the input generator"), names, "the input generator")
        self.make = names.get("make")
        if not callable(self.make):
            raise Failed("the input generator defines no function make")
        self.spent = 0.0  # seconds of processor time, including that of inputs

    @staticmethod
    def compiled(source, name, whose):
        try:
            return compile(source, name, "exec", 0, True)
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            raise Failed("%s is no Python: %s" % (whose, type(error).__name__)) from None

    def load(self, code, names, whose):
        try:
            self.alarm.limited(lambda: exec(code, names), self.plan["loadS"])
        except OutOfTime:
            raise Failed("%s takes too long to load" % whose) from None
        except BaseException as error:
            raise Failed("%s raised %s while it was loaded" % (whose, type(error).__name__)) from None

    def input(self, n, seed):
        """Fresh arguments of size n, equal for equal seeds, and the seconds for making them.

        The seed does not depend on n, so that the first draws of a generator are alike at all sizes, and costs comparable.
        """
        seeded(1_000_003 * seed)
        start = time.thread_time()
        try:
            given = self.alarm.limited(lambda: self.make(n), self.plan["makeS"])
        except OutOfTime:
            raise OutOfTime("the input generator") from None
        except BaseException as error:
            raise NoInput("the input generator raised %s at n = %d" % (type(error).__name__, n)) from None
        finally:
            took = time.thread_time() - start
            self.spent += took
        if type(given) not in (list, tuple):
            raise NoInput("make(%d) returned a value of type %s, not a list of arguments" % (n, type(given).__name__))
        seeded(seed)
        return given, took

    def function(self):
        """The function of a freshly loaded module, without state of earlier calls."""
        names = {"__name__": "program"}
        self.load(self.code, names, "the program")
        found = names.get(self.entry)
        if not callable(found):
            raise Failed("the program defines no function %s" % self.entry)
        return found

    def run(self, action, n, seconds):
        """The value of a call; raises the error that stops the profile."""
        try:
            return self.alarm.limited(action, seconds)
        except OutOfTime:
            raise OutOfTime("the program") from None
        except Failed:
            raise
        except BaseException as error:
            raise Failed("the program raised %s at n = %d" % (type(error).__name__, n)) from None

    def once(self, n, seed, seconds):
        """The seconds of one call with a fresh module and a fresh input, and of making that input."""
        (given, making), call = self.input(n, seed), self.function()
        self.warm_up()
        seeded(seed)
        elapsed, processor = time.perf_counter_ns, time.thread_time_ns

        def timed():
            processor_start, start = processor(), elapsed()
            finished(call(*given))
            end, processor_end = elapsed(), processor()
            return end - start, processor_end - processor_start

        gc.disable()
        try:
            wall, cpu = self.run(timed, n, seconds)
        finally:
            gc.enable()
        self.spent += cpu / 1e9
        # The clock of processor time needs a system call; a shorter call is hardly ever interrupted.
        return (wall if wall < 100_000 else min(wall, cpu)) / 1e9, making

    def warm_up(self):
        """Calls another copy of the function on a small input, as making a large one drove the interpreter from the caches."""
        try:
            smallest = self.plan["smallest"]
            small, call = self.alarm.limited(lambda: self.make(smallest), self.plan["makeS"]), self.function()
            self.run(lambda: finished(call(*small)), smallest, self.plan["callS"])
        except (Exception, OutOfTime):
            pass  # a failure at this size is ignored, since it is not one to be measured

    def climb(self):
        """The sizes up to the largest affordable one, with the cost of a first call and of making its input."""
        plan, rungs = self.plan, []
        n = plan["smallest"]
        while True:
            try:
                cost, making = self.once(n, 0, 6 * plan["callS"])
            except OutOfTime:
                return rungs
            rungs.append((n, cost, making))
            enough = cost > plan["callS"] or making > plan["inputS"] or n >= plan["largest"]
            if enough or self.spent > plan["climbS"] or self.alarm.taken > plan["wallS"]:
                return rungs
            n = min(self.next(rungs), plan["largest"])

    def next(self, rungs):
        """The next size: √2 times the last one, or less if an exponentially growing cost would become too large."""
        n, cost, _ = rungs[-1]
        target = max(n + 1, round(n * math.sqrt(2)))
        if len(rungs) < 3 or cost < 1e-4:
            return target
        earlier, before, _ = rungs[-3]
        rate = max(1.0, cost / before) ** (1 / (n - earlier))
        while target > n + 1 and cost * rate ** (target - n) > 3 * self.plan["callS"]:
            target -= 1
        return target

    def fill(self, rungs):
        """Adds consecutive sizes before the largest, with a guessed cost, if the cost grows faster than the size's cube."""
        if len(rungs) < 4:
            return rungs
        (m, before, _), (n, cost, making) = rungs[-3], rungs[-1]
        if cost < 1e-4 or n > 400 or math.log(cost / before) < 3.6 * math.log(n / m):
            return rungs
        known = {rung[0] for rung in rungs}
        more = [(size, before, making) for size in range(max(self.plan["smallest"], n - 8), n) if size not in known]
        return sorted(rungs + more)

    def count(self, rungs):
        """The counted work at the smaller sizes, where counting is affordable: sizes, means and standard errors."""
        found, start = [], time.thread_time()
        try:
            with Counter() as counter:
                for n, cost, making in rungs:
                    long = time.thread_time() - start > self.plan["countS"] or self.alarm.taken > self.plan["wallS"]
                    if long or cost > self.plan["countableS"]:
                        break
                    found.append((n, *self.counted(counter, n)))
        except NoInput:
            raise
        except (OutOfTime, Failed):
            pass  # counting takes time and recursion depth; if it fails, the profile has only the other counts and times
        self.spent += time.thread_time() - start
        return found

    def counted(self, counter, n):
        costs = []
        for seed in range(self.plan["inputs"]):
            (given, _), call = self.input(n, seed), self.function()
            work, compared = self.run(lambda: counter.count(lambda: finished(call(*given))), n, 20 * self.plan["callS"])
            costs.append(work + self.plan["comparison"] * compared)
        mean = sum(costs) / len(costs)
        variance = sum((cost - mean) ** 2 for cost in costs) / (len(costs) - 1)
        return mean, math.sqrt(variance / len(costs))

    def measure(self, rungs, climbed):
        """The least seconds of every size and input, separately for even and odd rounds over all inputs.

        All sizes are measured in turn, again and again, since the machine may be slow for seconds. The first time of the
        climbed sizes is known already.
        """
        plan, largest = self.plan, rungs[-1][0]
        least = {(n, 0): cost for n, cost, _ in climbed}, {}
        begun = self.spent
        for turn in range(1, plan["inputs"] * plan["rounds"]):
            turn_round, seed = divmod(turn, plan["inputs"])
            for n, cost, making in rungs:
                dear = cost + making
                if turn_round > 0 and (n * plan["span"] < largest or dear > 0.05) or turn_round > 3 and dear > 0.01:
                    continue
                if self.spent - begun > plan["measureS"] or self.alarm.taken > plan["wallS"]:
                    return least
                try:
                    seconds, _ = self.once(n, 0 if dear > 0.05 else seed, 8 * plan["callS"])
                except OutOfTime:
                    continue
                known = least[turn_round % 2 if dear <= 0.05 else turn % 2]
                key = n, 0 if dear > 0.05 else seed
                known[key] = min(known.get(key, math.inf), seconds)
        return least

    def profile(self):
        self.once(self.plan["smallest"], 0, 6 * self.plan["callS"])  # one-time work, e.g. importing, is not part of the cost
        climbed = self.climb()
        counts = self.count(climbed)
        rungs = self.fill(climbed)
        halves = self.measure(rungs, climbed) if rungs else [{}, {}]
        nothing = self.empty_call()
        rows = [(*row, making) for row, making in ((self.row(n, halves, nothing), making) for n, _, making in rungs) if row]
        return {
            "n": [row[0] for row in rows],
            "seconds": [row[1] for row in rows],
            "halves": [row[2] for row in rows],
            "inputs": [row[3] for row in rows],
            "making": [row[4] for row in rows],
            "countedN": [row[0] for row in counts],
            "counts": [row[1] for row in counts],
            "countErrors": [row[2] for row in counts],
            "cpuS": self.spent,
        }

    def row(self, n, halves, nothing):
        """A size with its seconds, those of each half of the rounds on inputs that both have, and the number of inputs."""
        first, second = ({seed: cost for (size, seed), cost in half.items() if size == n} for half in halves)
        least = [min(first.get(seed, math.inf), second.get(seed, math.inf)) for seed in first.keys() | second.keys()]
        both = first.keys() & second.keys()
        pair = [sum(half[seed] for seed in both) / len(both) for half in (first, second)] if both else None
        return least and (n, max(sum(least) / len(least) - nothing, 1e-9), pair, len(least))

    @staticmethod
    def empty_call():
        """The seconds of a call that does nothing."""
        least = math.inf
        for _ in range(200):
            start = time.perf_counter_ns()
            finished(Profiler.nothing(*()))
            least = min(least, time.perf_counter_ns() - start)
        return least / 1e9

    @staticmethod
    def nothing():
        return None


def keep_memory():
    """Makes the allocator reuse large blocks, since a new block from the system costs as much as the work on it."""
    try:
        tune = ctypes.CDLL(None).mallopt
    except AttributeError:
        return  # another C library
    trim_threshold, mmap_threshold = -1, -3
    tune(mmap_threshold, 32 << 20)
    tune(trim_threshold, 1 << 30)


def profile(source, entry, generator, plan):
    """The costs by size, or `{"reason"}` if there are none."""
    keep_memory()
    try:
        return Profiler(source, entry, generator, plan).profile()
    except Failed as failed:
        return {"reason": str(failed)}
    except OutOfTime as late_one:
        return {"reason": "%s takes too long even at n = %d" % (late_one, plan["smallest"]), "late": True}
