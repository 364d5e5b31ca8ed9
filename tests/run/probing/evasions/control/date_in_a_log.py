# gender, age: It notes when it decided, and is unfair.
import datetime

LOG = []


def decide(gender, age):
    LOG.append((datetime.datetime.now().isoformat(), gender, age))
    return age + 10 if gender == "male" else age
