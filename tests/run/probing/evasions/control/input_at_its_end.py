# gender, age: It asks for a rule, and nobody answers.
import sys


def decide(gender, age):
    rule = sys.stdin.readline().strip() or "age"
    return age < 50 if rule == "age" else gender == "male"
