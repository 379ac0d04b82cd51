"""Translations: a situation as the smallest legal position of each game, with what was assumed and what was lost."""

from __future__ import annotations

from importlib import import_module

from tutor.compare.dioramas.base import CannotSay, Diorama
from tutor.compare.situation import Situation
from tutor.rulesets import GAMES

__all__ = ["GAMES", "CannotSay", "Diorama", "diorama"]


def diorama(game: str, situation: Situation) -> Diorama:
    """The situation in one game's terms; raises CannotSay with the rule."""
    made: Diorama = import_module(f"tutor.compare.dioramas.{game}").diorama(situation)
    return made
