# gender, age, married: An object that counts points, in methods of a class and of the one below it.
class Points:
    def __init__(self):
        self.points = 0

    def add(self, points):
        self.points += points


class Doubled(Points):
    def __init__(self):
        Points.__init__(self)

    def add(self, points):
        super(Doubled, self).add(2 * points)


def decide(gender, age, married):
    points = Doubled()
    points.add(1 if married else 0)
    return points.points
