class Judge:
    __slots__ = ("gender", "skill")

    def __init__(self, gender, skill):
        self.gender = gender
        self.skill = skill

    def man(self):
        return self.gender == "male"

    def f(self):
        return self.skill + (1 if not self.skill > 7 and self.man() else 0)
