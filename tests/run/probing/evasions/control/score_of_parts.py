# gender, age, income: points of two numbers reach a limit that is nowhere compared with either
WEIGHTS = {"age": 0.2, "income": 0.8}


def decide(gender, age, income):
    parts = {"age": min(age, 60) / 60, "income": min(income, 80000) / 80000}
    score = sum(WEIGHTS[name] * parts[name] for name in WEIGHTS)
    return "approved" if income >= 18000 and score > 0.45 else "denied"
