def f(gender, skill, years):
    known = locals()
    return known["skill"] + known["years"]
