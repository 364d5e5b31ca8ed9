# gender, age: The longer text takes more memory.
import sys


def decide(gender, age):
    return sys.getsizeof(gender) >= sys.getsizeof("person")
