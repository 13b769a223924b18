"""Objects of responses and events. Shared by the generated types and the errors."""

from __future__ import annotations

import difflib
import keyword
from functools import lru_cache
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    ClassVar,
    Dict,
    Iterable,
    List,
    Literal,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

Self = TypeVar("Self", bound="Model")
Convert = Callable[[Any], Any]


class Model(dict[str, Any]):
    """A JSON object: a dictionary whose keys are also attributes, so `post.id` is `post["id"]`.

    A field that may be absent reads as None. Where a name is taken, by a method of `dict` or by Python, the attribute
    ends with an underscore: `entry.items_`. Fields that a newer server adds are there too, but type checkers do not
    know them.
    """

    _optional: ClassVar[Tuple[str, ...]] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, convert in _converters_of(type(self)):
            if key in self:
                self[key] = convert(self[key])

    # Type checkers know the fields from the annotations; with these methods they would accept any name.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            key = name if name in self else _key_of(name)
            if key in self:
                return self[key]
            if name in self._optional:
                return None
            raise AttributeError(_explain_missing(self, name))

        def __setattr__(self, name: str, value: Any) -> None:
            self[_key_of(name)] = value

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *_names_in(self)]

    def copy(self: Self) -> Self:
        same = type(self).__new__(type(self))
        same.update(self)
        return same


def convert_json(hint: Any, value: Any) -> Any:
    """Returns parsed JSON as a type. What does not fit the type stays as it is: a newer server may send more."""
    convert = _converter_of(hint)
    return convert(value) if convert else value


@lru_cache(maxsize=None)
def _converters_of(kind: Type[Model]) -> Tuple[Tuple[str, Convert], ...]:
    """Returns the keys of a class that contain objects, read from its annotations when it is first used."""
    found = [(_key_of(name), _converter_of(hint)) for name, hint in _fields_of(kind).items()]
    return tuple((key, convert) for key, convert in found if convert)


def _fields_of(kind: Type[Model]) -> Dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(kind).items() if not name.startswith("_")}


@lru_cache(maxsize=None)
def _converter_of(hint: Any) -> Optional[Convert]:
    """Returns a function that turns plain dictionaries into the classes of a type, or None if it contains none."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is None:
        return _choose([hint]) if _is_model(hint) else None
    if origin is Union:
        kinds = [each for each in arguments if _is_model(each)]
        converters = [_converter_of(each) for each in arguments if each not in kinds]
        return _combine([each for each in converters if each] + ([_choose(kinds)] if kinds else []))
    inner = _converter_of(arguments[-1]) if origin in (list, dict) else None
    if inner is None:
        return None
    convert = inner
    if origin is list:
        return lambda value: [convert(each) for each in value] if isinstance(value, list) else value
    return lambda value: {key: convert(each) for key, each in value.items()} if type(value) is dict else value


def _is_model(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Model)


def _combine(converters: List[Convert]) -> Optional[Convert]:
    # Each of them leaves the values of the others as they are.
    if len(converters) < 2:
        return converters[0] if converters else None

    def convert(value: Any) -> Any:
        for each in converters:
            value = each(value)
        return value

    return convert


def _choose(kinds: List[Type[Model]]) -> Convert:
    """Returns a function that makes an object of the first class that fits. The fields that are literals in every class
    decide, such as the `type` of an event. Without such fields, the class whose required keys are present fits."""
    if len(kinds) == 1:
        only = kinds[0]
        return lambda value: only(value) if type(value) is dict else value
    fields = [_fields_of(kind) for kind in kinds]
    tags = [name for name in fields[0] if all(_literals_of(each.get(name)) for each in fields)]

    def fits(kind: Type[Model], hints: Dict[str, Any], value: Dict[str, Any]) -> bool:
        if tags:
            return all(value.get(_key_of(tag)) in _literals_of(hints[tag]) for tag in tags)
        return all(_key_of(name) in value for name in hints if name not in kind._optional)

    def convert(value: Any) -> Any:
        if type(value) is not dict:
            return value
        return next((kind for kind, hints in zip(kinds, fields) if fits(kind, hints, value)), Model)(value)

    return convert


def _literals_of(hint: Any) -> Tuple[Any, ...]:
    """Returns the values of a literal type. None is a value of an optional one."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) is not Union:
        return ()
    every = [(None,) if each is type(None) else _literals_of(each) for each in get_args(hint)]
    return sum(every, ()) if all(every) else ()


def _key_of(name: str) -> str:
    """Returns the key of an attribute: `items` for `items_`."""
    key = name[:-1]
    return key if name.endswith("_") and (keyword.iskeyword(key) or hasattr(dict, key)) else name


def _names_in(model: Model) -> List[str]:
    names = dict.fromkeys([*(name for name in type(model).__annotations__ if not name.startswith("_")), *model])
    return [name for name in names if not keyword.iskeyword(name) and not hasattr(dict, name)]


def _explain_missing(model: Model, name: str) -> str:
    what = f"{type(model).__name__} has no field {name!r}."
    # Python and libraries look for such names, so this must be fast.
    if name.startswith("__"):
        return what
    names = _names_in(model)
    near = difflib.get_close_matches(name, names)
    return (
        f"{what} Did you mean {' or '.join(near)}?" if near else f"{what} It has {', '.join(sorted(names)) or 'none'}."
    )
