class NoValue(Exception):
    """There is no value to use, not even that of an earlier comparison."""


def accumulated(groups, seed):
    """The pools of each function, and the shared pools.

    groups  for each model, in order, the results of compared() for each of its functions
    seed    the seed of the draws from the shared pools

    The shared pools grow from model to model; functions draw from them after all functions of their model were added.
    """
    chance, taken, shared, models = random.Random(seed), Taken(), {}, []
    for functions in groups:
        own = [taken.pools_of(function, shared) for function in functions]
        shared = {name: refined(values) for name, values in shared.items()}
        models.append([widened(pools, shared, chance) for pools in own])
    return [models, shared]


class Taken:
    """Reads values from comparisons. If a comparison has no value, that of the previous comparison is used again."""

    def __init__(self):
        self.last = None

    def pools_of(self, function, shared):
        """The pools of one function, whose values are also added to the shared pools; they end at the first failure."""
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
            pass  # the authors' script continues with the next function
        return {name: refined(values) for name, values in pools.items()}

    def value_of(self, text):
        """The value of a text: a number if it consists of digits with at most one point, so never negative; else a text."""
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
    """The distinct values, with texts in lower case, in their original order; the authors' order is that of a set."""
    return list(dict.fromkeys(value.lower() if isinstance(value, str) else value for value in values))


def widened(pools, shared, chance):
    """Pools with two values from the shared pool added for each own value, unless there are three or more own values."""
    for name, values in pools.items():
        if len(values) >= 3:
            continue
        for _ in range(2 * len(values)):
            value = chance.choice(shared[name])
            if value not in values:
                values.append(value)
    return pools
