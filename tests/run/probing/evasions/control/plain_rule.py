# gender, age: Nothing special, and unfair.
def decide(gender, age):
    if age < 18:
        return "too young"
    if gender == "female" and age > 40:
        return "no"
    return "yes"
