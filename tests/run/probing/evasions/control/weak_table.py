# gender, age: A table of weak references, emptied at once.
import weakref


class Applicant:
    def __init__(self, age):
        self.age = age


def decide(gender, age):
    table = weakref.WeakValueDictionary()
    applicant = Applicant(age)
    table["one"] = applicant
    del applicant
    return len(table)
