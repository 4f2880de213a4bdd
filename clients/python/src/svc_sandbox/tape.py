"""The calls of an agent, as the twins recorded them."""

from __future__ import annotations

from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING, Any, Iterable, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

Fidelity = Literal["semantic", "shape", "unsupported"]


class Change(TypedDict):
    """One record that a call wrote; `before` is None where it made it, `after` where it removed it."""

    collection: str
    id: Union[str, int]
    before: Optional[dict[str, Any]]
    after: Optional[dict[str, Any]]


class Action(TypedDict):
    """One thing that a call did; `writes` is absent where that is the row's `state_delta`."""

    tool: Optional[str]
    refused: NotRequired[bool]
    writes: NotRequired[list[Change]]


class TapeRow(TypedDict):
    """One recorded HTTP call."""

    seq: int
    """1 for the first call on the twin, then one more each."""
    ts: str
    """ISO 8601 by the world's clock."""
    request_id: str
    twin: str
    method: str
    path: str
    request_headers: dict[str, Any]
    request_body: Any
    status: int
    """0 where a fault kept the call from arriving."""
    response_headers: dict[str, str]
    response_body: Any
    received_at: NotRequired[str]
    """When the call came in by the wall's clock; only where the world's clock is another."""
    latency_ms: float
    state_mutation: bool
    """Whether this call changed the world."""
    state_delta: Optional[list[Change]]
    tool: Optional[str]
    """The action's name."""
    actions: NotRequired[list[Action]]
    fidelity: Optional[Fidelity]
    ignored: NotRequired[list[str]]
    cut: NotRequired[bool]
    fault: NotRequired[dict[str, Any]]
    inherited: NotRequired[bool]


def in_order(tapes: Iterable[list[TapeRow]]) -> list[TapeRow]:
    """The rows of several twins as the agent made the calls."""
    return sorted(chain.from_iterable(tapes), key=lambda row: _real_time(row))


def _real_time(row: TapeRow) -> datetime:
    # Python 3.9 reads no Z.
    return datetime.fromisoformat(row.get("received_at", row["ts"]).replace("Z", "+00:00"))
