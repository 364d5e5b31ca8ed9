class Box:
    def __init__(self, who):
        self.who = who

def f(p):
    box = Box(p)
    return p.skill + len(str(box.who))
