class Late(BaseException):
    """Ends the loop when its time is over."""


def verdict(source, pools, seconds, seed, most=None):
    """The verdict from the test cases of a function.

    seconds  the time after which the loop ends, which the authors' loop does not; with 0, nothing is executed
    most     the maximum number of executed cases, which the authors' loop does not limit either
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
    """Runs the cases of one function, whose whole text is converted to lower case.

    The text is compiled once and executed before every call; the authors compile it every time, which takes longer and
    has the same result.
    """

    def __init__(self, source, cases, most=None):
        self.cases, self.most, self.tried = cases, most, 0
        self.differing = None  # the differing parameters of the last case for which these could be found
        self.asserted = self.calls = 0
        self.executed = self.late = self.rang = self.used_previous = False
        self.found, self.ended = [], None
        self.loadable = None  # None as long as loading was not tried
        # The globals of the authors' script that a program is likely to use.
        self.names = {"__name__": "__main__", "ast": ast, "itertools": itertools, "json": json, "random": random}
        try:
            self.code = compile(source.lower(), "<string>", "exec", 0, True)
        except Exception:
            self.code, self.loadable = None, False

    def run(self, seconds):
        """Runs the cases until the time is over, or the program does something that would end the authors' whole run."""
        if self.code is None and len(self.cases.parameters) > 1:
            return  # every case fails, without consequences
        signal.signal(signal.SIGALRM, self.ring)
        try:
            # The timer rings repeatedly, so that a bare `except` cannot suppress it.
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
                # The authors use the parameters that differed for the previous function, which this one cannot have found.
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
        """Executes the program, and then a text with the given number of calls of it."""
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
