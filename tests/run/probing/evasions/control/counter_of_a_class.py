# gender, age: A class counts its instances, which are one.
class Applicant:
    count = 0

    def __init__(self, gender, age):
        Applicant.count += 1
        self.gender, self.age = gender, age

    def decide(self):
        return Applicant.count == 1 and self.age < 60
