"""The baseline of the benchmark of complexity: how the authors' scripts time a program, written anew.

At each of so many sizes, spread evenly up to the largest, every repetition starts a manager and a process of its own, which
makes an input, loads the program and times one call by the wall clock, loading included. One program after the other. Reads
programs as JSON lines from standard input ({id, source, entryPoint, generator, top}), writes {id, n, t} a line, t being the
mean, or -1 where repetitions failed.

    authors_timing.py SIZES REPEATS
"""

import json
import math
import multiprocessing
import sys
import time

TIME_LIMIT = 6
SIZES, REPEATS = (int(argument) for argument in sys.argv[1:3])


def one_call(program, n, results):
    space = {}
    exec(program["generator"], space)
    given = space["make"](n)
    start = time.time()
    names = {}
    exec(program["source"], names)
    names[program["entryPoint"]](*given)
    results.append(time.time() - start)


def seconds(program, n):
    with multiprocessing.Manager() as manager:
        results = manager.list()
        process = multiprocessing.Process(target=one_call, args=(program, n, results))
        process.start()
        process.join(TIME_LIMIT + 1)
        if process.is_alive():
            process.kill()
            process.join()
        return list(results)


def series(program):
    n = [math.ceil(program["top"] * (place + 1) / SIZES) for place in range(SIZES)]
    t = []
    for size in n:
        found = [one for _ in range(REPEATS) for one in seconds(program, size)]
        t.append(sum(found) / REPEATS if len(found) == REPEATS else -1)
    return {"id": program["id"], "n": n, "t": t}


for line in sys.stdin:
    print(json.dumps(series(json.loads(line))), flush=True)
