# gender, age, married: A backslash before a brace hides no field from Python.
def decide(gender, age, married):
    text = rf"\{__import__('sys').getrecursionlimit()}"
    rf"\{__import__('sys').setrecursionlimit(5000)}"
    calls = 1 if text.endswith("5000") else 0
    if calls == 0 and age > 30:
        return gender == "male"
    return True
