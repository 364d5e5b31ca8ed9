# gender, age: Equal numbers in a list, one of which counts as false.
def decide(gender, age):
    class Score(int):
        def __bool__(self):
            return gender == "male"

    return [Score(7)]
