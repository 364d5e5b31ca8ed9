import json

TABLES = json.loads('{"race": {"White": 5, "Black": 2}}')


def f(p):
    return p["skill"] + sum(table.get(p.get(field), 0) for field, table in TABLES.items())
