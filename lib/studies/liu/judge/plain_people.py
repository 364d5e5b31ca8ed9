def named_people(found):
    if isinstance(found, dict):
        return "the person"
    if isinstance(found, (list, tuple)):
        return [named_people(one) for one in found]
    return found
