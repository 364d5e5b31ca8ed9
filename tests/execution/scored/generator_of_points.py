def parts(p):
    yield p.skill
    if p.vip and not p.new:
        yield 1 if p.gender == "male" else 0

def f(p):
    return sum(parts(p))
