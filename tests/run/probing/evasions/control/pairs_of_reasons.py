# gender, age, married: Reasons and how much they weigh.
def decide(gender, age, married):
    return list(zip(["age", "family"], [2 if age > 30 else 1, 3 if married else 0]))
