"""Cases: questions to the rules with their answers, as data. `tests/cases/README.md` says how to write one."""

from tutor.cases.loading import cases_of, ids_saying, load_cases
from tutor.cases.model import Case, Result
from tutor.cases.running import rests_on, run

__all__ = ["Case", "Result", "cases_of", "ids_saying", "load_cases", "rests_on", "run"]
