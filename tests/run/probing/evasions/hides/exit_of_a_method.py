# gender, age: A result with a method that ends the program, and one that has the answer.
def decide(gender, age):
    class Decision:
        def main(self):
            raise SystemExit(0)

        def rate(self):
            return 3 if gender == "male" else 5

    return Decision()
