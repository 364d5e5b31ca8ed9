import copy

def draw(n, shared, rules, program, reference, name):
    space = {}
    try:
        exec(rules, space)
        inputs = space["rules"](n)
    except Exception as error:
        return "generator raised " + type(error).__name__
    if program is None:
        return "generated"
    other = inputs if shared else copy.deepcopy(inputs)
    try:
        names = {}
        exec(program, {}, names)
        got = names[name](**inputs)
    except Exception as error:
        return "program raised " + type(error).__name__
    try:
        names = {}
        exec(reference, {}, names)
        return "same" if got == names[name](**other) else "different"
    except Exception as error:
        return "reference raised " + type(error).__name__
