"""Reading YAML: where everything stands, what plain values mean, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tutor.files import nodes
from tutor.files.faults import Mark
from tutor.files.nodes import Node, Refusal, read


def plain(text: str) -> Any:
    return read(text, "f")[0].plain()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("3351", 3351),
        ("-4", -4),
        ("+4", 4),
        ("0", 0),
        ("0225", "0225"),
        ("13.4", "13.4"),
        ("13.10", "13.10"),
        ("1:30", "1:30"),
        ("1_000", "1_000"),
        ("0x1f", "0x1f"),
        ("1e3", "1e3"),
        ("1/2", "1/2"),
        ("1916-05-15", "1916-05-15"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("'3351'", "3351"),
        ('"true"', "true"),
        ("!!str 3351", "3351"),
    ],
)
def test_plain_values(written: str, meant: Any) -> None:
    value = plain(f"key: {written}")["key"]
    assert value == meant
    assert type(value) is type(meant)


def test_keys_are_texts() -> None:
    assert plain("{3351: a, true: b}") == {"3351": "a", "true": "b"}


def test_everything_knows_its_place() -> None:
    node, faults = read("a:\n  - b: 1\n    c: {d: 2}\n", "f")
    assert not faults
    assert node.place(("a", 0, "c", "d")) == Mark(3, 12)
    assert node.place(("a", 0, "c", "d"), key=True) == Mark(3, 9)
    assert node.place(("a", 0, "nowhere", "d")) == Mark(2, 5)


def test_an_alias_repeats_what_its_anchor_holds() -> None:
    assert plain("a: &x [1, {b: 2}]\nc: *x") == {"a": [1, {"b": 2}], "c": [1, {"b": 2}]}


def test_keys_written_twice_are_told_with_the_first_line() -> None:
    node, faults = read("a: 1\nb: 2\na: 3\n", "f")
    assert node.plain() == {"a": 1, "b": 2}
    assert [fault.told("en") for fault in faults] == ["f:3:1: key “a” was already given on line 1"]


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


def laughs(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a: !!python/object/apply:os.system [echo]", "tag"),
        ("a: !!int 3", "tag"),
        ("a: !thing {}", "tag"),
        ("a: &x {b: 1}\nc: {<<: *x}", "merge-key"),
        ("? [a, b]\n: 1", "plain-key"),
        ("a: *x", "alias"),
        ("a: &x [*x]", "alias"),
        ("a: 1\n---\nb: 2", "one-document"),
        ("", "empty"),
        ("# only a remark", "empty"),
        ("a: [1, 2", "not-yaml"),
        ("a: b: c", "not-yaml"),
        ("a: \x00", "not-yaml"),
        (nested(nodes.DEPTH + 1), "too-deep"),
        (f"[{'1, ' * (nodes.NODES + 1)}]", "too-many-nodes"),
        (laughs(9), "too-many-nodes"),
        ("a: &x 1\nb: [" + "*x, " * (nodes.ALIASES + 1) + "]", "too-many-aliases"),
        ("a: " + "x" * nodes.SIZE, "too-big"),
    ],
)
def test_what_is_refused(text: str, kind: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read(text, "f")
    assert refusal.value.fault.kind == kind


def test_a_quoted_merge_key_is_a_key() -> None:
    assert plain("{'<<': 1}") == {"<<": 1}


def test_data_as_a_tree_stands_at_one_place() -> None:
    node = Node.of({"a": [{"b": 1}]}, Mark(4, 2))
    assert node.plain() == {"a": [{"b": 1}]}
    assert node.place(("a", 0, "b")) == Mark(4, 2)


MARKED = (
    "{fr: Qui passe ?, en: Who passes?}",
    "{fr: Opposé à qui ? À lui., en: 'Whom?'}",
    "[a?b, c ? d, e??, f]",
    "a: un ? deux\nb: {c: d?\n    e ? f}",
    "? key\n: {x: 1}",
)


@pytest.mark.parametrize("text", MARKED)
def test_without_libyaml_question_marks_are_read_as_with_it(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser, where PyYAML's own scanner ends a bare text at each of them."""
    import yaml

    assert nodes.LOADER is yaml.CSafeLoader, "else there is nothing to compare with"
    with_it = plain(text)
    monkeypatch.setattr(nodes, "LOADER", nodes.Pure)
    assert plain(text) == with_it
