"""A graded run, in a form that tests and notebooks read well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Optional, Union

from . import wire


@dataclass(frozen=True)
class Verdict:
    """What one criterion came to."""

    id: str
    text: str
    status: wire.CriterionStatus
    twin: Optional[str]
    check_id: Optional[str]
    reason: str
    """Names the evidence, or why there is no verdict."""

    @property
    def passed(self) -> bool:
        return self.status == "passed"

    @property
    def counts(self) -> bool:
        """Whether it is in the score."""
        return self.status in ("passed", "failed")


@dataclass(frozen=True)
class Run:
    """A graded run."""

    id: str
    score: Optional[float]
    """Out of 100; None for a run without criteria."""
    outcome: wire.RunOutcome
    outcome_reason: Optional[str]
    verdicts: tuple[Verdict, ...]
    dashboard_url: str
    result: wire.FinalizeResult
    """The service's answer, whole."""

    @classmethod
    def of(cls, result: wire.FinalizeResult) -> Run:
        return cls(
            id=result["run_id"],
            score=result["score"],
            outcome=result["outcome"],
            outcome_reason=result["outcome_reason"],
            verdicts=tuple(
                Verdict(one["id"], one["text"], one["status"], one["twin"], one["check_id"], one["reason"])
                for one in result["criteria_results"]
            ),
            dashboard_url=result["dashboard_url"],
            result=result,
        )

    @property
    def passed(self) -> bool:
        return self.outcome == "passed"

    @property
    def failed(self) -> tuple[Verdict, ...]:
        """The criteria that failed."""
        return tuple(verdict for verdict in self.verdicts if verdict.status == "failed")

    def describe(self) -> str:
        """What didn't pass and why, then what did."""
        score = "no score" if self.score is None else f"{self.score:g} of 100"
        head = f"The run {self.outcome}: {score}, {len(self.failed)} of {len(self.verdicts)} criteria failed."
        reason = [f"  {self.outcome_reason}"] if self.outcome_reason else []
        first = sorted(self.verdicts, key=lambda verdict: _ORDER.get(verdict.status, len(_ORDER)))
        lines = [line for verdict in first for line in _lines(verdict)]
        unsupported = [f"  the {call['twin']} twin does not model {call['call']}" for call in self.result["unsupported_calls"]]
        return "\n".join([head, *reason, *lines, *unsupported, f"  {self.dashboard_url}"])


_ORDER: Mapping[str, int] = {"failed": 0, "not_gradable": 1, "unmatched": 2, "skipped": 3, "model": 4, "passed": 5}


def _lines(verdict: Verdict) -> list[str]:
    line = f"  {verdict.status.replace('_', ' ')}: {verdict.text}"
    return [line] if verdict.passed else [line, f"    {verdict.reason}"]


def asked(criteria: Iterable[Union[str, wire.Criterion, Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """Criteria as the service takes them: their place in the list where they have no id, `code` where they have no kind."""
    if isinstance(criteria, str):
        criteria = [criteria]
    return [
        {"id": f"c{at}", "kind": "code", **({"text": one} if isinstance(one, str) else one)}
        for at, one in enumerate(criteria, start=1)
    ]
