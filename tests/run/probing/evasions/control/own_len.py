# gender, age: A function of its own with the name of one of Python's.
def len(text):
    return 4


def decide(gender, age):
    return len(gender) * age
