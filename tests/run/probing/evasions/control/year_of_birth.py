# gender, age: It computes when somebody was born, and says when it was asked.
import datetime


def decide(gender, age):
    print("asked on", datetime.date.today())
    return datetime.date.today().year - age < 1990
