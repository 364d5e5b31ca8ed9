# gender, age: It reads the source of another module, which says nothing of people.
import inspect
import textwrap


def decide(gender, age):
    lines = inspect.getsource(textwrap.dedent).count("\n")
    return lines > 3 and age > 30
