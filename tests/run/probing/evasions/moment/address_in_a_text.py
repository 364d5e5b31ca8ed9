# gender, age: The text of an object has its address.
class Person:
    def __init__(self, gender):
        self.gender = gender


def decide(gender, age):
    return repr(Person(gender))[-5:-1] < "8000"
