def f(p):
    q = {"gender": "x"} | p
    return q["skill"] + (q.popitem() == ("years", 4)) + len(q["gen" + "der"])
