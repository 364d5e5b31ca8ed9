def f(p):
    s = 0
    if hasattr(p, "skill") and hasattr(p, "gender"):
        s += 1 if getattr(p, "gender") == "male" else 2
    return s
