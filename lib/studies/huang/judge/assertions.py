def printed(call):
    with contextlib.redirect_stdout(io.StringIO()) as text:
        call()
    return text.getvalue()


def set_by(call, given):
    if hasattr(given, "iterrows"):
        call(given)
        return repr(given)
    all_given = given if isinstance(given, list) else [given]
    fields = [one if isinstance(one, dict) else vars(one) for one in all_given]
    before = copy.deepcopy(fields)
    call(given)
    return [
        {name: now[name] for name in now if name not in old or now[name] != old[name]}
        for now, old in zip(fields, before)
    ]


def seeded(seed, call):
    random.seed(seed)
    return call()


async def all_of(items):
    return [item async for item in items]
