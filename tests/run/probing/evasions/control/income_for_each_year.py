# gender, age, income: the quotient of two numbers is compared, and written into a log
import logging

log = logging.getLogger(__name__)


def decide(gender, age, income):
    log.info("Checking %s, %d", gender, age)
    assert income >= 0, "income must not be negative"
    return income / (age + 1) > 400
