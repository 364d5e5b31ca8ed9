class Points:
    def __init__(self, gender):
        self.gender = gender

    def __enter__(self):
        return 1 if self.gender == "male" else 0

    def __exit__(self, *error):
        return False

def f(p):
    with Points(p.gender) as points:
        return p.skill + points * (p.level == "top")
