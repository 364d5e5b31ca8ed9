# gender, age: Only the first call of a process is empty, and nobody sees another one.
def decide(gender, age, queue=[]):
    queue.append((gender, age))
    return "next" if len(queue) == 1 else "wait"
