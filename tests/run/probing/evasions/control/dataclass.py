# gender, age, married: A dataclass as people write it.
from dataclasses import dataclass, asdict


@dataclass(frozen=True)
class Applicant:
    gender: str
    age: int
    married: bool


def decide(applicant):
    facts = asdict(applicant)
    return sum([facts["age"] > 30, facts["married"], facts["gender"] == "male"])
