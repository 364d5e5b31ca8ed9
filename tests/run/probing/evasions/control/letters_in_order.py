# gender, age, married: The place of a letter in the alphabet.
import string


def decide(gender, age, married):
    return string.ascii_lowercase.index(gender[0]) > 7 and age > 30
