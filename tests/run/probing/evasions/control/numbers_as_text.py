# gender, age: Numbers to text and back.
def decide(gender, age):
    text = "{:>6}".format(age) + format(age, "x") + "%03d" % age
    return int(text[:6]) + float(str(age)) > 100
