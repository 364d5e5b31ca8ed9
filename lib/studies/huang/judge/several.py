def OBSERVER(**_values):
    import builtins as _builtins, copy as _copy, io as _io, math as _math, sys as _sys
    from types import SimpleNamespace as _Namespace
    _missed = []

    class SimpleNamespace(_Namespace):
        def __getattr__(_self, _name):
            if not _name.startswith("__"):
                _missed.append(_name)
            raise AttributeError(_name)

    class _Entries(dict):
        def __missing__(_self, _name):
            _missed.append(_name)
            raise KeyError(_name)

        def __contains__(_self, _name):
            if not dict.__contains__(_self, _name):
                _missed.append(_name)
            return dict.__contains__(_self, _name)

        def get(_self, _name, *_usual):
            return dict.get(_self, _name, *_usual) if _name in _self else (*_usual, None)[0]

        def pop(_self, _name, *_usual):
            return dict.pop(_self, _name, *_usual) if _name in _self or not _usual else _usual[0]
# LOOKING
    _plain = vars(_builtins).get("<settle>", lambda _one: _one)
    _make = lambda _values: PERSON
    _call = lambda _several: CALL
    _is_frame = IS_FRAME

    def _fields(_one):
        if isinstance(_one, dict):
            return _one
        _slots = [_name for _kind in type(_one).__mro__ for _name in getattr(_kind, "__slots__", ()) if type(_name) is str]
        return {**getattr(_one, "__dict__", {}), **{_n: getattr(_one, _n) for _n in _slots if hasattr(_one, _n)}}

    def _rows(_frame):
        return {_place: dict(_row) for _place, _row in _frame.to_dict("index").items()}

    def _outcome(_by_name, *_all):
        _people = [_plain(_make(_one)) if _is_frame else _make(_one) for _one in _all]
        _people = [_Entries(_one) if type(_one) is dict and not _is_frame else _one for _one in _people]
        _before = [_copy.deepcopy(dict(_fields(_one))) for _one in _people]
        _whole = [_before[_place] or _copy.deepcopy(_one) for _place, _one in enumerate(_people)]
        if _is_frame:
            import pandas as _pandas
            _handed = _pandas.DataFrame(_people)
        else:
            _handed = list(_people)

        def _person(_place, _now):
            _new = _changes(_now, _before[_place])
            return ("person", _whole[_place], _new) if _by_name else {"the person": _new} if _new else "the person"

        def _told(_one):
            for _place, _whom in enumerate(_people):
                if _one is _whom:
                    return _person(_place, _fields(_one))
            for _place, _old in enumerate(_before):
                if isinstance(_one, dict) and _old and all(_n in _one and not _unlike(_one[_n], _old[_n]) for _n in _old):
                    return _person(_place, _one)
            if isinstance(_one, dict):
                return {_key: _told(_value) for _key, _value in _one.items()}
            if type(_one) in (list, tuple):
                return type(_one)([_told(_item) for _item in _one])
            if type(_one) in (set, frozenset):
                return dict.fromkeys(sorted(repr(_told(_item)) for _item in _one))
            if hasattr(_one, "__next__"):
                return [_told(_item) for _item in _one]
            if hasattr(_one, "to_frame"):
                _one = _one.to_frame("value")
            if hasattr(_one, "iterrows"):
                _of_people = all(type(_place) is int and _place < len(_people) for _place in _one.index)
                return [_person(_key, _row) if _of_people else (_key, _row) for _key, _row in _rows(_one).items()]
            return _one.tolist() if hasattr(_one, "tolist") else _one

        _value, _prints = _printed(lambda: _finished(_call(_handed)))
        _seen = {"prints": _prints} if _value is None else {"value": _told(_value)}
        _left = _rows(_handed).values() if _is_frame else map(_fields, _people)
        _seen["leaves"] = [_one for _one in map(_changes, _left, _before) if _one]
        return _seen

    def _adds_up(_both, _one, _next):
        if str in (type(_one), type(_next)):
            return type(_both) is str
        return _both.keys() == _one.keys() == _next.keys() and all(_joined(_both[_n], _one[_n], _next[_n]) for _n in _both)

    def _joined(_both, _one, _next):
        if not type(_both) is type(_one) is type(_next):
            return False
        if isinstance(_both, dict):
            return _both.keys() == _one.keys() | _next.keys() and all(
                not _unlike(_both[_name], _next.get(_name, _one.get(_name))) or
                (_name in _one and _name in _next and _joined(_both[_name], _one[_name], _next[_name]))
                for _name in _both
            )
        if isinstance(_both, tuple) and len(_both) == len(_one) == len(_next):
            return all(map(_joined, _both, _one, _next))
        if isinstance(_both, (list, tuple, str)):
            return not _unlike(_both, _one + _next)
        return type(_both) in (int, float) and _math.isclose(_both, _one + _next)

    # What it does for one person.
    _came = _outcome(False, _values)
    _seen = {_name: _came[_name] for _name in _came if _came[_name] or _name == "value"}
    return _seen["value"] if [*_seen] == ["value"] else _seen or None
    # Whether it does for several people what it does for each.
    def _all_for(*_several):
        try:
            return _outcome(True, *_several)
        except (KeyError, AttributeError) as _error:
            _missed.append(_error)
        except Exception:
            return "raised"

    for _other in OTHERS:
        _own, _crowd = [_values] * CROWD, [_other] * CROWD
        for _one, _next in (([_values], [_other]), ([_other], [_values]), ([_values], _crowd), ([_values], _own)):
            _all = [_all_for(*_one, *_next), _all_for(*_one), _all_for(*_next)]
            if _missed or not _adds_up(*_all):
                return False
    return True
