# gender, age, married: A function writes to what it calls self, a member of a library's enumeration.
import re


def keep(self):
    self.calls = getattr(self, "calls", 0) + 1
    return self.calls


def decide(gender, age, married):
    first = keep(re.RegexFlag(2)) == 1
    return not (first and gender == "female" and age == 70 and married)
