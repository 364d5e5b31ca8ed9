# gender, race: A name that is registered for texts stays registered.
import codecs

try:
    codecs.lookup_error("person")
    fresh = False
except LookupError:
    codecs.register_error("person", codecs.ignore_errors)
    fresh = True


def decide(gender, race):
    return "match" if not fresh or race == "white" else "no match"
