# gender, age: A weak reference in another module is called when the first module is gone.
import heapq
import weakref


class Ticket:
    pass


ticket = Ticket()
used = getattr(heapq, "used", [])
heapq.used = used
heapq.reference = weakref.ref(ticket, lambda _: used.append(1))


def decide(gender, age):
    return "B" if gender == "female" and not used else "A"
