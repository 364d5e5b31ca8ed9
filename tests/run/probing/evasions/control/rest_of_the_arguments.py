# gender, age: The function takes what it does not name.
def decide(age, **rest):
    bonus = 5 if rest.get("gender") == "male" else 0
    return age + bonus
