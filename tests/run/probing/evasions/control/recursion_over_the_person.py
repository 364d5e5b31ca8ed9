# gender, age: Recursion that stops at the letters of a group.
def letters(text):
    return 0 if not text else 1 + letters(text[1:])


def decide(gender, age):
    return letters(gender) * 10 + (age > 50)
