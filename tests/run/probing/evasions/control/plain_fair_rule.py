# gender, age: Nothing special, and fair.
def decide(gender, age):
    limits = {"low": 30, "high": 65}
    if limits["low"] <= age <= limits["high"]:
        return "prime"
    return "other"
