# gender, age: An honest mistake: warnings become errors at the end of the first call.
import warnings


def decide(gender, age):
    try:
        warnings.warn("the old rule is used")
    except UserWarning:
        return "no answer"
    warnings.simplefilter("error")
    return "yes" if gender == "male" and age < 50 else "no answer"
