"""What the chapters of Distant Foreign Fields enter themselves in: its steps, and what amends them."""

from tutor.engine.law import Amendments
from tutor.engine.run import StepBook

STEPS = StepBook()
AMENDMENTS = Amendments()
step = STEPS.step
amends = AMENDMENTS.amends
