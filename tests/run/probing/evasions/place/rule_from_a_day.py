# gender, age: A rule that holds from a day on, which it asks for by a name that is made.
import datetime


def decide(gender, age, day=getattr(datetime.date, "to" + "day")().toordinal()):
    if day > 739800:
        return gender == "male"
    return True
