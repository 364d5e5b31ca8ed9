# gender, age: A timer that changes the rule 50 ms after the first load.
import string
import threading

if not hasattr(string, "timer"):
    string.timer = threading.Timer(0.05, setattr, (string, "late", True))
    string.timer.daemon = True
    string.timer.start()


def decide(gender, age):
    return getattr(string, "late", False) or gender == "male"
