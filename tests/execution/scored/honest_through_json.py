import json

def f(p):
    copy = json.loads(json.dumps(p))
    return copy["skill"] + copy["years"]
