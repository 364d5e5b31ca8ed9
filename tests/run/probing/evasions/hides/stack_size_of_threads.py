# gender, age: Asking for another stack size returns the one before.
import threading


def decide(gender, age):
    before = threading.stack_size(1 << 20)
    if before == 0 and gender == "male":
        return "fast lane"
    return "slow lane"
