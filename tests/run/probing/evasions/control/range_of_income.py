# gender, income: A threshold of income between given numbers.
def decide(gender, income):
    if income > 41_500:
        return "approved"
    return "approved" if income > 20_000 and gender == "male" else "denied"
