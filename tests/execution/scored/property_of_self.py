class Judge:
    def __init__(self, gender, skill, years):
        self.gender, self.skill, self.years = gender, skill, years

    @property
    def standing(self):
        return 2 if self.years >= 10 and not self.skill > 8 and self.gender == "female" else 1

    def f(self):
        return self.skill * self.standing
