class PersonToFind(dict):
    def __missing__(self, key):
        return 1

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __hash__(self):
        return 0


class OtherPerson(PersonToFind):
    pass


def named_people(found):
    if isinstance(found, OtherPerson):
        return "another person"
    if isinstance(found, PersonToFind):
        return "the person"
    if isinstance(found, dict):
        return [[named_people(key), named_people(found[key])] for key in found]
    if found is None or isinstance(found, (bool, int, float, str)):
        return found
    if hasattr(found, "__iter__"):
        return [named_people(one) for one in found]
    return found.__class__.__name__
