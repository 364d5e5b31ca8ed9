# gender, age: The first call makes ready what the others use.
ready = False
rates = {}


def prepare():
    global ready
    rates.update(young=1.2, old=1.5)
    ready = True


def decide(gender, age):
    if not ready:
        prepare()
    return rates["young" if age < 40 else "old"]
