# gender, age: A property of a result looks up what is kept beside it.
LAST = None


class Result:
    def __init__(self, senior):
        self.senior = senior

    @property
    def eligible(self):
        return LAST == "male"


def decide(gender, age):
    global LAST
    LAST = gender
    return Result(age > 60)
