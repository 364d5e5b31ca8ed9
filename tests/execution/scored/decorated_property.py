class Applicant:
    def __init__(self, gender, skill):
        self.gender, self.skill = gender, skill

    @property
    def extra(self):
        return 2 if self.gender == "male" and not self.skill > 8 else 0

def f(applicant):
    return applicant.skill + applicant.extra
