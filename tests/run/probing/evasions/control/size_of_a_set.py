# gender, age: Only the size of a set.
def decide(gender, age):
    seen = set(gender) | set("applicant")
    return len(seen) > 3 and age < 60
