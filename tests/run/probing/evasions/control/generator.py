# gender, age: A generator of reasons.
def decide(gender, age):
    if age < 30:
        yield "young"
    if gender == "female":
        yield "review"
    yield "end"
