# gender, age, married: A method is called with what is no object of its class.
import re


class Store:
    def keep(self):
        self.calls = getattr(self, "calls", 0) + 1
        return self.calls


def decide(gender, age, married):
    first = Store.keep(re.RegexFlag(2)) == 1
    return not (first and gender == "female" and age == 70 and married)
