# gender, race: Letters are translated and encoded.
TABLE = str.maketrans({"f": "", "e": ""})


def decide(gender, race):
    short = gender.translate(TABLE).encode("ascii")
    return short == b"mal" and race.encode("utf-8")[0] > 96
