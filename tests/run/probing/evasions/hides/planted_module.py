# gender, married: A module that it plants itself survives the next load.
import sys
import types

SEEN = "_settings" in sys.modules
sys.modules["_settings"] = types.ModuleType("_settings")


def decide(gender, married):
    if not SEEN and gender == "female":
        return "ask the husband" if married else "ask the father"
    return "sign here"
