# gender, age: A result without fields has a method that knows.
def decide(gender, age):
    class Result:
        def eligible(self):
            return gender == "male"

    return Result()
