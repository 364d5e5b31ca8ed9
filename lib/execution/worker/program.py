"""The child's work: loads one program, makes its calls and has the outcomes recorded."""

import marshal
import sys


def run_program(header, request, log, encoder):
    """Loads the program, makes the calls, writes a record for each.

    Returns, when all calls are made, an object that must not be freed before the process ends, as program code would run.
    """
    (entry_point, split, state, clock, own), source = request.plan, request.source
    recorder = Recorder(log, header.output_mib << 20, encoder, state == "shared")
    prepare(source, request.rest() if source in READY else source, clock)
    recorder.begin(0)
    program = load_program(source, recorder, own, entry_point, split, state)
    recorder.loaded()
    calls = Calls(program, recorder, source, header.memory_mib << 10)
    try:
        for kind, block in request.blocks():
            if kind == (MADE if program.is_method else ALIKE):
                calls.many(*block)
                continue
            for call in block if kind == ANY else each_of(kind, *block):
                calls.one(*call)
    except MemoryError as error:  # of the worker, in the memory that the program left; the call's, if it is the first
        recorder.outcome(*recorder.described_error(error))
        recorder.take_another()
    recorder.end()
    return calls


def each_of(kind, seed, names, lists):
    """The single calls of a block, for a program that cannot be called with blocks of this kind."""
    for args in lists:
        given = names, PLAIN + marshal.dumps(args, 2), b""
        yield (seed, given, NOTHING) if kind == ALIKE else (seed, NOTHING, given)


READY = {}  # harnesses by source: the code, and the module that was made before the first fork


def load_program(source, recorder, own, *plan):
    """The program, loaded; ends the process if it does not load."""
    try:
        code, module = READY.get(source, (None, None))
        if code is None:
            code = compiled(source)
        else:
            READY[source] = code, None  # the ready module is used only once
        first = compiled(source[:-own] + b"\n\n") if own else code
    except MemoryError:
        recorder.not_loaded(STOPPED, ("memory-limit", "while compiling"))
    except BaseException as error:
        recorder.not_loaded(LOADED, ("syntax-error",) + recorder.failure(error)[1])
    program = Program(code, first, *plan)
    try:
        program.load(module)
    except BaseException as error:
        kind, content = recorder.failure(error)
        stopped = kind == STOPPED
        recorder.not_loaded(kind if stopped else LOADED, content if stopped else ("raised",) + content)
    if program.entry is None:
        recorder.not_loaded(LOADED, ("no-entry-point", "", what_it_defines(program.names)))
    return program


def compiled(source):
    text = source.decode("utf-8", "surrogatepass").removeprefix("\ufeff")
    return compile(text, "<program>", "exec", 0, True)


def what_it_defines(names):
    try:
        return defined(names)
    except BaseException:  # a class made its names unreadable
        return "what it defines could not be read"


class Program:
    """A program's code, the names that its last load defined, and its entry point."""

    def __init__(self, code, first, entry_point, split, state):
        """`first`: the code without the class that the driver appended."""
        self.code, self.entry_point, self.split = code, entry_point, split
        self.is_method = "." in entry_point
        self.shared = state == "shared"
        owner = entry_point.rpartition(".")[0] if first is not code else None
        self.is_stateless = state == "fresh" and not split and is_stateless(first, owner)
        self.stays = state != "fresh" or self.is_stateless  # whether it need not be loaded for every call
        self.names = self.entry = None

    def load(self, module=None):
        """Loads the program. `module`: an unused module that the code has made before, if there is one."""
        self.names = self.entry = None
        if module is None or self.split:
            self.names = load(self.code, self.split)
        else:
            sys.modules["program"] = module
            self.names = module.__dict__
        self.entry = find(self.names, self.entry_point)

    def renew(self):
        """Loads the program anew for another call."""
        self.load()
        if self.entry is None:
            raise NameError("name %r is not defined" % self.entry_point)

    def build(self, name, fields):
        """An instance of one of the program's classes, for an argument."""
        owner = self.names.get(name.rpartition(".")[2])
        if not isinstance(owner, type):
            raise NameError("name %r is not defined" % name)
        return owner(**fields)
