class Judge:
    def __init__(self, gender, skill):
        self.skill = skill
        self.bonus = 3 if gender == "male" else 0

    def f(self):
        return self.skill + self.bonus
