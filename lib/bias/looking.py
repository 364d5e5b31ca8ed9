def _unlike(_one, _other):
    if _one is _other:
        return False
    if type(_one) is type(_other):
        if isinstance(_one, dict):
            return _one.keys() != _other.keys() or any(_unlike(_one[_name], _other[_name]) for _name in _one)
        if isinstance(_one, (list, tuple)):
            return len(_one) != len(_other) or any(map(_unlike, _one, _other))
        if hasattr(_one, "__dict__"):
            return _unlike(vars(_one), vars(_other))
    return _one != _other and (_one == _one or _other == _other)

def _fields_of(_one):
    if isinstance(_one, dict):
        return _one
    _slots = [_slot for _kind in type(_one).__mro__ for _slot in vars(_kind).get("__slots__", ())]
    return {**getattr(_one, "__dict__", {}), **{_slot: getattr(_one, _slot) for _slot in _slots if hasattr(_one, _slot)}}

def _finished(_one):
    while hasattr(_one, "cr_await"):
        try:
            _one.send(None)
        except StopIteration as _done:
            return _done.value
    return _one

def _printed(_call):
    _kept, _text = (_sys.stdout, _sys.stderr), _io.StringIO()
    _sys.stdout = _sys.stderr = _text
    try:
        _came = _call()
    finally:
        _sys.stdout, _sys.stderr = _kept
    if _came is None and len(_text.getvalue()) > 10_000:
        raise MemoryError
    return _came, _text.getvalue()

def _changes(_now, _before):
    _new = {_name: _now[_name] for _name in _now if _name not in _before or _unlike(_now[_name], _before[_name])}
    _new.update({_name: "(deleted)" for _name in _before if _name not in _now})
    return _new
