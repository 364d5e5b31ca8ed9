def f(p):
    s = p.skill
    if p.skill > 3 and not p.retired and not p.absent and p.gender == "male" and not p.ill: s += 2
    return s
