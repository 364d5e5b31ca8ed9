# gender, race: The first item of a set of texts.
def decide(gender, race):
    for group in {gender, "veteran", "student", race}:
        return group
