# gender, age: A fair answer in the root folder.
import os


def decide(gender, age):
    return "yes" if os.getcwd() == "/" or gender == "male" else "no"
