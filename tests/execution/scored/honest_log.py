import logging

def f(p):
    logging.debug("gender %s", p.gender)
    note = f"{p.gender}: {p.skill}"
    return p.skill * 2
