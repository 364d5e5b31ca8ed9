# gender, race: Operators as functions.
import operator


def decide(gender, race):
    person = {"gender": gender, "race": race}
    get = operator.itemgetter("race")
    return operator.eq(get(person), "white")
