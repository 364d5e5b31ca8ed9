def own_words(tree, fields):
    """The texts that the code uses together with each field, one list per field; and all texts of the code."""
    beside = [[] for _ in fields.names]
    everything = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) is str and is_word(node.value):
            everything.append(node.value)
        place = place_of(node)
        if place is None:
            continue
        named = {at for one in ast.walk(place) if (at := fields.meant_by(name_in(one))) is not None}
        texts = [
            one.value
            for one in ast.walk(place)
            if isinstance(one, ast.Constant) and type(one.value) is str and is_word(one.value)
        ]
        for at in named:
            beside[at] += [text for text in texts if fields.meant_by(text) != at]
    return [unique(texts) for texts in beside], unique(everything)


def place_of(node):
    """The part of a node in which a field and the values compared with it occur together; None if there is none."""
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        return node.test
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.Return, ast.comprehension, ast.Subscript)):
        return node
    if isinstance(node, ast.Match):
        return ast.Tuple([node.subject, *[one.value for case in node.cases for one in ast.walk(case.pattern) if isinstance(one, ast.MatchValue)]], ast.Load())
    return None


def name_in(node):
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return node.slice.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and node.args:
        return getattr(node.args[0], "value", None)
    return None


def is_word(text):
    return 0 < len(text) <= 60 and "\n" not in text


def unique(texts):
    return list(dict.fromkeys(texts))


def ranked(texts, ranks):
    """The texts that have a rank, with their ranks in rising order; one text for each rank."""
    found = {}
    for text in texts:
        rank = rank_of(text, ranks)
        if rank is not None:
            found.setdefault(rank, text)
    return sorted(found.items())


def rank_of(text, ranks):
    """The rank of a text: its own, or that of the only word in it that has a rank; else None."""
    words = words_of(text)
    if " ".join(words) in ranks:
        return ranks[" ".join(words)]
    known = [ranks[word] for word in words if word in ranks]
    return known[0] if len(known) == 1 else None


class Ladder(collections.namedtuple("Ladder", "convention values counts", defaults=[True])):
    """The values of a field in one convention, from the worst, and whether it is used even if the score falls."""

    def middle(self):
        return self._replace(values=[self.values[len(self.values) // 2]])


def ladders_of(given, rises, own, everything, families, ranks):
    """The ladders of a field: the given ones, some of which only name one made from the code, then all others made from it.

    rises       whether people differ in the field; if not, each convention has only one value
    own         the texts that the code uses together with the field
    everything  all texts of the code
    families    ladders of words, the usual one first
    ranks       the ranks of words, from 0 to 1
    """
    wanted = [text for text in everything if (rank_of(text, ranks) or 1) > 0.4] or ["one", "two", "three"]
    half = (len(wanted) + 1) // 2
    made = {
        "own words": Ladder("own words", of_words(own, families, ranks)),
        "list": Ladder("list", [[], wanted[:half], wanted]),
        "own texts": Ladder("own texts", [] if rises else own),
        "words": Ladder("words", of_words(everything, families, ranks), False),
        "plain words": Ladder("plain words", families[0], False),
        "text": Ladder("text", ["", "a word", " ".join(["word"] * 600 + wanted)], False),
    }
    found = [Ladder(name, values) if values else made.pop(name) for name, values in given]
    return [one if rises else one.middle() for one in [*found, *made.values()] if one.values]


def of_words(texts, families, ranks):
    """The texts with a rank, in rising order; if there is only one, its whole family; empty if there are none."""
    found = [text for _, text in ranked(texts, ranks)]
    if len(found) != 1:
        return found
    word = " ".join(words_of(found[0]))
    family = next((one for one in families if word in one), [])
    return [found[0] if one == word else one for one in family]
