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
        self.names = frozenset(one.name for one in all)
        self.positional = tuple(one.name for one in all if not one.kw_only)
        self.first: dict[str, Any] = {}
        self.made: dict[str, Callable[[], Any]] = {}
        for one in all:
            if one.default is not MISSING:
                self.first[one.name] = one.default
            elif one.default_factory is not MISSING:
                self.made[one.name] = one.default_factory
        self.needed = self.names - self.first.keys() - self.made.keys()
        compared = [one.name for one in all if one.compare]
        self.key: Callable[[Any], Any] = itemgetter(*compared) if compared else lambda data: ()

    def filled(self, cls: type, given: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
        """What the fields hold, by what was given in order and by name."""
        data = self.first | {name: make() for name, make in self.made.items() if name not in named}
        data.update(zip(self.positional, given))  # noqa: B905  what is too much is told below
        data |= named
        twice = [name for name in self.positional[: len(given)] if name in named]
        missing = self.needed - data.keys()
        unknown = data.keys() - self.names
        too_many = len(given) > len(self.positional)
        if missing or unknown or twice or too_many:
            raise TypeError(f"{cls.__name__}: missing {sorted(missing)}, unknown {sorted(unknown)}, twice {twice}")
        return data


class Frozen:
    """A frozen record whose `but` makes a changed copy without running checks again.

    It remembers what was reckoned for it (`space.kept`): for itself alone, and for all copies that differ from it only
    in fields that its class names as `beside`. Memory is no part of what it is: it is not compared, copied or written.
    """

    __slots__ = ("__dict__", "__weakref__", "own", "shared")
    beside: ClassVar[frozenset[str]] = frozenset()
    _form: ClassVar[_Form]

    def __init__(self, *given: Any, **named: Any) -> None:
        _fill(self, self._form.filled(self.__class__, given, named))
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
        return bool(key(self.__dict__) == key(other.__dict__))

    def __hash__(self) -> int:
        return hash(self._form.key(self.__dict__))

    def __repr__(self) -> str:
        shown = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)  # type: ignore[arg-type]
        return f"{self.__class__.__qualname__}({', '.join(shown)})"

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
        return ((one.name, getattr(self, one.name)) for one in fields(self))  # type: ignore[arg-type]


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
        return FrozenMap({**self._data, key: value})

    def drop(self, key: K) -> FrozenMap[K, V]:
        return FrozenMap({k: v for k, v in self._data.items() if k != key})

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
        return self._data == other._data if isinstance(other, FrozenMap) else super().__eq__(other)

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
        self._by_id: dict[str, P] = {piece.id: piece for piece in pieces}
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
        return tuple(piece for piece in self if piece.side == side)

    def put(self, *changed: P) -> Pieces[P]:
        """With these pieces as they are now (moved, flipped, new)."""
        new: Pieces[P] = object.__new__(Pieces)
        by_id = self._by_id.copy()
        index = None if self._by_place is None else self._by_place.copy()
        code = self._hash
        for piece in changed:
            old = by_id.get(piece.id)
            by_id[piece.id] = piece
            if code is not None:
                code ^= hash(piece) ^ (hash(old) if old is not None else 0)
            if index is not None:
                if old is not None and old.place == piece.place:
                    index[piece.place] = tuple([piece if one is old else one for one in index[piece.place]])
                    continue
                if old is not None:
                    index[old.place] = tuple([one for one in index[old.place] if one is not old])
                index[piece.place] = (*index.get(piece.place, ()), piece)
        new._by_id, new._by_place, new._hash, new.memory = by_id, index, code, self.memory
        return new

    def drop(self, *ids: str) -> Pieces[P]:
        """Without these pieces."""
        return Pieces(piece for piece in self if piece.id not in ids)

    def lumped(self, alike: Callable[[P], Hashable]) -> frozenset[tuple[Hashable, int]]:
        """Equal pieces counted as equal: how many there are of each likeness."""
        return frozenset(Counter(map(alike, self._by_id.values())).items())

    def _index(self) -> dict[str | None, tuple[P, ...]]:
        index: dict[str | None, list[P]] = {}
        for piece in self:
            index.setdefault(piece.place, []).append(piece)
        return {place: tuple(pieces) for place, pieces in index.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pieces) and (self is other or self._by_id == other._by_id)

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
        shown = ", ".join(f"{piece.id}@{piece.place}" for piece in self)
        return f"Pieces({shown})"
