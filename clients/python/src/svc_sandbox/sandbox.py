"""A sandbox for as long as it lives, and the run it ends in."""

from __future__ import annotations

import os
import re
import time
import warnings
from dataclasses import dataclass
from datetime import datetime, timezone
from types import TracebackType
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional, Union, cast

from . import wire
from .errors import SandboxServiceError
from .run import Run, asked
from .tape import TapeRow, in_order

if TYPE_CHECKING:
    from typing_extensions import Self

    from .client import Client
    from .transport import Transport

#: Twins whose clients look for a token under a name of their own.
TOKEN_ALIASES = frozenset({"gmail", "linear"})
#: What is meant for `svc` and the service, not for the agent.
WITHHELD = re.compile(r"SVC_(?:API_KEY|PREFLIGHT$|NARRATOR_)")


@dataclass(frozen=True)
class SandboxTwin:
    """One twin of a sandbox."""

    id: str
    url: str
    """Where its routes begin; REST and GraphQL."""
    mcp_url: str
    root_url: Optional[str]
    """The same at the root of a host, for clients that drop a path; None where the service has no such hosts."""
    _transport: Transport

    def __repr__(self) -> str:
        return f"SandboxTwin({self.id!r}, {self.url!r})"

    def state(self) -> dict[str, list[dict[str, Any]]]:
        """The world as it is now: the records of each collection in the order they were made."""
        state: dict[str, list[dict[str, Any]]] = self._transport.send("GET", f"{self.url}/_svc/state").json()
        return state

    def tape(self, *, after: int = 0) -> list[TapeRow]:
        """Every call so far, in order, or those after a `seq`."""
        rows: list[TapeRow] = self._transport.send("GET", f"{self.url}/_svc/events", query={"after": after}).json()
        return rows


class Sandbox:
    """A running sandbox; `Client.sandbox` makes it. At the end of a `with` it is stopped, graded or not."""

    def __init__(self, client: Client, made: wire.CreateSandboxResponse) -> None:
        self._client = client
        self._made = made
        self._started = time.monotonic()
        self._run: Optional[Run] = None
        self._open = True
        transport = client.transport_for(made["agent_token"])
        self.twins: Mapping[str, SandboxTwin] = {
            twin: SandboxTwin(twin, at["api_url"], at["mcp_url"], at["root_url"], transport)
            for twin, at in made["per_twin"].items()
        }

    def __repr__(self) -> str:
        return f"Sandbox({self.id!r}, twins={list(self.twins)!r})"

    @property
    def id(self) -> str:
        return self._made["session_id"]

    @property
    def token(self) -> str:
        """The bearer of all its twins."""
        return self._made["agent_token"]

    @property
    def expires_at(self) -> datetime:
        return datetime.strptime(self._made["expires_at"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)

    @property
    def variables(self) -> dict[str, str]:
        """The SVC_… variables by which an agent finds the twins."""
        variables: dict[str, str] = {}
        for twin in self.twins.values():
            name = twin.id.upper()
            variables[f"SVC_{name}_REST_URL"] = twin.url
            variables[f"SVC_{name}_MCP_URL"] = twin.mcp_url
            if twin.root_url:
                variables[f"SVC_{name}_ROOT_URL"] = twin.root_url
            if twin.id in TOKEN_ALIASES:
                variables[f"SVC_{name}_TOKEN"] = self.token
        return {**variables, "SVC_AUTH_TOKEN": self.token, "SVC_TWIN_NAMES": ",".join(self.twins)}

    def environment(self, task: Optional[str] = None) -> dict[str, str]:
        """For the process of an agent: this process's variables without the API key, the sandbox's, and the task."""
        key = self._client.api_key
        kept = {
            name: value for name, value in os.environ.items() if not WITHHELD.match(name) and key not in value
        }
        return {**kept, **self.variables, **({} if task is None else {"SVC_TASK": task})}

    def twin(self, id: Optional[str] = None) -> SandboxTwin:
        """The twin of that id, by default the primary one."""
        found = self.twins.get(id) if id is not None else next(iter(self.twins.values()))
        if found is None:
            raise SandboxServiceError(f"The sandbox has no twin {id!r}, it has {', '.join(self.twins)}.")
        return found

    def state(self, twin: Optional[str] = None) -> dict[str, list[dict[str, Any]]]:
        """The world of a twin as it is now, by default of the primary one."""
        return self.twin(twin).state()

    def tape(self, twin: Optional[str] = None) -> list[TapeRow]:
        """Every call so far, of one twin or of all in the order they were made."""
        return self.twin(twin).tape() if twin is not None else in_order(one.tape() for one in self.twins.values())

    def checks(self, twin: Optional[str] = None) -> list[wire.Check]:
        """The sentences that a twin can be graded by, by default the primary one."""
        return self._client.checks.list(self.twin(twin).id)["checks"]

    @property
    def run(self) -> Optional[Run]:
        """What it ended in, once it is graded."""
        return self._run

    def finalize(
        self,
        criteria: Iterable[Union[str, wire.Criterion, Mapping[str, Any]]],
        *,
        stop_reason: str = "exited",
        exit_code: int = 0,
        duration_ms: Optional[int] = None,
        agent_model: str = "not stated",
        **more: Any,
    ) -> Run:
        """Grades what was done, by check sentences or criteria, and closes the sandbox. A repeat gives the same run.

        Whatever else POST /v1/sandboxes/:id/finalize takes may be given by its name: `final_answer`, `pass_threshold`, ….
        """
        request = {
            "source": "twin-pull",
            "criteria": asked(criteria),
            "stop_reason": stop_reason,
            "exit_code": exit_code,
            "duration_ms": round((time.monotonic() - self._started) * 1000) if duration_ms is None else duration_ms,
            "agent_model": agent_model,
            **more,
        }
        self._run = Run.of(self._client.sandboxes.finalize(self.id, **cast(wire.FinalizeRequest, request)))
        self._open = False
        return self._run

    def expect(self, *criteria: Union[str, wire.Criterion, Mapping[str, Any]], **more: Any) -> Run:
        """Like `finalize`, but an AssertionError that lists what failed and why unless the run passed."""
        __tracebackhide__ = True
        run = self.finalize(criteria, **more)
        if not run.passed:
            raise AssertionError(run.describe())
        return run

    def stop(self) -> None:
        """Throws it away, unless it was graded."""
        if self._open:
            self._client.sandboxes.discard(self.id)
        self._open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        try:
            self.stop()
        except SandboxServiceError as failure:
            if error is None:
                raise
            # What went wrong first is what the reader needs; the service stops the sandbox by itself in time.
            warnings.warn(f"{self!r} could not be stopped: {failure}", ResourceWarning, stacklevel=2)
