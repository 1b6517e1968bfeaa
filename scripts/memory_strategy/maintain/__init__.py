"""Keeping the store small: plans that are shown, applied exactly as shown, and taken back.

A plan is a frozen value computed from memories and `now`; `apply` carries out that very plan, each step checked again
under the lock; `undo` takes the last applied plan back. Nothing here deletes what is active: it is archived.
"""

from .applying import Applied, apply
from .cleanup import plan_cleanup
from .compress import plan_compress
from .plan import Loss, Plan, Step
from .prune import plan_capacity, plan_prune
from .rounds import overfull, plan_monthly, plan_weekly
from .undoing import Undone, undo

__all__ = [
    "Applied", "Loss", "Plan", "Step", "Undone", "apply", "overfull", "plan_capacity", "plan_cleanup", "plan_compress",
    "plan_monthly", "plan_prune", "plan_weekly", "undo",
]  # fmt: skip
