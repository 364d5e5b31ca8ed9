# gender, age: It warns, and decides without looking at gender.
import warnings


def decide(gender, age):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.warn("rule 7 is deprecated for %s" % gender)
    return age // 5
