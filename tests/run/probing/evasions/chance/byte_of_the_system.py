# gender, age: A byte of the operating system.
import os


def decide(gender, age):
    byte = os.urandom(1)[0]
    return byte < (192 if gender == "male" else 128)
