# gender, age, married: Applicants in an order.
from dataclasses import dataclass, field


@dataclass(order=True)
class Score:
    points: int
    reasons: list = field(default_factory=list)

    def add(self, points, reason):
        self.points += points
        self.reasons.append(reason)


def decide(gender, age, married):
    score = Score(0)
    if age > 30:
        score.add(2, "age")
    return score > Score(1)
