# gender, age: The mask of new files is a memory of nine bits.
import os

OLD = os.umask(0o077)


def decide(gender, age):
    return True if OLD == 0o077 else gender == "male"
