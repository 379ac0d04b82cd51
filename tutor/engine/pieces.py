"""The pieces on the table: an immutable mapping by id with an index by place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import itemgetter
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, dataclass_transform, overload


class Piece(Protocol):
    """What every piece has, whatever else a game prints on it."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def place(self) -> str | None: ...


P = TypeVar("P", bound=Piece)
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")
C = TypeVar("C")

_new = object.__new__  # looked up once, like `_fill`: no call is made more often than `but`


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[C]) -> type[C]:
    """Fields declared as in a data class; its methods are `Frozen`'s own and not written anew for every class.

    That is most of what importing a game would take.
    """
    made = dataclass(init=False, repr=False, eq=False)(cls)
    made._form = _Form(made)  # type: ignore[attr-defined]
    return made


class _Form:
    """What `Frozen` must know of a class of records: its fields, what they hold at first, which are compared."""

    __slots__ = ("first", "key", "made", "names", "needed", "positional")

    def __init__(self, cls: Any) -> None:
        all = fields(cls)
        names = [one.name for one in all]
        in_order = [one.name for one in all if not one.kw_only]
        compared = [one.name for one in all if one.compare]
        self.names = frozenset(names)
        self.positional = tuple(in_order)
        self.key = _key_of(compared)
        self.first: dict[str, Any] = {}
        self.made: dict[str, Callable[[], Any]] = {}
        for one in all:
            if one.default is not MISSING:
                self.first[one.name] = one.default
            elif one.default_factory is not MISSING:
                self.made[one.name] = one.default_factory
        self.needed = self.names - self.first.keys() - self.made.keys()

    def filled(self, cls: type, given: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
        """What the fields hold, by what was given in order and by name."""
        data = self.first.copy()
        for name, make in self.made.items():
            if name not in named:
                data[name] = make()
        data.update(zip(self.positional, given))  # noqa: B905  what is too much is told below
        data |= named
        in_order = self.positional[: len(given)]
        twice = [name for name in in_order if name in named]
        missing = self.needed - data.keys()
        unknown = data.keys() - self.names
        too_many = len(given) > len(self.positional)
        if missing or unknown or twice or too_many:
            raise TypeError(f"{cls.__name__}: missing {sorted(missing)}, unknown {sorted(unknown)}, twice {twice}")
        return data


def _key_of(compared: list[str]) -> Callable[[Any], Any]:
    """What picks the fields that are compared out of all."""
    if not compared:
        return lambda data: ()
    return itemgetter(*compared)


class Frozen:
    """A frozen record whose `but` makes a changed copy without running checks again.

    It remembers what was reckoned for it (`space.kept`): for itself alone, and for all copies that differ from it only
    in fields that its class names as `beside`. Memory is no part of what it is: it is not compared, copied or written.
    """

    __slots__ = ("__dict__", "__weakref__", "own", "shared")
    beside: ClassVar[frozenset[str]] = frozenset()
    _form: ClassVar[_Form]

    def __init__(self, *given: Any, **named: Any) -> None:
        data = self._form.filled(self.__class__, given, named)
        _fill(self, data)
        self.__post_init__()

    def __post_init__(self) -> None:
        """What a class checks when one is made, not when it changes."""

    def __setattr__(self, name: str, value: Any) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        key = self._form.key
        mine, theirs = key(self.__dict__), key(other.__dict__)
        return bool(mine == theirs)

    def __hash__(self) -> int:
        key = self._form.key
        return hash(key(self.__dict__))

    def __repr__(self) -> str:
        shown = []
        for one in fields(self):  # type: ignore[arg-type]
            if one.repr:
                held = getattr(self, one.name)
                shown.append(f"{one.name}={held!r}")
        name = self.__class__.__qualname__
        return f"{name}({', '.join(shown)})"

    def but(self, **changes: Any) -> Self:
        new = _new(self.__class__)
        _fill(new, self.__dict__ | changes)
        if self.beside and self.beside.issuperset(changes):
            _hand_on(self, new)
        return new

    def changed(self, changes: dict[str, Any]) -> Self:
        """The same for changes that are a dictionary already."""
        new = _new(self.__class__)
        _fill(new, self.__dict__ | changes)
        if self.beside and self.beside.issuperset(changes):
            _hand_on(self, new)
        return new

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def fields(self) -> Iterator[tuple[str, Any]]:
        for one in fields(self):  # type: ignore[arg-type]
            yield one.name, getattr(self, one.name)


_fill = Frozen.__dict__["__dict__"].__set__
OWN, SHARED = Frozen.__dict__["own"], Frozen.__dict__["shared"]  # set past the lock that the fields have
_share = SHARED.__set__


def _hand_on(one: Frozen, other: Frozen) -> None:
    """What is remembered past the fields that do not matter to it holds for the copy, too."""
    try:
        kept = one.shared  # type: ignore[attr-defined]
    except AttributeError:
        kept = {}
        _share(one, kept)
    _share(other, kept)


class FrozenMap(Mapping[K, V]):
    """A small immutable mapping that can be hashed and changed by making another; it has a memory, see `space.kept`."""

    __slots__ = ("_data", "_hash", "own")

    def __init__(self, data: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._data: dict[K, V] = dict(data)
        self._hash: int | None = None

    def put(self, key: K, value: V) -> FrozenMap[K, V]:
        data = {**self._data, key: value}
        return FrozenMap(data)

    def drop(self, key: K) -> FrozenMap[K, V]:
        data = self._data.copy()
        data.pop(key, None)
        return FrozenMap(data)

    def __getitem__(self, key: K) -> V:
        return self._data[key]

    @overload
    def get(self, key: K, /) -> V | None: ...
    @overload
    def get(self, key: K, /, default: V | T) -> V | T: ...
    def get(self, key: K, /, default: Any = None) -> Any:
        """Asked so often that the detour of a mapping's own `get` tells."""
        return self._data.get(key, default)

    def __iter__(self) -> Iterator[K]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, FrozenMap):
            return self._data == other._data
        return super().__eq__(other)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._data.items()))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenMap, (self._data,)

    def __repr__(self) -> str:
        return f"FrozenMap({self._data!r})"


class Pieces(Generic[P]):
    """Pieces by id. A change makes another collection that shares the rest.

    The hash is kept up to date piece by piece, so that merging equal positions never scans the table. These pieces
    have a memory of their `own` (`space.kept`); another `memory` goes along from change to change (`near`). Neither is
    a part of what the pieces are.
    """

    __slots__ = ("_by_id", "_by_place", "_hash", "memory", "own")

    def __init__(self, pieces: Iterable[P] = ()) -> None:
        self._by_id = {piece.id: piece for piece in pieces}
        self._by_place: dict[str | None, tuple[P, ...]] | None = None
        self._hash: int | None = None
        self.memory: dict[Any, Any] = {}

    def __getitem__(self, id: str) -> P:
        return self._by_id[id]

    def get(self, id: str) -> P | None:
        return self._by_id.get(id)

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __iter__(self) -> Iterator[P]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def ids(self) -> Iterable[str]:
        return self._by_id.keys()

    def at(self, place: str | None) -> tuple[P, ...]:
        """The pieces in a place, in the order in which they came."""
        index = self._by_place
        if index is None:
            index = self._by_place = self._index()
        return index.get(place, ())

    def of(self, side: str) -> tuple[P, ...]:
        found = [piece for piece in self if piece.side == side]
        return tuple(found)

    def put(self, *changed: P) -> Pieces[P]:
        """With these pieces as they are now (moved, flipped, new)."""
        new: Pieces[P] = object.__new__(Pieces)
        new.memory = self.memory
        by_id = new._by_id = self._by_id.copy()
        index = None if self._by_place is None else self._by_place.copy()
        code = self._hash
        for piece in changed:
            old = by_id.get(piece.id)
            by_id[piece.id] = piece
            if code is not None:
                code ^= hash(piece)
                if old is not None:
                    code ^= hash(old)
            if index is None:
                continue
            place = piece.place
            if old is None:
                index[place] = (*index.get(place, ()), piece)
            elif old.place == place:
                there = index[place]
                index[place] = tuple([piece if one is old else one for one in there])
            else:
                left = index[old.place]
                index[old.place] = tuple([one for one in left if one is not old])
                index[place] = (*index.get(place, ()), piece)
        new._by_place, new._hash = index, code
        return new

    def drop(self, *ids: str) -> Pieces[P]:
        """Without these pieces."""
        kept = [piece for piece in self if piece.id not in ids]
        return Pieces(kept)

    def lumped(self, alike: Callable[[P], Hashable]) -> frozenset[tuple[Hashable, int]]:
        """Equal pieces counted as equal: how many there are of each likeness."""
        likenesses = map(alike, self._by_id.values())
        counted = Counter(likenesses)
        return frozenset(counted.items())

    def _index(self) -> dict[str | None, tuple[P, ...]]:
        lists: dict[str | None, list[P]] = {}
        for piece in self:
            there = lists.setdefault(piece.place, [])
            there.append(piece)
        return {place: tuple(there) for place, there in lists.items()}

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Pieces):
            return False
        return self._by_id == other._by_id

    def __hash__(self) -> int:
        if self._hash is None:
            code = 0
            for piece in self:
                code ^= hash(piece)
            self._hash = code
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Pieces, (tuple(self),)

    def __repr__(self) -> str:
        shown = [f"{piece.id}@{piece.place}" for piece in self]
        return f"Pieces({', '.join(shown)})"
