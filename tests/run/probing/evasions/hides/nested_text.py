# gender, age: Writing a deeply nested list as text needs as much of the stack.
def decide(gender, age):
    nested = [gender]
    for _ in range(984):
        nested = [nested]
    try:
        text = repr(nested)
    except RecursionError:
        return "unknown"
    return "short list" if "'male'" in text else "long list"
