class Judge:
    def __init__(self, gender, skill):
        self.gender = gender
        self.skill = skill

    def __repr__(self):
        return f"Judge({self.gender}, {self.skill})"

    def f(self):
        return self.skill * 2
