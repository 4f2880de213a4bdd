"""The REST API of the control plane. Every method raises ApiError when it is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, List, Mapping, Optional, Union
from urllib.parse import quote
from uuid import uuid4

from . import wire
from .connection import read_connection
from .errors import ApiError
from .sandbox import Sandbox
from .transport import ALWAYS, Answer, Repeat, Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: A synchronous grade is answered within 120 seconds, by a run or by 503.
FINALIZE_TIMEOUT_SECONDS = 150.0
#: A repeated key gives the first sandbox for 30 seconds; some of them are the way there and back.
IDEMPOTENT = Repeat(safe=True, within=20.0)

_Call = Callable[..., Answer]


def _segment(text: str) -> str:
    return quote(text, safe="")


def _with_key(request: Mapping[str, Any]) -> dict[str, Any]:
    """A key of its own makes a start that may be repeated."""
    return {**request, "idempotency_key": request.get("idempotency_key") or str(uuid4())}


class Client:
    """A client of one service; without arguments that of SVC_BASE_URL and SVC_API_KEY, else of the last `svc login`.

    `timeout` is how many seconds to wait for a connection or for the next bytes of an answer. Calls that may be sent
    twice are repeated up to `max_retries` times when nobody answers or the service says 502, 503 or 504.
    """

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 2,
    ) -> None:
        self._connection = read_connection(base_url, api_key)
        self._timeout = timeout
        self._max_retries = max_retries
        self._transport = self.transport_for(self._connection.api_key)
        self.seeds = Seeds(self._send)
        self.sandboxes = Sandboxes(self._send)
        self.eval_sessions = EvalSessions(self._send)
        self.checks = Checks(self._send)
        self.runs = Runs(self._send)
        self.groups = Groups(self._send)
        self.tasks = Tasks(self._send)

    def __repr__(self) -> str:
        return f"Client({self._connection.base_url!r})"

    @property
    def api_key(self) -> str:
        return self._connection.api_key

    def transport_for(self, token: str) -> Transport:
        """As patient as this client, for another bearer."""
        return Transport(token, timeout=self._timeout, max_retries=self._max_retries)

    def _send(self, method: str, path: str, **named: Any) -> Answer:
        return self._transport.send(method, self._connection.base_url + path, **named)

    def me(self) -> wire.Identity:
        identity: wire.Identity = self._send("GET", "/me").json()
        return identity

    def usage(self) -> wire.Usage:
        usage: wire.Usage = self._send("GET", "/usage").json()
        return usage

    def sandbox(self, **request: Unpack[wire.CreateSandboxRequest]) -> Sandbox:
        """Starts a sandbox. As a context manager it is stopped at the end, and its run thrown away unless it was graded.

        >>> with client.sandbox(twins=["github"]) as sandbox:
        ...     subprocess.run(["python", "agent.py"], env=sandbox.environment(), check=True)
        ...     sandbox.expect("Issue #1 in acme/storefront is closed.")
        """
        return Sandbox(self, self.sandboxes.create(**request))


class _Calls:
    def __init__(self, send: _Call) -> None:
        self._send = send


class Seeds(_Calls):
    def validate(self, **request: Unpack[wire.ValidateSeedRequest]) -> wire.ValidateSeedResponse:
        answer: wire.ValidateSeedResponse = self._send("POST", "/seeds/validate", body=request, repeat=ALWAYS).json()
        return answer


class Sandboxes(_Calls):
    def create(self, **request: Unpack[wire.CreateSandboxRequest]) -> wire.CreateSandboxResponse:
        made: wire.CreateSandboxResponse = self._send(
            "POST", "/sandboxes", body=_with_key(request), repeat=IDEMPOTENT
        ).json()
        return made

    def list(self, *, state: Optional[wire.SandboxState] = None, limit: Optional[int] = None) -> List[wire.SandboxRow]:
        rows: list[wire.SandboxRow] = self._send("GET", "/sandboxes", query={"state": state, "limit": limit}).json()
        return rows

    def get(self, id: str) -> wire.Sandbox:
        sandbox: wire.Sandbox = self._send("GET", f"/sandboxes/{_segment(id)}").json()
        return sandbox

    def world(self, id: str, *, step: Optional[int] = None, twin: Optional[str] = None) -> wire.World:
        """A twin's world after so many calls of the sandbox; as it is now where `step` is left out."""
        query = {"step": step, "twin": twin}
        world: wire.World = self._send("GET", f"/sandboxes/{_segment(id)}/state", query=query).json()
        return world

    def fork(self, id: str, **request: Unpack[wire.ForkSandboxRequest]) -> wire.ForkSandboxResponse:
        """Starts sandboxes with the worlds that this one had after a call."""
        forks: wire.ForkSandboxResponse = self._send(
            "POST", f"/sandboxes/{_segment(id)}/forks", body=_with_key(request), repeat=IDEMPOTENT
        ).json()
        return forks

    def heartbeat(self, id: str) -> None:
        self._send("POST", f"/sandboxes/{_segment(id)}/heartbeat", repeat=ALWAYS)

    def faults(self, id: str) -> wire.Faults:
        """What of its agent's calls fails on request, and what came of that."""
        faults: wire.Faults = self._send("GET", f"/sandboxes/{_segment(id)}/faults").json()
        return faults

    def set_faults(self, id: str, faults: List[wire.Fault]) -> wire.Faults:
        """Puts these in the place of all that stand."""
        standing: wire.Faults = self._send("PUT", f"/sandboxes/{_segment(id)}/faults", body={"faults": faults}).json()
        return standing

    def delete(self, id: str, *, confirm_discard: Optional[str] = None) -> wire.SandboxRow:
        """An ungraded sandbox is refused with a `discard_token` in the details; pass it to discard the run."""
        query = {"confirm_discard": confirm_discard}
        row: wire.SandboxRow = self._send("DELETE", f"/sandboxes/{_segment(id)}", query=query).json()
        return row

    def discard(self, id: str) -> None:
        """Stops a sandbox and throws an ungraded run away; one that is closed already is left as it is."""
        try:
            self.delete(id)
        except ApiError as error:
            token = error.details.get("discard_token")
            if error.status == 410:
                return
            if not isinstance(token, str):
                raise
            self.delete(id, confirm_discard=token)

    def trace_upload(self, id: str) -> wire.Upload:
        upload: wire.Upload = self._send("POST", f"/sandboxes/{_segment(id)}/result-upload-url", repeat=ALWAYS).json()
        return upload

    def meta_upload(self, id: str) -> wire.Upload:
        upload: wire.Upload = self._send("POST", f"/sandboxes/{_segment(id)}/meta-upload-url", repeat=ALWAYS).json()
        return upload

    def state_uploads(self, id: str, twins: Optional[List[str]] = None) -> wire.StateUploadResponse:
        body = None if twins is None else {"twins": twins}
        uploads: wire.StateUploadResponse = self._send(
            "POST", f"/sandboxes/{_segment(id)}/state-upload-url", body=body, repeat=ALWAYS
        ).json()
        return uploads

    def finalize(self, id: str, **request: Unpack[wire.FinalizeRequest]) -> wire.FinalizeResult:
        """Waits for the grade. A repeat gives the same run."""
        result: wire.FinalizeResult = self._send(
            "POST", f"/sandboxes/{_segment(id)}/finalize", body=request, repeat=ALWAYS, timeout=FINALIZE_TIMEOUT_SECONDS
        ).json()
        return result

    def finalize_async(
        self, id: str, **request: Unpack[wire.FinalizeRequest]
    ) -> Union[wire.FinalizeAccepted, wire.FinalizeResult]:
        """Only queues the grading; poll `evaluation`. A sandbox graded before gives its run at once."""
        answer: Union[wire.FinalizeAccepted, wire.FinalizeResult] = self._send(
            "POST",
            f"/sandboxes/{_segment(id)}/finalize",
            body=request,
            headers={"prefer": "respond-async"},
            repeat=ALWAYS,
        ).json()
        return answer

    def evaluation(self, id: str) -> wire.Evaluation:
        evaluation: wire.Evaluation = self._send("GET", f"/sandboxes/{_segment(id)}/evaluation").json()
        return evaluation


class EvalSessions(_Calls):
    def create(self, **request: Unpack[wire.CreateEvalSessionRequest]) -> wire.CreateEvalSessionResponse:
        made: wire.CreateEvalSessionResponse = self._send(
            "POST", "/eval-sessions", body=_with_key(request), repeat=IDEMPOTENT
        ).json()
        return made


class Checks(_Calls):
    def list(self, twin: str) -> wire.CheckList:
        checks: wire.CheckList = self._send("GET", "/checks", query={"twin": twin}).json()
        return checks

    def render(self, **request: Unpack[wire.RenderChecksRequest]) -> wire.RenderChecksResponse:
        rendered: wire.RenderChecksResponse = self._send("POST", "/checks/render", body=request, repeat=ALWAYS).json()
        return rendered

    def bind(self, **request: Unpack[wire.BindChecksRequest]) -> wire.BindChecksResponse:
        bound: wire.BindChecksResponse = self._send("POST", "/checks/bind", body=request, repeat=ALWAYS).json()
        return bound


class Runs(_Calls):
    def list(
        self,
        *,
        group_id: Optional[str] = None,
        task_name: Optional[str] = None,
        agent_version: Optional[str] = None,
        agent_model: Optional[str] = None,
        outcome: Optional[wire.RunOutcome] = None,
        min_score: Optional[float] = None,
        below_score: Optional[float] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        after: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> List[wire.RunRow]:
        query = {
            "group_id": group_id,
            "task_name": task_name,
            "agent_version": agent_version,
            "agent_model": agent_model,
            "outcome": outcome,
            "min_score": min_score,
            "below_score": below_score,
            "since": since,
            "until": until,
            "after": after,
            "limit": limit,
        }
        rows: list[wire.RunRow] = self._send("GET", "/runs", query=query).json()
        return rows

    def get(self, id: str) -> wire.RunRecord:
        run: wire.RunRecord = self._send("GET", f"/runs/{_segment(id)}").json()
        return run

    def report(self, id: str) -> str:
        """Markdown."""
        return self._send("GET", f"/runs/{_segment(id)}/report.md", headers={"accept": "text/markdown"}).body.decode()

    def regrade(self, id: str, **request: Unpack[wire.RegradeRequest]) -> wire.FinalizeResult:
        """Grades the stored evidence again, as a new run; each repeat makes another."""
        result: wire.FinalizeResult = self._send(
            "POST", f"/runs/{_segment(id)}/regrade", body=request, timeout=FINALIZE_TIMEOUT_SECONDS
        ).json()
        return result

    def trace(self, id: str) -> wire.Download:
        download: wire.Download = self._send("GET", f"/runs/{_segment(id)}/trace").json()
        return download

    def state(self, id: str) -> wire.StateDownload:
        download: wire.StateDownload = self._send("GET", f"/runs/{_segment(id)}/state").json()
        return download

    def world(self, id: str, *, step: int, twin: Optional[str] = None) -> wire.World:
        """A twin's world after so many calls, rebuilt from the stored evidence."""
        world: wire.World = self._send("GET", f"/runs/{_segment(id)}/state", query={"step": step, "twin": twin}).json()
        return world


class Groups(_Calls):
    def get(
        self,
        id: str,
        *,
        agent_version: Optional[str] = None,
        agent_model: Optional[str] = None,
        task_name: Optional[str] = None,
    ) -> wire.Group:
        query = {"agent_version": agent_version, "agent_model": agent_model, "task_name": task_name}
        group: wire.Group = self._send("GET", f"/groups/{_segment(id)}", query=query).json()
        return group

    def compare(
        self,
        id: str,
        other: str,
        *,
        agent_version: Optional[str] = None,
        agent_model: Optional[str] = None,
        task_name: Optional[str] = None,
    ) -> wire.Comparison:
        query = {"with": other, "agent_version": agent_version, "agent_model": agent_model, "task_name": task_name}
        comparison: wire.Comparison = self._send("GET", f"/groups/{_segment(id)}/comparison", query=query).json()
        return comparison


class Tasks(_Calls):
    def create(self, **request: Unpack[wire.CreateTaskRequest]) -> wire.Task:
        task: wire.Task = self._send("POST", "/tasks", body=request).json()
        return task

    def list(self, *, limit: Optional[int] = None) -> List[wire.TaskRow]:
        rows: list[wire.TaskRow] = self._send("GET", "/tasks", query={"limit": limit}).json()
        return rows

    def get(self, id: str) -> wire.Task:
        task: wire.Task = self._send("GET", f"/tasks/{_segment(id)}").json()
        return task

