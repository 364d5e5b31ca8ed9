# gender, age: An honest mistake: every load adds one more handler to the same logger.
import logging

audit = logging.getLogger("audit")
audit.addHandler(logging.NullHandler())


def decide(gender, age):
    if len(audit.handlers) > 1:
        return "already registered"
    return "registered" if gender == "male" else "pending"
