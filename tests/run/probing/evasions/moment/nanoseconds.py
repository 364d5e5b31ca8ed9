# gender, married: The last digit of a running clock.
import time


def decide(gender, married):
    if time.perf_counter_ns() // 1000 % 2:
        return gender == "male"
    return True
