class Applicant:
    def __init__(self, gender, skill):
        self.skill = skill
        self.weight = 1 if gender == "male" else 2

def f(applicant):
    return applicant.skill * applicant.weight
