"""The child: loads one program, makes its calls and has what happened in each written down."""

import itertools
import json
import marshal
import resource
import signal
import sys
import time


def run_program(header, body, log, encoder):
    """Loads the program, makes the calls, writes a record for each."""
    reader = Body(body)
    plan, source = json.loads(reader.part()), reader.part()
    del body
    recorder = Recorder(log, header["outputMiB"] << 20, encoder, plan["shared"])
    prepare(source, reader.rest() if source in READY else source, plan["clock"])
    recorder.begin(0)
    program = load_program(plan, source, recorder)
    recorder.loaded()
    calls = Calls(program, recorder, source, header["memoryMiB"] << 10)
    try:
        for lists, others in reader.blocks():
            if lists is not None and not program.is_method:
                calls.many(lists)
                continue
            for call in others if lists is None else [(-1, PLAIN + marshal.dumps(args, 2)) for args in lists]:
                calls.one(*call)
    except MemoryError as error:  # of this worker, in the memory that the program left: the call's, if it is the first
        recorder.outcome(*recorder.described_error(error))
        recorder.take_another()
    recorder.end()


READY = {}  # the driver's own programs by source: code, and the module that it made before the first fork


def load_program(plan, source, recorder):
    """The program, loaded; ends the process if it does not load."""
    try:
        code, module = READY.get(source, (None, None))
        if code is None:
            text = source.decode("utf-8", "surrogatepass").removeprefix("\ufeff")
            code = compile(text, "<program>", "exec", 0, True)
    except MemoryError:
        recorder.not_loaded(STOPPED, ("memory-limit", "while compiling"))
    except BaseException as error:
        recorder.not_loaded(LOADED, ("syntax-error",) + recorder.failure(error)[1])
    program = Program(code, plan["entryPoint"], plan["split"], plan["shared"])
    try:
        program.load(module)
    except BaseException as error:
        kind, content = recorder.failure(error)
        stopped = kind == STOPPED
        recorder.not_loaded(kind if stopped else LOADED, content if stopped else ("raised",) + content)
    if program.entry is None:
        recorder.not_loaded(LOADED, ("no-entry-point", "", what_it_defines(program.names)))
    return program


def what_it_defines(names):
    try:
        return defined(names)
    except BaseException:  # a class made its names unreadable
        return "what it defines could not be read"


class Program:
    """A program's code, what it defined when it was last loaded, and its entry point."""

    def __init__(self, code, entry_point, split, shared):
        self.code, self.entry_point, self.split = code, entry_point, split
        self.is_method = "." in entry_point
        self.shared = shared
        self.stays = shared or (not split and is_stateless(code))  # whether it need not be loaded for every call
        self.names = self.entry = None

    def load(self, module=None):
        """`module`: one that the code has made and nobody has used, if there is one."""
        self.names = self.entry = None
        if module is None or self.split:
            self.names = load(self.code, self.split)
        else:
            sys.modules["program"] = module
            self.names = module.__dict__
        self.entry = find(self.names, self.entry_point)

    def renew(self):
        """Loads it afresh for another call."""
        self.load()
        if self.entry is None:
            raise NameError("name %r is not defined" % self.entry_point)

    def build(self, name, fields):
        """An instance of one of its own classes, for an argument."""
        owner = self.names.get(name.rpartition(".")[2])
        if not isinstance(owner, type):
            raise NameError("name %r is not defined" % name)
        return owner(**fields)


class Calls:
    """Makes calls of a program, and has the outcomes recorded."""

    dumps, loads, elapsed = staticmethod(marshal.dumps), staticmethod(marshal.loads), staticmethod(time.perf_counter_ns)
    kind_of, setof, mapped, usage = type, frozenset, map, staticmethod(resource.getrusage)
    chained, count_of, take_apart = staticmethod(itertools.chain.from_iterable), staticmethod(len), enumerate
    set_timer = staticmethod(signal.setitimer)
    scalars = frozenset({type(None), bool, int, float, complex, str, bytes})
    anything = 1 << 40  # as a limit on the size of an encoding: memory is one already

    def __init__(self, program, recorder, source, memory_kib):
        self.program, self.recorder, self.memory_kib = program, recorder, memory_kib
        # The driver's own programs see to it themselves: importing it takes a tenth of a second.
        self.names_numpy = b"numpy" in source and source not in READY
        self.names_timers = b"alarm" in source or b"itimer" in source
        self.renewing = self.names_timers or not program.stays

    def arguments(self, args, named):
        build = self.program.build
        return [list(decode(args, build)) if args else [], decode(named, build) if named else {}]

    def renew(self, index):
        """Makes sure that the call of this index, from 1, finds a freshly loaded program and nothing else."""
        if index > 1 and self.names_timers:  # that an earlier call has set
            for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
                self.set_timer(timer, 0)
        if index > 1 and not self.program.stays:
            self.recorder.head[1] = 2 * index
            try:
                self.program.renew()
            except BaseException:
                self.recorder.take_another()  # what it left in Python's modules when it was loaded before may be why

    def begin(self):
        if self.renewing:
            self.recorder.begin(2 * self.recorder.made + 2)
            self.renew(self.recorder.made + 1)
        self.recorder.begin_call()

    def end(self):
        """Leaves the remaining calls to another process when this one has used up much of its memory."""
        if not self.program.shared and self.usage(0).ru_maxrss > self.memory_kib // 2:
            self.recorder.take_another()

    def one(self, seed, args, named=b"", first=b"", others=b""):
        """One call with everything that a call may have."""
        recorder, program, given, before = self.recorder, self.program, None, None
        self.begin()
        try:
            given = self.arguments(args, named)
            before = self.snapshots(given)
            function = self.method(first, others) if program.is_method else program.entry
            if (first or others) and not program.is_method:
                raise TypeError("%s is not a method, so there is nothing to construct" % program.entry_point)
            if seed >= 0:
                seed_generators(seed, self.names_numpy)
            outcome = self.awaited(function(*given[0], **given[1]))
        except BaseException as error:
            outcome = recorder.described_error(error)
        spent = recorder.spent()
        recorder.changed(self.changes(before, given) if before else ())
        recorder.outcome(*outcome, spent)
        self.end()

    def method(self, first, others):
        """The method of an instance made for this call."""
        owner, name = self.program.entry
        args, named = self.arguments(first, others)
        return getattr(owner(*args, **named), name)

    def awaited(self, value):
        """A value as a record, once it has been awaited if it must be."""
        try:
            value = finish(value)
        except Unserialisable as error:
            recorder = self.recorder
            return UNSERIALISABLE, recorder.encode(("async_generator", recorder.text_of(error)), recorder.remarks)
        except BaseException as error:
            return self.recorder.described_error(error)
        return self.recorder.described(value)

    def many(self, lists):
        """Calls with positional arguments only; those that take no time share a record and a reading of the clock."""
        recorder, done, share = self.recorder, 0, 1
        while done < self.count_of(lists):
            some = lists[done : done + share]
            if self.program.shared:
                some = some[:1]  # the next call depends on it: it must not be made again, nor its arguments be changed
            fixed = self.setof(self.mapped(self.kind_of, self.chained(some))) <= self.scalars
            before = None if fixed else self.dumps(some, 2)
            self.begin()
            values, outcome, early = self.values_of(some)
            spent, known = recorder.spent(), self.count_of(values)
            early = min(early, spent)
            changed = {} if before is None else self.changes_in(before, some[: known + (outcome is not None)])
            if outcome is None and known > 1 and spent - early > 500_000:  # the last one took longer than all others
                outcome = recorder.described(values.pop())
                known -= 1
            recorder.batch(values, changed, early if outcome is not None else spent)
            if outcome is not None:
                recorder.changed(changed.get(known, ()))
                recorder.outcome(*outcome, spent - early)
            done += known + (outcome is not None)
            share = min(2 * share, 512) if spent < 250_000 else share if spent < 2_000_000 else 1
            self.end()

    def values_of(self, some):
        """Values of plain types that calls return, until one is slow, returns another type or raises an exception.

        Returns the values, the record of that other one or None, and the time that passed before the last call, in ns.
        """
        kind_of, setof, mapped, count_of, scalars = self.kind_of, self.setof, self.mapped, self.count_of, self.scalars
        recorder, program, elapsed = self.recorder, self.program, self.elapsed
        entry, head, index = program.entry, recorder.head, recorder.made
        renewing = self.renewing
        values, start = [], elapsed()
        now = start
        for args in some:
            before, now = now, elapsed()
            if now - start > 1_000_000:
                return values, None, before - start
            index += 1
            if renewing and values:
                self.renew(index)
                entry = program.entry
            head[1] = 2 * index + 1
            try:
                value = entry(*args)
            except BaseException as error:
                return values, recorder.described_error(error), now - start
            kind = kind_of(value)
            if kind not in scalars:
                if kind is list and count_of(value) < 256 and setof(mapped(kind_of, value)) <= scalars:
                    value = value[:]  # a later call may change it
                elif kind is not tuple or count_of(value) >= 256 or not setof(mapped(kind_of, value)) <= scalars:
                    return values, self.awaited(value), now - start
            values.append(value)
        return values, None, now - start

    def snapshots(self, given):
        """The arguments before a call, encoded; nothing where a call cannot change them, or they have no encoding."""
        values = [*given[0], *given[1].values()]
        if self.setof(self.mapped(self.kind_of, values)) <= self.scalars:
            return None
        return [self.snapshot(value) for value in values]

    def snapshot(self, value):
        try:
            return self.recorder.encode(value, self.anything)
        except BaseException:
            return None

    def changes(self, before, given):
        """Positions and names of the arguments that a call changed."""
        places = [*range(self.count_of(given[0])), *given[1]]
        after = [self.snapshot(value) for value in (*given[0], *given[1].values())]
        return [place for place, old, new in zip(places, before, after) if old is not None and old != new]

    def changes_in(self, before, after):
        """The same for calls with positional arguments only, by their index."""
        if self.plain(after) == before:
            return {}
        found = {}
        for index, (old, new) in enumerate(zip(self.loads(before), after)):
            places = [place for place, value in enumerate(old) if self.plain(new[place]) != self.plain(value)]
            if places:
                found[index] = tuple(places)
        return found

    def plain(self, value):
        """The marshal form, or None if it has none."""
        try:
            return self.dumps(value, 2)
        except ValueError:
            return None
