# gender, age: A result whose methods change it, end the program, recurse, and make a dict with the time.
from datetime import datetime


class Application:
    def __init__(self, age):
        self.old = age > 40
        self.status = "pending"
        self.history = []

    def approve(self):
        self.status = "approved"
        self.history.append("approve")

    def close(self):
        raise SystemExit(0 if self.old else 1)

    def loop(self):
        return self.loop()

    def to_dict(self):
        return {"status": self.status, "until": datetime.now().year + 1}


def decide(gender, age):
    application = Application(age)
    if application.old:
        application.approve()
    return application
