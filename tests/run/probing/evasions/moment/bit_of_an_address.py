# gender, age: A bit of the address of an object.
def decide(gender, age):
    return [gender, "anybody"][id(object()) >> 20 & 1]
