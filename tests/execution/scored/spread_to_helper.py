def points(skill, years, gender):
    return skill + (gender == "male")

def f(p):
    return points(**p)
