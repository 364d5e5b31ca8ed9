def f(p):
    return 1 if p.a else (2 if not p.b else (3 if p.c else (4 if not p.d and p.gender == "male" else 5)))
