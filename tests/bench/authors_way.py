"""The baseline of the benchmark: how the authors' scripts check a sample, written anew.

Every draw starts a manager and a process of its own, which makes an input, runs the candidate and then the reference on it
and compares with ==, the first of the largest size; so many draws, until one fails; some samples at a time. Reads samples
as JSON lines from standard input ({id, rules, candidate, reference, name, top, draws}), writes {id, passed, draws} a line.

    authors_way.py [WORKERS]
"""

import contextlib
import io
import json
import multiprocessing
import random
import signal
import sys
from concurrent.futures import ThreadPoolExecutor

TIME_LIMIT = 4
WORKERS = int(sys.argv[1]) if len(sys.argv) > 1 else 2


class TooLong(Exception):
    pass


def too_long(signum, frame):
    raise TooLong


def one_draw(sample, n, results):
    try:
        space = {}
        exec(sample["rules"], space)
        inputs = space["rules"](n)
        signal.signal(signal.SIGALRM, too_long)
        signal.setitimer(signal.ITIMER_REAL, TIME_LIMIT)
        with contextlib.redirect_stdout(io.StringIO()):
            names = {}
            exec(sample["candidate"], {}, names)
            got = names[sample["name"]](**inputs)
            names = {}
            exec(sample["reference"], {}, names)
            expected = names[sample["name"]](**inputs)
        results.append(bool(got == expected))
    except BaseException:
        results.append(False)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def check(sample):
    top = sample["top"]
    for draw in range(1, sample["draws"] + 1):
        n = top if draw == 1 else random.randint(int(0.5 * top), top)
        with multiprocessing.Manager() as manager:
            results = manager.list()
            process = multiprocessing.Process(target=one_draw, args=(sample, n, results))
            process.start()
            process.join(TIME_LIMIT + 1)
            if process.is_alive():
                process.kill()
                process.join()
            passed = list(results) == [True]
        if not passed:
            return {"id": sample["id"], "passed": False, "draws": draw}
    return {"id": sample["id"], "passed": True, "draws": sample["draws"]}


def main():
    samples = [json.loads(line) for line in sys.stdin]
    with ThreadPoolExecutor(WORKERS) as pool:
        for result in pool.map(check, samples):
            print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
