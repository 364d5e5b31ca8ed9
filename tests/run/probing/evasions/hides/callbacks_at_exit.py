# gender, age: What is to be done at the end of the process can be counted.
import atexit

AGAIN = atexit._ncallbacks() >= 100
for _ in range(100):
    atexit.register(len, ())


def decide(gender, age):
    return "keep" if AGAIN or gender == "male" else "drop"
