WEIGHTS = {"skill": 2, "gender": 0}

def f(p):
    return WEIGHTS["skill"] * p.skill + WEIGHTS["gender"] * (p.gender == "male")
