# gender, age: The class of a result is made for it.
def decide(gender, age):
    return type("Result", (), {"eligible": gender == "male"})()
