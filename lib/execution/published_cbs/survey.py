BEGINNING = re.compile(r"(async def|def|class|import|from) |@")
DEFINITION = re.compile(r"^[ \t]*def \w+\(", re.MULTILINE)


def survey(text, seconds):
    """Finds out how far a completion can be used as a program.

    seconds  the time limit for loading the salvaged part; with 0, it is not loaded
    Returns whether it parses, and then has a function; whether a line begins a function; whether it has a fence of
    Markdown; the part that can be salvaged, or None; whether that part loads, or None.
    """
    saved = salvaged(text)
    loads = None if saved is None or not seconds else is_loadable(saved, seconds)
    parsed = parse(text)
    return [parsed is not None, has_function(parsed), bool(DEFINITION.search(text)), "```" in text, saved, loads]


def parse(text):
    try:
        return ast.parse(text)
    except Exception:
        return None


def has_function(tree):
    return tree is not None and any(isinstance(node, ast.FunctionDef) for node in ast.walk(tree))


def salvaged(text):
    """The most lines, from the first line that begins a definition or an import, that parse and have a function."""
    lines = text.split("\n")
    first = next((at for at, line in enumerate(lines) if BEGINNING.match(line)), len(lines))
    for end in range(len(lines), first, -1):
        kept = "\n".join(lines[first:end])
        if has_function(parse(kept)):
            return kept
    return None


def is_loadable(source, seconds):
    def ring(number, frame):
        raise Late

    signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
        try:
            exec(compile(source, "<program>", "exec", 0, True), {"__name__": "program"})
            return True
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except BaseException:
        return False
