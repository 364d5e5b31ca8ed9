def f(p):
    kept = {key: value for key, value in p.items() if key not in ("gender", "name")}
    return sum(kept.values())
