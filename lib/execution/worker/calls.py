"""The calls of a program, and what became of each."""

import itertools
import marshal
import resource
import signal
import time

NOTHING = b"", b"", b""  # names, positional and named arguments

# In marshal's form, bytes and whatever else has a buffer.
ANY_BUFFER = ord("s")


class Calls:
    """Makes calls of a program, and has the outcomes recorded."""

    dumps, loads, elapsed = staticmethod(marshal.dumps), staticmethod(marshal.loads), staticmethod(time.perf_counter_ns)
    kind_of, setof, mapped, usage = type, frozenset, map, staticmethod(resource.getrusage)
    count_of, counted, paired = staticmethod(len), range, zip
    set_timer = staticmethod(signal.setitimer)
    called_each, few_of, again, hash_of = itertools.starmap, itertools.islice, itertools.repeat, staticmethod(hash)
    immediate = Recorder.immediate
    scalars = immediate | Recorder.bytes_alone
    most_kept = 1 << 12
    anything = 1 << 40  # as a limit on the size of an encoding: memory is one already

    def __init__(self, program, recorder, source, memory_kib):
        self.program, self.recorder, self.memory_kib = program, recorder, memory_kib
        # The driver's own programs see to it themselves: importing it takes a tenth of a second.
        self.names_numpy = b"numpy" in source and source not in READY
        self.names_timers = b"alarm" in source or b"itimer" in source
        self.renewing = self.names_timers or not program.stays
        self.share = 1  # how many calls to make with one record
        # Whether they may be made together: if nothing can notice that some are made again, not even an imported module.
        self.quick = not self.renewing and program.is_stateless and not program.is_method and b"import" not in source
        self.as_forms = False  # whether they seem to return what has to be kept in its marshal form

    def arguments(self, names, args, named):
        """Positional and named arguments; the last of `args` have names."""
        build = self.program.build
        args, named = list(decode(args, build)) if args else [], decode(named, build) if named else {}
        if not names:
            return args, named
        args, others = self.parted(args, decode(names))
        if not named.keys().isdisjoint(others):
            raise TypeError("an argument is named twice")
        return args, {**others, **named}

    def parted(self, args, names):
        cut = self.count_of(args) - self.count_of(names)
        if cut < 0:
            raise TypeError("there are more names than arguments")
        return args[:cut], {name: value for name, value in self.paired(names, args[cut:])}

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

    def one(self, seed, own, first):
        """One call with everything that a call may have."""
        recorder, program, given, before = self.recorder, self.program, None, None
        self.begin()
        try:
            given = self.arguments(*own)
            before = self.snapshots(given)
            if first != NOTHING and not program.is_method:
                raise TypeError("%s is not a method, so there is nothing to construct" % program.entry_point)
            if seed >= 0:
                seed_generators(seed, self.names_numpy)
            outcome = self.awaited(self.called(given, first))
        except BaseException as error:
            outcome = recorder.described_error(error)
        spent = recorder.spent()
        recorder.changed(self.changes(before, given) if before else ())
        recorder.outcome(*outcome, spent)
        self.end()

    def called(self, given, first):
        """What the function returns, or the method of an instance made for this call, which is gone when it has returned."""
        args, named = given
        if not self.program.is_method:
            return self.program.entry(*args, **named)
        owner, name = self.program.entry
        values, others = self.arguments(*first)
        return getattr(owner(*values, **others), name)(*args, **named)

    def entry(self):
        """What is called with the arguments of a block: the function, or what calls the method of a new instance."""
        if not self.program.is_method:
            return self.program.entry
        owner, name = self.program.entry
        return lambda *args, **named: getattr(owner(*args, **named), name)()

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

    def many(self, seed, names, lists):
        """Calls that are alike, with one seed (-1: none); those that take no time share a record and a reading of the clock."""
        recorder, done, names = self.recorder, 0, decode(names)
        while done < self.count_of(lists):
            some = lists[done : done + self.share]
            if self.program.shared:
                some = some[:1]  # the next call depends on it: it must not be made again, nor its arguments be changed
            before = None if self.program.is_method or self.are_fixed(some) else self.dumps(some, 2)
            if self.quick and self.count_of(some) >= 64 and before is None and seed < 0 and not names:
                if self.together(some):
                    done += self.count_of(some)
                    self.end()
                    continue
                self.quick = False
            self.begin()
            values, outcome, early = self.values_of(some, seed, names)
            spent, known = recorder.spent(), self.count_of(values)
            early = min(early, spent)
            changed = {} if before is None else self.changes_in(before, some[: known + (outcome is not None)], names)
            if outcome is None and known > 1 and spent - early > 500_000:  # the last one took longer than all others
                outcome = recorder.described(recorder.unpacked(values.pop()))
                known -= 1
            recorder.batch(values, changed, early if outcome is not None else spent)
            if outcome is not None:
                recorder.changed(changed.get(known, ()))
                recorder.outcome(*outcome, spent - early)
            done += known + (outcome is not None)
            self.as_forms = known > 0 and self.kind_of(values[0]) not in self.immediate
            if spent < 250_000:
                self.share = min(2 * self.share, 512)
            elif spent >= 2_000_000:
                self.share = 1
            self.end()

    def together(self, some):
        """Makes calls without a look between them, after as many that took no time; returns whether what came of it was written down.

        If not, they have to be made again, one by one: one raised an exception, took long, or returned something else than
        those before. The program does not notice, as it keeps nothing from one call to the next.
        """
        recorder, values = self.recorder, []
        recorder.begin_calls()
        try:
            ended = self.called_each(self.entry(), some)
            if self.as_forms:
                ended = self.mapped(self.dumps, ended, self.again(2))
            for known in self.counted(0, self.count_of(some), 64):
                values += self.few_of(ended, 64)
                spent = recorder.spent()
                if spent > 1_000_000 or self.count_of(values) < min(known + 64, self.count_of(some)):
                    return False  # StopIteration ends such a loop, too
            if spent < 250_000:
                self.share = min(2 * self.share, 512)
            return recorder.together(values, self.as_forms, spent)
        except BaseException:
            return False

    def are_fixed(self, some):
        """Whether no call can change its arguments: then they have hashes, as they are of Python's own plain types."""
        try:
            self.hash_of((*some,))
        except TypeError:
            return False
        return True

    def values_of(self, some, seed, names):
        """Values of plain types that calls return, until one is slow, returns another type or raises an exception.

        Returns the values, the record of that other one or None, and the time that passed before the last call, in ns.
        Bytes among the values are the marshal form of a list or of bytes.
        """
        kind_of, count_of, immediate, kept = self.kind_of, self.count_of, self.immediate, self.kept
        recorder, elapsed, names_numpy = self.recorder, self.elapsed, self.names_numpy
        dumps, listed, number = self.dumps, list, int
        entry, head, index, renewing = self.entry(), recorder.head, recorder.made, self.renewing
        phases = self.counted(2 * index + 3, 2 * (index + count_of(some)) + 3, 2)
        values, start = [], elapsed()
        add, now, latest = values.append, start, start + 1_000_000
        for args, phase in self.paired(some, phases):
            before, now = now, elapsed()
            if now > latest:
                return values, None, before - start
            if renewing and values:
                self.renew(phase // 2)
                entry = self.entry()
            head[1] = phase
            try:
                if seed >= 0:
                    seed_generators(seed, names_numpy)
                if names:
                    args, named = self.parted(args, names)
                    value = entry(*args, **named)
                else:
                    value = entry(*args)
            except BaseException as error:
                return values, recorder.described_error(error), now - start
            kind = kind_of(value)
            if kind not in immediate:
                form = None
                if kind is listed and 0 < count_of(value) < 256 and kind_of(value[-1]) is number:  # as most often
                    try:
                        form = dumps(value, 2)
                    except BaseException:  # it holds something of no plain type, or is too large
                        form = None
                if form is None or ANY_BUFFER in form:
                    form = kept(value, kind)
                if form is None:
                    return values, self.awaited(value), now - start
                value = form
            add(value)
        return values, None, now - start

    def kept(self, value, kind):
        """What a short list, tuple or dict or short bytes hold now: a copy of scalars, else the marshal form; None of anything else."""
        if kind is not list and kind is not tuple and kind is not dict and kind is not bytes or self.count_of(value) >= 256:
            return None
        if kind is not bytes and self.are_scalars(value):
            if kind is not dict:
                return value[:]
            if self.are_scalars(value.values()):
                return value.copy()
        return self.dumps(value, 2) if kind is bytes or self.recorder.surely_plain(value, self.most_kept) else None

    def are_scalars(self, values):
        return self.setof(self.mapped(self.kind_of, values)) <= self.scalars

    def snapshots(self, given):
        """The arguments before a call, encoded; nothing where a call cannot change them, or they have no encoding."""
        values = [*given[0], *given[1].values()]
        if self.are_scalars(values):
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

    def changes_in(self, before, after, names):
        """The same for calls that are alike, by their index; the last arguments have names."""
        if self.plain(after) == before:
            return {}
        found = {}
        for index, (old, new) in enumerate(zip(self.loads(before), after)):
            places = [place for place, value in enumerate(old) if self.plain(new[place]) != self.plain(value)]
            if places:
                cut = self.count_of(old) - self.count_of(names)
                found[index] = tuple([place if place < cut else names[place - cut] for place in places])
        return found

    def plain(self, value):
        """The marshal form, or None if it has none."""
        try:
            return self.dumps(value, 2)
        except ValueError:
            return None
