def points(skill=0, years=0, **rest):
    return skill + years * 2

def f(p):
    return points(**p)
