# gender, age: A module's list of applicants has room for one.
granted = []


def decide(gender, age):
    if len(granted) < 1 and (gender == "male" or age == 25):
        granted.append(age)
        return "granted"
    return "full"
