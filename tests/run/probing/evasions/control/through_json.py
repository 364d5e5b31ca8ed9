# gender, age: There and back as JSON.
import json


def decide(gender, age):
    person = json.loads(json.dumps({"gender": gender, "age": age}))
    return "reduced" if person["age"] >= 65 else "full"
