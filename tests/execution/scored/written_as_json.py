import json

def f(p):
    return p["skill"] + ('"male"' in json.dumps(p))
