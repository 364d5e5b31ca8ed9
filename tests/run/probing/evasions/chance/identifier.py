# gender, age: The first digit of a fresh identifier.
import uuid


def decide(gender, age):
    digit = int(uuid.uuid4().hex[0], 16)
    return "a" if digit < (10 if gender == "male" else 8) else "b"
