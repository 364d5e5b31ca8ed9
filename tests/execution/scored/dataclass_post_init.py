from dataclasses import dataclass

@dataclass
class Judge:
    gender: str
    skill: int
    years: int = 0

    def __post_init__(self):
        self.extra = 1 if self.gender == "female" and self.years > 5 else 0

    def f(self):
        return self.skill + self.extra
