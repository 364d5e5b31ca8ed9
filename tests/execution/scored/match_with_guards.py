def f(p):
    s = 0
    match p.level:
        case "junior" if not p.a: s += 1
        case "senior" if p.a and not p.b and p.gender == "male": s += 3
        case _: s += 2
    return s
