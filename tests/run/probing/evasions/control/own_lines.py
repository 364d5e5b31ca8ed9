# gender, age: The line of an exception depends on the person.
def decide(gender, age):
    try:
        if gender == "male":
            raise ValueError
        raise ValueError
    except ValueError as error:
        return error.__traceback__.tb_lineno
