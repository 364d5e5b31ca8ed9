# gender, age, married: The fields of a dataclass, by their names.
from dataclasses import dataclass, fields


@dataclass
class Applicant:
    gender: str
    age: int
    married: bool

    def decide(self):
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        return told["age"] > 30
