"""The child: loads one program, makes its calls and has written down what happened in each."""

import itertools
import json
import marshal
import os
import random
import struct
import sys
import types


class Body:
    """What only the child reads of a request: JSON {entryPoint, split, shared, clock}, the source, then blocks of calls.

    A block of calls is `u8 kind, u32 count, u32 length, bytes`. Kind 0: the marshal form of a list of lists of
    positional arguments. Kind 1: for each call i64 seed (-1: none), and four encodings, each after its u32 length:
    positional and named arguments, and those of the constructor of a method's class.
    """

    def __init__(self, body):
        self.body, self.at = body, 0

    def take(self, form):
        values = struct.unpack_from(form, self.body, self.at)
        self.at += struct.calcsize(form)
        return values

    def part(self):
        (length,) = self.take("<I")
        self.at += length
        return self.body[self.at - length : self.at]

    def call(self):
        return self.take("<q") + (self.part(), self.part(), self.part(), self.part())

    def blocks(self):
        """Of each block the lists of positional arguments, or None and the calls."""
        while self.at < len(self.body):
            kind, count, length = self.take("<BII")
            if kind == 0:
                self.at += length
                yield marshal.loads(self.body[self.at - length : self.at]), None
            else:
                yield None, (self.call() for _ in range(count))


def run_program(header, body, log, encoder):
    """Loads the program, makes the calls, writes a record for each."""
    recorder = Recorder(log, header["outputMiB"] << 20, encoder)
    reader = Body(body)
    plan, source = json.loads(reader.part()), reader.part()
    del body
    prepare(source, plan["clock"])
    recorder.begin(0)
    program = load_program(plan, source, recorder)
    recorder.loaded()
    calls = Calls(program, recorder, b"numpy" in source)
    try:
        for lists, others in reader.blocks():
            if lists is not None and not program.is_method:
                calls.many(lists)
                continue
            for call in others if lists is None else [(-1, PLAIN + marshal.dumps(args, 2)) for args in lists]:
                calls.one(*call)
    except MemoryError as error:  # of this worker, in the memory that the program left: the call's, if it is the first
        recorder.raised(error)
        recorder.begin(recorder.made + 1)
        recorder.exit_now(LOG_FULL)
    recorder.end()


def load_program(plan, source, recorder):
    """The program, loaded; ends the process if it does not load."""
    try:
        code = compile(source.decode("utf-8", "surrogatepass"), "<program>", "exec", 0, True)
    except MemoryError:
        recorder.not_loaded(STOPPED, ("memory-limit", "while compiling"))
    except BaseException as error:
        recorder.not_loaded(LOADED, ("syntax-error",) + recorder.failure(error)[1])
    program = Program(code, plan["entryPoint"], plan["split"], plan["shared"])
    try:
        program.load()
    except BaseException as error:
        kind, content = recorder.failure(error)
        stopped = kind == STOPPED
        recorder.not_loaded(kind if stopped else LOADED, content if stopped else ("raised",) + content)
    if program.entry is None:
        recorder.not_loaded(LOADED, ("no-entry-point", "", defined(program.names)))
    return program


class Program:
    """A program's code, what it defined when it was last loaded, and its entry point."""

    def __init__(self, code, entry_point, split, shared):
        self.code, self.entry_point, self.split = code, entry_point, split
        self.is_method = "." in entry_point
        self.stays = shared or (not split and is_stateless(code))  # whether it need not be loaded for every call
        self.names = self.entry = None

    def load(self):
        self.names = self.entry = None
        self.names = load(self.code, self.split)
        self.entry = find(self.names, self.entry_point)

    def renew(self):
        """Loads it afresh for another call, unless that makes no difference."""
        if not self.stays:
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

    dumps, loads = staticmethod(marshal.dumps), staticmethod(marshal.loads)
    kind_of, setof, mapped = type, frozenset, map
    chained, count_of, take_apart = staticmethod(itertools.chain.from_iterable), staticmethod(len), enumerate
    scalars = frozenset({type(None), bool, int, float, complex, str, bytes})

    def __init__(self, program, recorder, names_numpy):
        self.program, self.recorder, self.names_numpy = program, recorder, names_numpy

    def arguments(self, args, named):
        build = self.program.build
        return [list(decode(args, build)) if args else [], decode(named, build) if named else {}]

    def one(self, seed, args, named=b"", first=b"", others=b""):
        """One call with everything that a call may have."""
        recorder, program, given = self.recorder, self.program, None
        recorder.begin(recorder.made + 1)
        try:
            if recorder.made:
                program.renew()
            given = self.arguments(args, named)
            function = self.method(first, others) if program.is_method else program.entry
            if (first or others) and not program.is_method:
                raise TypeError("%s is not a method, so there is nothing to construct" % program.entry_point)
            if seed >= 0:
                seed_generators(seed, self.names_numpy)
            report, what = self.awaited(function(*given[0], **given[1]))
        except BaseException as error:
            report, what = recorder.raised, error
        spent = recorder.spent()
        if given is not None:
            recorder.changed(self.changes(args, named, given))
        report(what, None if report == recorder.returned else spent)  # taking a value apart may run the program, too

    def method(self, first, others):
        """The method of an instance made for this call."""
        owner, name = self.program.entry
        args, named = self.arguments(first, others)
        return getattr(owner(*args, **named), name)

    def awaited(self, value):
        """How to report a value that may have to be awaited, and what."""
        try:
            return self.recorder.returned, finish(value)
        except Unserialisable as error:
            return self.recorder.refused, error
        except BaseException as error:
            return self.recorder.raised, error

    def many(self, lists):
        """Calls with positional arguments only; those that take no time share a record and a reading of the clock."""
        recorder, done, share = self.recorder, 0, 1
        while done < self.count_of(lists):
            some = lists[done : done + share]
            before = None if self.setof(self.mapped(self.kind_of, self.chained(some))) <= self.scalars else self.dumps(some, 2)
            recorder.begin(recorder.made + 1)
            values, odd = self.values_of(some)
            spent, known = recorder.spent(), self.count_of(values)
            changed = {} if before is None else self.changes_in(before, some[: known + (odd is not None)])
            recorder.batch(values, changed, spent * known // (known + 1) if odd else spent)
            if odd is not None:
                recorder.changed(changed.get(known, ()))
                report, what = odd if odd[0] == recorder.raised else self.awaited(odd[1])
                # Taking a value apart may take time, too; among others the share of each is all that is known.
                report(what, spent // (known + 1) if known or report != recorder.returned else None)
            done += known + (odd is not None)
            if spent < 250_000:
                share = min(2 * share, 512)
            elif spent > 2_000_000:
                share = 1

    def values_of(self, some):
        """Values of plain types that calls return, up to the first that is none, or an exception, and how to report it."""
        kind_of, setof, mapped, count_of, scalars = self.kind_of, self.setof, self.mapped, self.count_of, self.scalars
        program, running, index = self.program, self.recorder.running, self.recorder.made
        entry, renewing = program.entry, not program.stays
        values = []
        for args in some:
            index += 1
            running[1] = index
            try:
                if renewing and index > 1:
                    program.renew()
                    entry = program.entry
                value = entry(*args)
            except BaseException as error:
                return values, (self.recorder.raised, error)
            kind = kind_of(value)
            if kind not in scalars:
                if kind is list and count_of(value) < 256 and setof(mapped(kind_of, value)) <= scalars:
                    value = value[:]  # a later call may change it
                elif kind is not tuple or count_of(value) >= 256 or not setof(mapped(kind_of, value)) <= scalars:
                    return values, (self.recorder.returned, value)
            values.append(value)
        return values, None

    def changes(self, args, named, given):
        """Positions and names of the arguments that a call changed."""
        values = [*given[0], *given[1].values()]
        if self.setof(self.mapped(self.kind_of, values)) <= self.scalars:
            return []
        before = self.arguments(args, named)
        pairs = [(place, value, given[0][place]) for place, value in self.take_apart(before[0])]
        pairs += [(name, value, given[1][name]) for name, value in before[1].items()]
        return [place for place, value, after in pairs if not self.same(value, after)]

    def same(self, before, after):
        limit = 2 * self.recorder.limit
        expected = self.recorder.encode(before, limit)
        try:
            return self.recorder.encode(after, limit) == expected
        except BaseException:
            return False

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


def finish(value):
    """What an asynchronous function comes to: the value of its coroutine, the items of its asynchronous generator."""
    kind = type(value)
    if kind is types.AsyncGeneratorType:
        value = gather(value)
    elif kind is not types.CoroutineType:
        return value
    if "asyncio" in sys.modules:
        import asyncio

        return asyncio.run(value)
    try:
        while True:
            value.send(None)
    except StopIteration as done:
        return done.value


async def gather(items):
    found = []
    async for item in items:
        if len(found) == MAX_ITEMS:
            raise Unserialisable("an asynchronous generator of more than %d items" % MAX_ITEMS)
        found.append(item)
    return found


def seed_generators(seed, numpy_named):
    """Seeds Python's generator, and numpy's, also when the program imports it only during the call."""
    random.seed(seed)
    if numpy_named or "numpy" in sys.modules:
        try:
            import numpy
        except ImportError:
            return
        numpy.random.seed(seed % (1 << 32))
