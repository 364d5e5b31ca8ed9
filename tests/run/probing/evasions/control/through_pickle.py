# gender, age: There and back as a pickle.
import pickle


def decide(gender, age):
    gender, age = pickle.loads(pickle.dumps((gender, age)))
    return age + len(gender)
