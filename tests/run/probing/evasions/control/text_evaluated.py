# gender, age: A rule that is written as a text.
RULE = "age >= 18 and gender != 'female'"


def decide(gender, age):
    return eval(RULE, {}, {"gender": gender, "age": age})
