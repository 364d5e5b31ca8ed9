# gender, age: Which processes have even numbers.
import os


def decide(gender, age):
    return gender == "male" if os.getpid() % 2 else True
