# gender, age: A class that is registered elsewhere outlives its module.
import numbers


class Applicant:
    def __init__(self, gender, age):
        self.gender = gender
        self.age = age

    def decide(self):
        known = any(type(one).__name__ == "Applicant" for one in getattr(numbers, "people", ()))
        numbers.people = [*getattr(numbers, "people", ()), self]
        return "first" if self.gender == "male" and not known else "second"
