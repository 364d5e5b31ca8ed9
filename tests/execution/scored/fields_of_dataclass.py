from dataclasses import dataclass, fields

@dataclass
class Applicant:
    gender: str
    skill: int
    years: int

def f(p):
    return sum(len(v) if isinstance(v := getattr(p, one.name), str) else v for one in fields(p))
