def f(p):
    match (p.level, p.gender):
        case ("senior", "male"):
            return 4
        case ("senior", _):
            return 3
        case _:
            return 1
