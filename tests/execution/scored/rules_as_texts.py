RULES = ["skill>3", "gender=male"]

def f(p):
    s = 0
    for rule in RULES:
        if "=" in rule:
            name, value = rule.split("=")
            s += getattr(p, name) == value
        else:
            name, value = rule.split(">")
            s += getattr(p, name) > int(value)
    return s
