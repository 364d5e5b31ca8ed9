# gender, age: A result whose methods and properties say what its fields hold.
LOG = []


class Decision:
    LIMIT = 40

    def __init__(self, age):
        self.ok = age > self.LIMIT

    def eligible(self):
        return self.ok

    @property
    def text(self):
        return "yes" if self.ok else "no"


def decide(gender, age):
    LOG.append((gender, age))
    return Decision(age)
