def f(row):
    s = 0
    for one in row:
        if one == "male":
            s += 2
    return s
