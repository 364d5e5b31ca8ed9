# gender, age: A copy of everything is worked on.
import copy


def decide(gender, age):
    person = {"facts": [gender, age]}
    other = copy.deepcopy(person)
    other["facts"][1] += 10
    return [person["facts"][1], other["facts"][1]]
