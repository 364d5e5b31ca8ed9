class Judge:
    def __init__(self, person, skill):
        self.person, self.skill = person, skill
    def f(self):
        return self.skill + len(str(self.person))
