from operator import attrgetter

def f(p):
    read = attrgetter("redneg"[::-1])
    return p.skill + 2 * (read(p) == "male")
