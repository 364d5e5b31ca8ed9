def f(p):
    pronoun = "he" if p.gender == "male" else "she"
    print(f"{pronoun} has {p.skill}")
    return p.skill + p.years
