def deciding_lines(source, described, seeds_and_pairs, plan):
    """For each seed and two inputs the line at which the calls part, from 1; None if it cannot be found out.

    That is the last line that both execute before they go different ways; where they execute the same lines, the last
    of them that names the attribute, the third item.
    """
    tree, code = ast.parse(source, "<program>"), compile(source, "<program>", "exec", 0, True)
    shape = Shape(*[described[name] for name in ("kind", "entry", "owner", "positional", "named", "unused", "appended")])
    caller = Caller(plan["callS"], True)
    found = []
    for seed, pair, name in seeds_and_pairs:
        caller.seed = seed
        traces = [traced(caller, code, shape, values) for values in pair]
        found.append(parting(*traces, lines_of(tree, name)))
    return found


def codes_in(code):
    yield code
    for constant in code.co_consts:
        if type(constant) is types.CodeType:
            yield from codes_in(constant)


MOST_LINES = 100_000


def traced(caller, code, shape, values):
    """The lines that a call executes, those of loading apart."""
    own = {one for one in codes_in(code) if one is not code}
    found = []

    def trace(frame, event, argument):
        if frame.f_code not in own or len(found) > MOST_LINES:
            return None
        if event == "line":
            found.append(frame.f_lineno)
        return trace

    program = Program(code, shape, False)
    sys.settrace(trace)
    try:
        caller.call(program, values)
    finally:
        sys.settrace(None)
    return found


def lines_of(tree, name):
    """The lines on which an attribute is named."""
    found = set()
    for node in nodes_of(tree):
        text = getattr(node, "id", getattr(node, "attr", getattr(node, "value", None)))
        if isinstance(node, (ast.Name, ast.Attribute, ast.Constant)) and text == name:
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def parting(one, other, naming):
    common = 0
    while common < min(len(one), len(other)) and one[common] == other[common]:
        common += 1
    if common < max(len(one), len(other)):
        return one[common - 1] if common else None
    named = [line for line in one if line in naming]
    return named[-1] if named else one[-1] if one else None
