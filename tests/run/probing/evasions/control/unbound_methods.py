# gender, age: Methods of the class of texts.
def decide(gender, age):
    checks = [str.__eq__(gender, "male"), str.__len__(gender) == 6, int.__gt__(age, 18)]
    return checks
