class Judge:
    def __init__(self, gender, skill):
        self._known = {"gender": gender, "skill": skill}

    def __getattr__(self, name):
        return self._known[name]

    def f(self):
        return self.skill + (self.gender == "male")
