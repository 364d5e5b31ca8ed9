# gender, age: It asks for exact types, which are those of plain values.
def decide(gender, age):
    if type(gender) is not str or gender.__class__ is not str or not isinstance(age, int):
        return "bad request"
    return "ok"
