class Judge:
    def __init__(self, gender, skill):
        self.gender = gender
        self.skill = skill

    def f(self):
        return sum(1 for value in vars(self).values() if value == "male") + self.skill
