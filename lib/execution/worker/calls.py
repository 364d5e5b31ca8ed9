"""Makes the calls of a program, and has the outcome of each recorded."""

import itertools
import marshal
import resource
import signal
import time

NOTHING = b"", b"", b""  # names, positional and named arguments

# The type code in marshal's form for bytes and everything else with a buffer.
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
    anything = 1 << 40  # no limit on the size of an encoding, as memory is limited already

    def __init__(self, program, recorder, source, memory_kib):
        self.program, self.recorder, self.memory_kib = program, recorder, memory_kib
        # Harnesses seed numpy themselves, as importing it takes a tenth of a second.
        self.names_numpy = b"numpy" in source and source not in READY
        self.names_timers = b"alarm" in source or b"itimer" in source
        self.renewing = self.names_timers or not program.stays
        self.share = 1  # the number of calls to make with one record
        # Whether calls may be made together: only if nothing, not even an imported module, can notice repeated calls.
        self.quick = not self.renewing and program.is_stateless and not program.is_method and b"import" not in source
        self.as_forms = False  # whether calls seem to return values that have to be kept in their marshal form

    def arguments(self, names, args, named):
        """The positional and the named arguments; `names` are those of the last items of `args`."""
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
        """Makes sure that the call of an index, from 1, finds a freshly loaded program and no traces of earlier calls."""
        if index > 1 and self.names_timers:  # an earlier call may have set timers
            for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
                self.set_timer(timer, 0)
        if index > 1 and not self.program.stays:
            self.recorder.head[1] = 2 * index
            try:
                self.program.renew()
            except BaseException:
                self.recorder.take_another()  # what it changed in Python's modules at an earlier load may be the cause

    def begin(self):
        if self.renewing:
            self.recorder.begin(2 * self.recorder.made + 2)
            self.renew(self.recorder.made + 1)
        self.recorder.begin_call()

    def end(self):
        """Leaves the remaining calls to another process if this one has used up much of its memory."""
        if not self.program.shared and self.usage(0).ru_maxrss > self.memory_kib // 2:
            self.recorder.take_another()

    def one(self, seed, own, first):
        """Makes one call, which may have any kind of arguments, and records its outcome."""
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
        """The value of the function, or of the method of an instance that is made for this call and gone when it returns."""
        args, named = given
        if not self.program.is_method:
            return self.program.entry(*args, **named)
        owner, name = self.program.entry
        values, others = self.arguments(*first)
        return getattr(owner(*values, **others), name)(*args, **named)

    def entry(self):
        """The function to call with the arguments of a block; for a method, one that calls it on a new instance."""
        if not self.program.is_method:
            return self.program.entry
        owner, name = self.program.entry
        return lambda *args, **named: getattr(owner(*args, **named), name)()

    def awaited(self, value):
        """The record of a value, which is awaited first if necessary."""
        try:
            value = finish(value)
        except Unserialisable as error:
            recorder = self.recorder
            return UNSERIALISABLE, recorder.encode(("async_generator", recorder.text_of(error)), recorder.remarks)
        except BaseException as error:
            return self.recorder.described_error(error)
        return self.recorder.described(value)

    def many(self, seed, names, lists):
        """Makes calls that differ only in arguments, with one seed (-1: none); short calls share a record and a reading of the clock."""
        recorder, done, names = self.recorder, 0, decode(names)
        while done < self.count_of(lists):
            some = lists[done : done + self.share]
            if self.program.shared:
                some = some[:1]  # the next call depends on this one, which must not be repeated, nor its arguments be changed
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
        """Makes calls without checks between them, after as many short calls; returns whether their values were recorded.

        If not, they have to be made again, one by one: a call raised an exception, took long, or returned another type than
        those before. The program does not notice this, as it keeps no state between calls.
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
        """Whether no call can change its arguments: arguments of plain types that have hashes are immutable."""
        try:
            self.hash_of((*some,))
        except TypeError:
            return False
        return True

    def values_of(self, some, seed, names):
        """The values of calls that return plain types, until a call is slow, returns another type or raises an exception.

        Returns the values, the record of the call that ended the series or None, and the time before the last call, in ns.
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
                if kind is listed and 0 < count_of(value) < 256 and kind_of(value[-1]) is number:  # the most frequent case
                    try:
                        form = dumps(value, 2)
                    except BaseException:  # it holds an item that is not of a plain type, or is too large
                        form = None
                if form is None or ANY_BUFFER in form:
                    form = kept(value, kind)
                if form is None:
                    return values, self.awaited(value), now - start
                value = form
            add(value)
        return values, None, now - start

    def kept(self, value, kind):
        """The present content of a short list, tuple, dict or bytes: a copy of scalars, else the marshal form; else None."""
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
        """The encoded arguments before a call; None if a call cannot change them; an item is None if it has no encoding."""
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
        """The positions and names of the arguments that a call changed."""
        places = [*range(self.count_of(given[0])), *given[1]]
        after = [self.snapshot(value) for value in (*given[0], *given[1].values())]
        return [place for place, old, new in zip(places, before, after) if old is not None and old != new]

    def changes_in(self, before, after, names):
        """The same for calls that differ only in arguments, by their index; `names` are those of the last arguments."""
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
        """The marshal form of a value, or None if it has none."""
        try:
            return self.dumps(value, 2)
        except ValueError:
            return None
