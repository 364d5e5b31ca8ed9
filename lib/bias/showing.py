def _is_own(_kind):
    _known = getattr(_sys.modules.get(_kind.__module__), _kind.__qualname__, None)
    return _kind.__flags__ & 512 and (_kind.__module__ == "program" or _known is not _kind)

def _plain(_said, _depth=0):
    if isinstance(_said, (type(None), bool, int, float, str)):
        return _said
    if isinstance(_said, dict):
        _said = list(dict.items(_said))
    if _depth < 3 and (isinstance(_said, (list, tuple)) or hasattr(_said, "__next__")):
        return [_plain(_item, _depth + 1) for _item, _ in zip(_said, range(100))]
    return type(_said).__name__

def _said(_one, _name):
    try:
        _found = getattr(_one, _name)
        return _plain(_found() if callable(_found) else _found)
    except (Exception, SystemExit) as _error:
        return "raises " + type(_error).__name__

def _keeps_more(_kind, _name):
    # What a method made in the call remembers of it, and may say when it is handed something. Python writes some itself.
    if _name == "__init__" and "__dataclass_fields__" in vars(_kind):
        return False
    _member = vars(_kind)[_name]
    _ways = (_member, *[getattr(_member, _way, None) for _way in ("__func__", "fget", "func")])
    _own = [_way for _way in _ways if getattr(_way, "__closure__", None) and _way.__code__.co_filename[:1] == "<"]
    return any(not callable(_cell.cell_contents) for _way in _own for _cell in _way.__closure__)

_unasked = []

def _shown(_one, _depth=0):
    _kinds = [_kind for _kind in type(_one).__mro__ if _is_own(_kind)]
    _names = {_name for _kind in _kinds for _name in vars(_kind)} - {*dir(object), "__dict__", "__weakref__"}
    _names = sorted(_name for _name in _names if _name[:2] == "__" or _name[:1] != "_")
    _shows = {_name: _said(_one, _name) for _name in _names}
    _unasked.extend(_name for _kind in _kinds for _name in vars(_kind) if _keeps_more(_kind, _name))
    _fields = vars(_one) if _kinds and hasattr(_one, "__dict__") else {}
    _items = _one.items() if isinstance(_one, dict) else enumerate(_one) if isinstance(_one, (list, tuple)) else ()
    for _place, _item in [*_fields.items(), *_items] if _depth < 3 else ():
        _within = _shown(_item, _depth + 1)
        if _within:
            _shows["in", _place] = _within
    return _shows
