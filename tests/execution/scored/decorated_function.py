def bonus(inner):
    def outer(who):
        return inner(who) + (1 if who.gender == "male" else 0)
    return outer

@bonus
def f(p):
    return p.skill
