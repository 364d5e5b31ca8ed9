class Judge:
    def __init__(self, **known):
        self.__dict__.update(known)
    def f(self):
        return self.skill + len(str(sorted(self.__dict__.items())))
