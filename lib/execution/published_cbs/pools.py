class NoValue(Exception):
    """There is no value to take, not even one of an earlier comparison."""


def accumulated(groups, seed):
    """The pools of each function, and those of all.

    groups  of each model, in order, what compared() says of each of its functions
    seed    of the values that are drawn from the pools of all

    The pools of all grow from model to model; a function draws from them when all functions of its model are in.
    """
    chance, taken, shared, models = random.Random(seed), Taken(), {}, []
    for functions in groups:
        own = [taken.pools_of(function, shared) for function in functions]
        shared = {name: refined(values) for name, values in shared.items()}
        models.append([widened(pools, shared, chance) for pools in own])
    return [models, shared]


class Taken:
    """Takes values from comparisons. Where one yields none, that of the comparison before it is taken again."""

    def __init__(self):
        self.last = None

    def pools_of(self, function, shared):
        """The pools of one function, whose values are added to those of all; they end at the first that fails."""
        pools = {}
        try:
            for name, texts in function:
                pools[name] = []
                shared.setdefault(name, [])
                for text in texts:
                    value = self.value_of(text)
                    pools[name].append(value)
                    shared[name].append(value)
        except (NoValue, ValueError):
            pass  # they go on with the next function
        return {name: refined(values) for name, values in pools.items()}

    def value_of(self, text):
        """A number if it is written in digits with at most one point, so never negative; else a text."""
        if text is not None:
            self.last = text
        if not isinstance(self.last, str):
            raise NoValue
        if self.last.isdigit():
            self.last = int(self.last)
        elif self.last.replace(".", "", 1).isdigit():
            self.last = float(self.last)
        else:
            self.last = self.last.replace("', ctx=Load(", "")
        return self.last


def refined(values):
    """Texts in lower case, and each value once. In the order in which they came; theirs is that of a set."""
    return list(dict.fromkeys(value.lower() if isinstance(value, str) else value for value in values))


def widened(pools, shared, chance):
    """With two values from the pool of all for each own value, unless there are three or more own ones."""
    for name, values in pools.items():
        if len(values) >= 3:
            continue
        for _ in range(2 * len(values)):
            value = chance.choice(shared[name])
            if value not in values:
                values.append(value)
    return pools
