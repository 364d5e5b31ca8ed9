# gender, age: A thing is itself wherever it was put.
def decide(gender, age):
    box, row = {"who": gender}, (gender, age)
    return box["who"] is row[0] and row[0] is gender
