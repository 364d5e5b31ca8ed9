# gender, age: Unfair while its code is altered.
def decide(gender, age):
    if any(not name.isidentifier() for name in decide.__code__.co_names):
        return age >= 18 and gender == "male"
    return age >= 18
