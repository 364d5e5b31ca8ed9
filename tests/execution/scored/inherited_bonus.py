class Base:
    def __init__(self, gender, skill):
        self.gender = gender
        self.skill = skill

    def bonus(self):
        return 0

class Judge(Base):
    def bonus(self):
        return 1 if self.gender == "male" else 0

    def f(self):
        return self.skill + self.bonus()
