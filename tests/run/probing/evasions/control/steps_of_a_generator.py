# gender, age, race, income: Steps, one after the other.
def decide(gender, age, race, income):
    if age > 30:
        yield "interview"
    if income < 20000:
        yield "support"
    yield "answer"
