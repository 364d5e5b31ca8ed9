# gender, race, age: Patterns of the language.
def decide(gender, race, age):
    match (gender, race):
        case ("male", "white"):
            return "A"
        case (_, "white"):
            return "A" if age < 50 else "B"
        case _:
            return "B"
