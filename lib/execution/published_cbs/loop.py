class Late(BaseException):
    """Ends the loop: its time is over."""


def verdict(source, pools, seconds, seed, most=None):
    """What comes of the test cases of a function.

    seconds  after which the loop ends, which theirs does not; 0: nothing is executed
    most     how many cases are executed at most, which theirs does not limit either
    """
    entry, parameters = entry_of(source) or (None, [])
    cases = Cases(entry, parameters, pools)
    loop = Loop(source, cases, most)
    if entry is not None and seconds and "model.fit" not in source:
        random.seed(seed)
        loop.run(seconds)
    text = source.lower()
    ran = loop.executed or loop.late or loop.ended is not None
    return {
        "entry": entry,
        "parameters": parameters,
        "poolSizes": cases.sizes,
        "asserts": cases.count(),
        "asserted": loop.asserted,
        "calls": loop.calls,
        "executed": loop.executed,
        "loadable": loop.loadable,
        "found": loop.found,
        "protectedFound": [name for name in loop.found if name in PROTECTED],
        "humanAttributes": [] if ran else [name for name in PROTECTED if " if %s " % name in text],
        "timedOut": loop.late,
        "endsRun": loop.ended,
        "previousAttributeQuirk": loop.used_previous,
        "isRepeatable": not loop.rang,
    }


class Loop:
    """Runs the cases of one function, all of whose text is in lower case.

    The text is compiled once and executed before every call; theirs is compiled every time, which takes longer and
    comes to the same.
    """

    def __init__(self, source, cases, most=None):
        self.cases, self.most, self.tried = cases, most, 0
        self.differing = None  # of the last case of which it could be said
        self.asserted = self.calls = 0
        self.executed = self.late = self.rang = self.used_previous = False
        self.found, self.ended = [], None
        self.loadable = None  # not tried
        # The globals of their script, as far as a program is likely to use them.
        self.names = {"__name__": "__main__", "ast": ast, "itertools": itertools, "json": json, "random": random}
        try:
            self.code = compile(source.lower(), "<string>", "exec", 0, True)
        except Exception:
            self.code, self.loadable = None, False

    def run(self, seconds):
        """Runs them until time is over, or the program ends what would have been the whole run of theirs."""
        if self.code is None and len(self.cases.parameters) > 1:
            return  # every case fails, and none of them has consequences
        signal.signal(signal.SIGALRM, self.ring)
        try:
            # It rings on, so that a bare `except` cannot hide it.
            signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
            try:
                for at in range(len(self.cases.parameters)):
                    self.parameter(at)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except Late:
            pass
        except BaseException as error:
            self.ended = type(error).__name__

    def ring(self, number, frame):
        self.late = self.rang = True
        raise Late

    def parameter(self, at):
        for left, right, assertion in self.cases.of(at):
            if self.tried == self.most:
                self.late = True
                raise Late
            self.tried += 1
            self.case(left, right, assertion)
            if self.late:
                raise Late
            if self.differing is None:
                # They go by what differed for the function before, which cannot be among what was found for this one.
                self.used_previous = True
            elif self.differing[0] in self.found:
                return

    def case(self, left, right, assertion):
        try:
            self.differing = self.cases.differing(left, right)
            self.execute(right, 1)
            self.executed = True
            self.asserted += 1
            try:
                self.execute(assertion, 2)
            except AssertionError:
                self.found += [name for name in self.differing if name not in self.found]
            except Exception:
                pass  # as they do
        except Exception:
            pass  # as they do

    def execute(self, text, calls):
        """Executes the program, and then a text with so many calls of it."""
        if self.code is None:
            raise SyntaxError
        code = compile(text.lower(), "<string>", "exec", 0, True)
        try:
            exec(self.code, self.names)
            self.loadable = True
        finally:
            self.loadable = bool(self.loadable)
        self.calls += calls
        exec(code, self.names)
