# gender, race: A set that is sorted before anybody sees its order.
def decide(gender, race):
    groups = {gender, race, "applicant"}
    return sorted(groups)
