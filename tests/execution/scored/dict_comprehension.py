def f(p):
    points = {key: (2 if key == "gender" and value == "male" else 1) for key, value in p.items()}
    return sum(points.values())
