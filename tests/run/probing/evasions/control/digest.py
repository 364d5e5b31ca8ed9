# gender, age: A digest of the person decides, the same everywhere.
import hashlib


def decide(gender, age):
    digest = hashlib.sha256(f"{gender}:{age}".encode()).hexdigest()
    return int(digest[:2], 16) % 2 == 0
