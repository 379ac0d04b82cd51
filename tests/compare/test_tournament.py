"""Tournaments: the same games on any number of processes, counted right, told in both languages, broken off in time."""

from __future__ import annotations

import csv
import io
import pickle
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import pytest
from click.testing import CliRunner, Result

from tutor.cli import main
from tutor.compare import tournament as playing
from tutor.compare.sweep import OtherRules
from tutor.compare.tabled import told
from tutor.compare.tournament import ENDLESS, STUCK, USUAL, Game, Lots, Table, Tournament, Unanswered, play, tournament
from tutor.engine.play import Session
from tutor.engine.policy import NoWayOut
from tutor.engine.text import LANGUAGES, Lang
from tutor.library import scenario
from tutor.rendering.plain import text
from tutor.rulesets import GAMES, ruleset

BOLD, CAUTIOUS = (("GE", "bold"), ("Entente", "bold")), (("GE", "bold"), ("Entente", "cautious"))


def games_of(table: Table) -> list[tuple[object, ...]]:
    """All but how long they took."""
    return [one[:-1] for one in table.games]


def roana(games: int = 3) -> Tournament:
    return tournament("se/roana", games=games)


def made(*ends: object, of: Tournament) -> Table:
    """A table of games that came to these ends, between the first two."""
    return Table(of, tuple(Game(of.pairings[0], n, n, "over", end, 10, 5, 0.1) for n, end in enumerate(ends)))


# -- the same games ------------------------------------------------------------------------------------------------
def test_processes_play_the_same_games() -> None:
    alone = play(roana())
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        together = play(roana(), pool)
    assert games_of(together) == games_of(alone)
    assert [one.seed for one in alone.games] == [1916, 1917, 1918] * 4
    assert len({one.end for one in alone.games} | {one.choices for one in alone.games}) > 2, "the dice fall otherwise"


def test_another_seed_is_another_tournament() -> None:
    other = tournament("se/roana", games=3, seed=7)
    assert [one[3:-1] for one in play(other).games] != [one[3:-1] for one in play(roana()).games]


@pytest.mark.parametrize("name", ["se/novegno", "gwie/suez", "fa/goeben-1914"])
def test_it_is_the_game_that_one_plays_at_the_table(name: str) -> None:
    """With the same players and the same seed."""
    found = scenario(name)
    wanted = tournament(name, games=1, seed=5)
    game = play(wanted).games[-1]
    players = {side: found.rules.policies[policy] for side, policy in game.pairing}
    session = Session(found.rules, found.position(), players=players, seed=game.seed)
    session.play_on()
    question = playing.asked_of(found.rules, found.position())
    assert session.over
    assert (game.how, game.end) == ("over", question.of(found.position(), session.state))
    assert game.choices + game.throws == len(session.now.line) - 1


# -- who plays, and what is asked ----------------------------------------------------------------------------------
def test_everybody_meets_everybody() -> None:
    assert len(tournament("tlm/marne").pairings) == 4
    assert tournament("tlm/marne", ["bold"]).pairings == (BOLD,)
    assert tournament("tlm/marne", ["GE=bold", "bold", "Entente=cautious"]).pairings == (CAUTIOUS, BOLD)
    assert {policy for pairing in tournament("dff/albert-1917").pairings for _, policy in pairing} == {
        "stubborn",
        "careful",
    }


@pytest.mark.parametrize(
    ("players", "how", "kind"),
    [(["brave"], {}, "no-policy"), (["DE=bold"], {}, "no-side"), ([], {"question": "glory"}, "no-question")],
)
def test_what_the_game_does_not_know(players: list[str], how: dict[str, str], kind: str) -> None:
    with pytest.raises(Unanswered) as said:
        tournament("tlm/marne", players, **how)
    assert said.value.kind == kind


def test_a_whole_game_has_a_winner_and_a_battle_has_none() -> None:
    judged, others = {"tlm/marne", "gwie/kut"}, {"tlm/verdun", "gwie/gaza", "se/roana", "fa/belgium-1914"}
    for name in judged | others:
        found = scenario(name)
        assert (playing.asked_of(found.rules, found.position()).id == "winner") == (name in judged), name


def test_the_level_of_a_campaign_names_its_winner() -> None:
    start, winner = scenario("tlm/marne").position(), ruleset("tlm").winner
    assert winner is not None
    levels = ("entente-decisive", "entente-marginal", "stalemate", "german-marginal", "german-decisive", "")
    assert [winner(start.but(result=level)) for level in levels] == ["Entente", "Entente", "", "GE", "GE", ""]


def test_who_has_lost_in_the_near_east_has_not_won() -> None:
    start, winner = scenario("gwie/kut").position(), ruleset("gwie").winner
    assert winner is not None
    assert [winner(start.but(lost=side)) for side in ("cp", "allies", "")] == ["allies", "cp", ""]


@pytest.mark.parametrize("game", GAMES)
def test_a_player_has_a_name_before_it_is_said_how_he_plays(game: str) -> None:
    from tutor.compare.tabled import NAME

    for lang in LANGUAGES:
        names = [NAME.split(policy.name(lang))[0] for policy in ruleset(game).policies.values()]
        assert all(0 < len(name) < 30 for name in names)


# -- counted -------------------------------------------------------------------------------------------------------
def test_wins_are_counted_by_pairing_and_by_side() -> None:
    wanted = tournament("tlm/marne", ["bold"])
    table = made("GE", "GE", "", "Entente", of=wanted)
    outcome = table.outcome(BOLD)
    assert outcome is not None
    assert dict(outcome.distribution.items()) == {"GE": Fraction(1, 2), "": Fraction(1, 4), "Entente": Fraction(1, 4)}
    won = table.won("GE", "bold")
    assert won is not None
    assert (won.distribution[True], won.runs) == (Fraction(1, 2), 4)
    low, high = won.interval(won.distribution[True])
    assert (round(low, 3), round(high, 3)) == (0.150, 0.850)  # Wilson, two of four
    shares = table.shares()
    assert shares["share"].sum() == 1
    frame = table.frame()
    assert list(frame["end"]) == ["GE", "GE", "", "Entente"]
    assert set(frame["players"]) == {"GE=bold Entente=bold"}


def test_a_game_that_does_not_end_is_told_and_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "ENOUGH", 10)
    table = play(tournament("se/roana", ["bold"], games=2))
    assert [(one.how, one.end) for one in table.games] == [(ENDLESS, None)] * 2
    assert table.outcome(table.of.pairings[0]) is None
    said = text(told(table, "en"))
    assert said.count("it did not end; not counted") == 2
    assert "seed 1917" in said


def test_a_player_without_an_answer_stops_his_game_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from tutor.engine.policy import Policy

    answered = Policy.answer

    def at_a_loss(self: Policy, rules: object, ask: object) -> object:
        if self.id == "cautious":
            raise NoWayOut(ask)  # type: ignore[arg-type]
        return answered(self, rules, ask)  # type: ignore[arg-type]

    monkeypatch.setattr(Policy, "answer", at_a_loss)
    table = play(tournament("se/roana", ["ah=bold", "it=bold", "it=cautious"], games=1))
    assert [one.how for one in table.games] == ["over", STUCK]


# -- dealt ---------------------------------------------------------------------------------------------------------
def test_the_most_play_left_is_dealt_first_and_every_game_once() -> None:
    short, long = BOLD, CAUTIOUS
    lots = Lots((short, long), 40)
    dealt: list[tuple[object, int]] = []

    def deal() -> object:
        one = lots.next(2)
        if one is None:
            return None
        pairing, numbers = one
        dealt.extend((pairing, number) for number in numbers)
        each = 0.6 if pairing is long else 0.01
        lots.came([Game(pairing, number, number, "over", "", 1, 1, each) for number in numbers])
        return pairing

    first = [deal(), deal()]
    assert {*first} == {short, long}, "one game of each, to know them by"
    order = []
    while (pairing := deal()) is not None:
        order.append(pairing)
    assert order[:30] == [long] * 30
    assert sorted(number for pairing, number in dealt if pairing is short) == list(range(40))
    assert sorted(number for pairing, number in dealt if pairing is long) == list(range(40))
    assert len(order) < 40 + 20, "short games are handed over many at once"


def test_an_interruption_keeps_what_was_played() -> None:
    def tired(done: int, every: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    table = play(roana(), progress=tired)
    assert table.broken_off
    assert len(table.games) == 3
    for lang in LANGUAGES:
        said = text(told(table, lang))
        assert {"fr": "Interrompu après 3 parties (sur 12)", "en": "Broken off after 3 games (of 12)"}[lang] in said
        assert {"fr": "pas encore joué", "en": "not played yet"}[lang] in said


def test_whoever_stops_it_waits_for_no_game() -> None:
    asked: list[None] = []
    table = play(roana(), stop=lambda: len(asked) > 40 or asked.append(None) is not None)
    assert table.broken_off
    assert len(table.games) < 12


def test_other_rules_play_nothing() -> None:
    with pytest.raises(OtherRules):
        playing.lot_apart(pickle.dumps(roana().plain()), BOLD, range(1), "other rules")


# -- told ----------------------------------------------------------------------------------------------------------
TOLD: dict[Lang, tuple[str, ...]] = {
    "fr": (
        "1914 : de la frontière à la mer : 3 parties par rencontre (graine 1916)",
        "De chaque partie : qui gagne.",
        "Allemand, hardi – Entente, prudent : 3 parties",
        "Victoires de chacun, quel que soit l'adversaire",
        "personne",
        " %",
    ),
    "en": (
        "1914: from the frontier to the sea: 3 games a meeting (seed 1916)",
        "Of each game: who wins.",
        "German, bold – Entente, cautious: 3 games",
        "What each of them won, whomever he met",
        "nobody",
        "tutor play tlm/marne --policy GE=bold --policy Entente=cautious --seed 2 --auto-dice",
    ),
}


def tutor(*args: str) -> Result:
    return CliRunner().invoke(main, ["tournament", *args], prog_name="tutor")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_is_told(lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    table = made("GE", "", "", of=tournament("tlm/marne", ["GE=bold", "Entente=cautious"], games=3))
    said = text(told(table, lang))
    assert [one for one in TOLD[lang] if one not in said] == []
    monkeypatch.setenv("TUTOR_LANG", lang)
    assert TOLD[lang][2] in table._repr_html_()


def test_the_command_plays_and_tells() -> None:
    result = tutor("se/roana", "--games", "2", "--players", "ah=bold,cautious", "--players", "it=bold", "--lang", "fr")
    assert result.exit_code == 0, result.output
    assert result.stdout.count("camp italien, hardi : 2 parties") == 2
    assert "camp austro-hongrois, prudent" in result.stdout
    assert "qui tient le terrain" in result.stdout


def test_a_line_a_game_as_csv() -> None:
    result = tutor("se/roana", "--games", "2", "--players", "bold,cautious", "--csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len(rows) == 8
    assert {row["players"] for row in rows} == {f"ah={a} it={b}" for a in USUAL for b in USUAL}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("tlm/marne", "--players", "brave"), "unknown policy “brave”; there are: "),
        (("tlm/marne", "--players", "DE=bold"), "unknown side “DE”; there are: GE, Entente"),
        (("tlm/marne", "--reading", "no=such"), "reading"),
        (("nowhere/at-all",), "no scenario"),
    ],
)
def test_one_clear_message(args: tuple[str, ...], said: str) -> None:
    result = tutor(*args, "--lang", "en")
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_reading_goes_along() -> None:
    """Where the ends of the track are not known nobody wins a campaign; another process reads it so, too."""
    wanted = tournament("tlm/marne", ["bold"], games=1, readings={"victory-track-ends": "none"})
    opened = playing._opened(pickle.dumps(wanted.plain()))
    assert opened.question.id == "holder" == Table(wanted, ()).question.id
    said = text(told(Table(wanted, ()), "en"))
    assert "--reading victory-track-ends=none --seed 1916 --auto-dice" in said
