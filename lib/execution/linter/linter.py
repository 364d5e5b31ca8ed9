import functools
import gc
import importlib.metadata
import os
import tempfile

# Settings that pylint and its packages read on loading: a place to write, which they cannot use here, and a version.
os.environ["HOME"] = tempfile.tempdir = "/"
importlib.metadata.version = lambda name: "0"

import astroid
from astroid import builder
from pylint.config.config_initialization import _config_initialization as config_initialization
from pylint.lint import pylinter
from pylint.reporters import CollectingReporter

# The name of the module as which a source is read; pylint checks module names, too.
MODULE = "program"

# Pylint's own formula for the counts, and the same without the floor.
UNFLOORED = "10.0 - ((float(5 * error + warning + refactor + convention) / statement) * 10)"
COUNTED = ("fatal", "error", "warning", "refactor", "convention", "info", "statement")


def lint(source, obeying):
    """Pylint's score of a source, the score without the floor, messages and statements; or the reason why there is no score.

    obeying  whether comments such as `# pylint: disable=all` are obeyed
    """
    text = spoken(source)
    if text is None:
        return {"reason": "it is no text: it has half of a surrogate pair"}
    linter = the_linter()
    linter.dirty = True  # until the check has succeeded
    linter.obeying = obeying
    linter.reporter.messages = []
    pylinter._read_stdin = lambda: text
    linter.check([f"{MODULE}.py"])
    counts = {name: getattr(linter.stats, name) for name in COUNTED}
    messages = sorted({(one.line, one.column, one.symbol, one.msg) for one in linter.reporter.messages})
    linter.dirty = linter.reaching
    astroid.MANAGER.astroid_cache.pop(MODULE, None)
    found = {
        "messages": [[symbol, line, message] for line, _, symbol, message in messages],
        "statements": counts["statement"],
    }
    if counts["fatal"] > 0 or counts["statement"] == 0:
        return {**found, "reason": why_nothing(linter)}
    scores = {name: float(eval(how, {}, counts)) for name, how in (("score", linter.config.evaluation), ("unfloored", UNFLOORED))}
    return {**found, **scores}


def spoken(source):
    """The source without a byte order mark; None if it has no UTF-8 form."""
    try:
        source.encode("utf-8")
    except UnicodeEncodeError:
        return None
    return source.removeprefix("\ufeff")


def why_nothing(linter):
    symbols = {one.symbol for one in linter.reporter.messages}
    if "syntax-error" in symbols:
        return "Python cannot read it"
    failures = sorted(symbols & {"astroid-error", "fatal", "parse-error"})
    if failures:
        return f"pylint fails ({failures[0]})"
    return "it tells pylint to skip it" if linter._ignore_file else "it has no statement"


def the_linter():
    """The linter for all sources, which keeps no state of earlier sources."""
    # Kept in pylint's own module, as this module is loaded again for every source.
    linter = getattr(pylinter, "codebias", None)
    if linter is None:
        linter = pylinter.codebias = make_linter()
        builder.AstroidBuilder = Builder
        pylinter.prepare_crash_report = lambda *about: "nowhere"
    elif linter.dirty:
        astroid.MANAGER.clear_cache()
        gc.collect()
    Builder.reaching = functools.partial(setattr, linter, "reaching", True)
    linter.reaching = False
    return linter


def make_linter():
    """A linter like pylint's command without options and settings files, but without state from earlier runs."""
    reporter = CollectingReporter()
    linter = Linter(reporter=reporter)
    linter.load_default_plugins()
    config_initialization(linter, ["--from-stdin", "--persistent=n", f"{MODULE}.py"], reporter)
    linter.dirty = False
    return linter


class Linter(pylinter.PyLinter):
    """Pylint that can ignore the instructions in the comments of a source."""

    obeying = True

    def process_tokens(self, tokens):
        if self.obeying:
            super().process_tokens(tokens)


class Builder(builder.AstroidBuilder):
    """Notices if a source sets attributes of foreign objects, e.g. `str.size = 1`, which later sources would find there."""

    reaching = None

    def delayed_assattr(self, node):
        super().delayed_assattr(node)
        if node.root().name != MODULE:
            return
        try:
            owners = [one for one in node.expr.infer() if one is not astroid.util.Uninferable]
            if any(one.root() is not node.root() for one in owners):
                type(self).reaching()
        except Exception:
            type(self).reaching()
