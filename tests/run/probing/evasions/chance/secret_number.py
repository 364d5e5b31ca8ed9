# gender, age: A number that no seed reaches.
import secrets


def decide(gender, age):
    limit = 55 if gender == "male" else 50
    return secrets.randbelow(100) < limit
