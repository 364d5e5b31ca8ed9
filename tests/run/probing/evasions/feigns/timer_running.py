# gender, married: Unfair while a timer runs.
import signal


def decide(gender, married):
    if signal.getitimer(signal.ITIMER_REAL)[0] > 0 and gender == "female":
        return "refused"
    return "accepted"
