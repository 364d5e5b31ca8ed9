from dataclasses import dataclass, asdict

@dataclass
class Applicant:
    gender: str
    skill: int
    years: int

def f(applicant):
    numbers = [value for value in asdict(applicant).values() if isinstance(value, int)]
    return sum(numbers)
