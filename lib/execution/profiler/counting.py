"""Counts the work of the interpreter in a call. Unlike a time, the count of a call is always the same."""

import builtins
import ctypes
import functools
import gc
import random
import sys


class Compared:
    """An item of a sort, which counts its comparisons."""

    __slots__ = ("value", "counts")

    def __init__(self, value, counts):
        self.value, self.counts = value, counts

    def __lt__(self, other):
        self.counts[1] += 1
        return self.value < other.value


# The modules of heaps and bisections that are written in C, and modules that keep references to their functions.
HEAPS_AND_BISECTIONS = ("_heapq", "_bisect", "heapq", "bisect", "queue", "sched", "statistics")


class Counter:
    """Counts the instructions of the interpreter, and the comparisons of sorts.

    Heaps and bisections, which are written in C, are replaced by their Python versions, whose instructions are counted.
    Other work in C (slices, `in`, joins, large ints) is not counted, but shows in the times.
    """

    def __enter__(self):
        self.counts = counts = [0, 0]  # instructions, comparisons
        self.modules = {name: sys.modules.pop(name, None) for name in HEAPS_AND_BISECTIONS}
        sys.modules["_heapq"] = sys.modules["_bisect"] = None  # their import fails, so that their modules do without them
        import bisect

        self.bisect, random._bisect = random._bisect, bisect.bisect
        original = self.sort = list.sort

        def order(values, key, reverse):
            items = [Compared(value if key is None else key(value), counts) for value in values]
            places = list(range(len(items)))
            original(places, key=items.__getitem__, reverse=reverse)
            counts[1] += len(items)
            return places

        def counting_sorted(iterable, /, *, key=None, reverse=False):
            values = list(iterable)
            return [values[at] for at in order(values, key, reverse)]

        def sort(self, /, *, key=None, reverse=False):
            values = list.__getitem__(self, slice(None))
            list.__setitem__(self, slice(None), [values[at] for at in order(values, key, reverse)])

        # Not a function, which would become a method as an attribute of a class.
        self.sorted, builtins.sorted = builtins.sorted, functools.partial(counting_sorted)
        self.replace_sort(sort)
        own = [Compared.__init__, Compared.__lt__, order, counting_sorted, sort]
        self.own = {function.__code__ for function in own}
        self.own |= {inner for code in self.own for inner in code.co_consts if hasattr(inner, "co_code")}
        return self

    def __exit__(self, *error):
        builtins.sorted, random._bisect = self.sorted, self.bisect
        self.replace_sort(self.sort)
        for name, module in self.modules.items():
            if module is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = module

    @staticmethod
    def replace_sort(sort):
        gc.get_referents(vars(list))[0]["sort"] = sort
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(list))

    def count(self, call):
        """The numbers of instructions, and of comparisons of sorts, of a call."""
        self.counts[:] = 0, 0
        (self.monitored if sys.version_info >= (3, 12) else self.traced)(call)
        return tuple(self.counts)

    def monitored(self, call):
        monitoring, counts, own = sys.monitoring, self.counts, self.own

        def tick(code, offset):
            if code in own:
                return monitoring.DISABLE
            counts[0] += 1

        tool = monitoring.OPTIMIZER_ID
        monitoring.use_tool_id(tool, "codebias")
        monitoring.register_callback(tool, monitoring.events.INSTRUCTION, tick)
        monitoring.set_events(tool, monitoring.events.INSTRUCTION)
        try:
            call()
        finally:
            monitoring.set_events(tool, 0)
            monitoring.free_tool_id(tool)

    def traced(self, call):
        counts, own = self.counts, self.own

        def inside(frame, event, argument):
            if event == "opcode":
                counts[0] += 1
            return inside

        def entered(frame, event, argument):
            if frame.f_code in own:
                return None
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
            return inside

        sys.settrace(entered)
        try:
            call()
        finally:
            sys.settrace(None)
