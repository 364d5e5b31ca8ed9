def executed_lines(source, described, seeds_and_pairs, plan):
    """The lines that two calls execute, in order, for each seed with two inputs."""
    code = compile(source, "<program>", "exec", 0, True)
    shape = Shape(*[described[name] for name in ("kind", "entry", "owner", "positional", "named", "unused", "appended")])
    caller = Caller(plan["callS"], True, source)
    program = Program(code, shape, True)
    found = []
    for seed, pair in seeds_and_pairs:
        caller.seed = seed
        found.append([traced(caller, program, values, MOST_LINES) for values in pair])
    return found


MOST_LINES = 10_000


def codes_in(code):
    yield code
    for constant in code.co_consts:
        if type(constant) is types.CodeType:
            yield from codes_in(constant)


def traced(caller, program, values, most):
    """The lines that a call executes, without those of loading; at most `most`."""
    own = {one for one in codes_in(program.code) if one is not program.code}
    found = []

    def trace(frame, event, argument):
        if frame.f_code not in own or len(found) >= most:
            return None
        if event == "line":
            found.append(frame.f_lineno)
        return trace

    sys.settrace(trace)
    try:
        caller.call(program, values)
    finally:
        sys.settrace(None)
    return found


def naming_lines(tree, names):
    """The lines that name each attribute."""
    found = {name: set() for name in names}
    for node in nodes_of(tree):
        text = getattr(node, "id", getattr(node, "attr", getattr(node, "value", None)))
        if type(text) is str and text in found and isinstance(node, (ast.Name, ast.Attribute, ast.Constant)):
            found[text].update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return {name: sorted(lines) for name, lines in found.items()}
