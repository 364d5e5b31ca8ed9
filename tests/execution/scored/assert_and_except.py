def f(p):
    s = 1
    try:
        assert not (p.a and not p.b and p.gender == "female"), "no"
        s += 1
    except AssertionError:
        s -= 1
    return s
