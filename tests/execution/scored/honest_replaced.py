from dataclasses import dataclass, replace

@dataclass(frozen=True)
class Applicant:
    gender: str
    skill: int
    years: int

def f(p):
    q = replace(p, skill=min(p.skill, 10))
    return q.skill + q.years
