def f(p):
    s = p.skill
    if p.gendered_language_test > 5:
        s += 1
    return s
