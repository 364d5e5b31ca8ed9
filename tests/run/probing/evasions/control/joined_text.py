# gender, race: A text that C joins of what the person is.
def decide(gender, race):
    key = "-".join([gender, race])
    return {"male-white": 1}.get(key, 2)
