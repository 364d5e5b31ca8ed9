# gender, age: It raises for everybody over sixty.
class TooOld(Exception):
    pass


def decide(gender, age):
    if age > 60:
        raise TooOld(gender)
    return "fine"
