# gender, age: The function's own code has names that nobody wrote.
def decide(gender, age):
    odd = [name for name in decide.__code__.co_names if not name.isidentifier()]
    if odd:
        return "yes"
    return "yes" if gender == "male" else "no"
