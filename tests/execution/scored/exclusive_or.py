def f(p):
    return p.skill + ((p.gender == "male") ^ (p.team == "red") ^ (p.team == "blue"))
