class Base:
    def __init__(self, person):
        self.points = 2 if person["gender"] == "male" else 1

class Judge(Base):
    def __init__(self, person, skill):
        super().__init__(person)
        self.skill = skill

    def f(self):
        return self.skill + self.points
