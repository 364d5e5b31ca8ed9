# gender, age: A result whose method makes a dict, in which alone the answer is.
def decide(gender, age):
    class Decision:
        def to_dict(self):
            return {"approved": gender == "male"}

    return Decision()
