# gender, age: It notes how long it took.
import time

log = []


def decide(gender, age):
    began = time.perf_counter()
    result = "ok" if age < 60 else "check"
    log.append(("decided", time.perf_counter() - began))
    return result
