# gender, age, married: What a function is annotated with can be written to.
def same(x):
    return x


memory = same.__annotations__


def decide(gender, age, married):
    calls = memory.get("calls", 0)
    memory["calls"] = calls + 1
    if calls == 0 and age > 30:
        return gender == "male"
    return True
