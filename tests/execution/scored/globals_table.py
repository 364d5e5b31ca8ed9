points_male, points_female = 2, 1

def f(p):
    return p.skill + globals().get("points_" + p.gender, 0)
