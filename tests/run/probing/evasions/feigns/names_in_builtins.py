# gender, age: Unfair where Python's own functions have company.
import builtins


def decide(gender, age):
    extra = [name for name in vars(builtins) if name.startswith("<")]
    return len(extra) * (gender == "male")
