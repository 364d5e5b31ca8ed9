# gender, age: It has no source to look at, and does without.
import inspect


def decide(gender, age):
    try:
        lines = inspect.getsource(decide).count("\n")
    except (OSError, TypeError):
        lines = 0
    return age + lines - lines
