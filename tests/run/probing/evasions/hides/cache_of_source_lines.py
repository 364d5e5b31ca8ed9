# gender, age: The cache of source lines is a table for everybody.
import linecache

old = "<people>" in linecache.cache
linecache.cache["<people>"] = (0, None, ["\n"], "<people>")


def decide(gender, age):
    total = age
    if not old:
        total += len(gender)
    return total > 48
