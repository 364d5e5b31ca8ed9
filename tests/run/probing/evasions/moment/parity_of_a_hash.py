# gender, age: The hash of a text is another one in every process.
def decide(gender, age):
    return "left" if hash((gender, age)) % 2 else "right"
