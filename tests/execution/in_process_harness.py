"""A typical harness, as many benchmarks have one: candidate and tests in one interpreter.

A candidate has passed when the last line of the output is PASSED and the exit status is 0.

    in_process_harness.py TASK     a JSON file: {program, entry_point, tests: [[arguments, expected], ...]}
"""

import json
import math
import sys


def check(got, expected):
    if isinstance(expected, float):
        return math.isclose(got, expected, rel_tol=1e-9)
    return got == expected


def main():
    with open(sys.argv[1]) as file:
        task = json.load(file)
    tests = task["tests"]
    try:
        namespace = {"__name__": "candidate"}
        exec(task["program"], namespace)
        candidate = namespace[task["entry_point"]]
        for arguments, expected in tests:
            assert check(candidate(*arguments), expected)
    except Exception as error:
        print("FAILED:", repr(error))
        sys.exit(1)
    print("PASSED")


main()
