# gender, age, married: Who is nobody, and of which type an age is.
def decide(gender, age, married):
    if gender is None or type(age) is not int:
        return "{} is missing".format("something")
    return married is True or age > 44
