"""A scorer for Inspect (inspect_ai): grades the sandbox that a sample's solver worked in.

    from svc_sandbox import Client
    from svc_sandbox.inspect import sandbox_scorer, use_sandbox

    @solver
    def my_agent():
        async def solve(state, generate):
            sandbox = use_sandbox(state, Client().sandbox(twins=["github"]))
            ...  # the agent, with sandbox.variables
            return state
        return solve

    Task(dataset=[Sample(input="Close issue #1.", target="Issue #1 in acme/storefront is closed.")],
         solver=my_agent(), scorer=sandbox_scorer())

Needs inspect_ai; nothing else of this package does.
"""

from __future__ import annotations

import asyncio
import importlib
from functools import partial
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Optional, Union

from .errors import ApiError, SandboxServiceError
from .run import Run
from .sandbox import Sandbox

if TYPE_CHECKING:
    from . import wire

#: Under this name a sample's store keeps the id of its sandbox.
STORE_KEY = "svc_sandbox"
_open: dict[str, Sandbox] = {}

Asked = Union[str, "wire.Criterion", Mapping[str, Any]]


def use_sandbox(state: Any, sandbox: Sandbox) -> Sandbox:
    """Remembers the sandbox of a sample for the scorer, and gives it back."""
    _open[sandbox.id] = sandbox
    state.store.set(STORE_KEY, sandbox.id)
    return sandbox


def score_values(run: Run) -> dict[str, Any]:
    """What Inspect's `Score` is made of: the share of the criteria that passed, each with its evidence."""
    return {
        "value": (run.score or 0) / 100,
        "answer": run.outcome,
        "explanation": run.describe(),
        "metadata": {"run_id": run.id, "outcome": run.outcome, "passed": run.passed},
    }


async def grade(state: Any, target: Iterable[str], criteria: Optional[Iterable[Asked]] = None) -> Run:
    """Grades a sample's sandbox by the criteria, or by the sample's targets, a sentence each."""
    sandbox = _open.pop(str(state.store.get(STORE_KEY)), None)
    if sandbox is None:
        raise SandboxServiceError("The sample has no sandbox: its solver calls use_sandbox(state, sandbox).")
    sentences = [line for text in target for line in text.splitlines() if line.strip()]
    asked: list[Asked] = list(sentences if criteria is None else criteria)
    answer = getattr(getattr(state, "output", None), "completion", "") or ""
    more = {"final_answer": answer} if 0 < len(answer) <= 20_000 else {}
    try:
        # The client waits for the verdict: other samples go on meanwhile.
        model = str(getattr(state, "model", "not stated"))
        return await asyncio.to_thread(partial(sandbox.finalize, asked, agent_model=model, **more))
    except ApiError:
        await asyncio.to_thread(sandbox.stop)
        raise


def _unscored(score: Any, values: Mapping[str, Any], error: SandboxServiceError) -> Any:
    """An exception would end the whole evaluation, and a number would be held against the agent."""
    unscored = getattr(score, "unscored", None)
    if unscored is None:
        raise error
    return unscored(**{name: value for name, value in values.items() if name != "value"})


def sandbox_scorer(criteria: Optional[Iterable[Asked]] = None) -> Any:
    """A scorer: 1 where every criterion passed, else the share. An errored run has no score, since it says nothing of the agent."""
    try:
        inspect = importlib.import_module("inspect_ai.scorer")
    except ImportError as missing:
        raise SandboxServiceError("sandbox_scorer needs Inspect: pip install inspect_ai") from missing

    def sandbox(criteria: Optional[list[Asked]] = None) -> Any:
        async def score(state: Any, target: Any) -> Any:
            try:
                run = await grade(state, target, criteria)
            except ApiError as error:
                # An agent that made no call leaves nothing to grade.
                if error.details.get("reason") != "capture_incomplete":
                    raise
                return _unscored(inspect.Score, {"answer": "errored", "explanation": error.message}, error)
            values = score_values(run)
            if run.outcome != "errored":
                return inspect.Score(**values)
            return _unscored(inspect.Score, values, SandboxServiceError(run.describe()))

        return score

    # Its arguments are kept with the scorer's name in Inspect's log.
    made = inspect.scorer(metrics=[inspect.mean(), inspect.stderr()], name="sandbox")(sandbox)
    return made() if criteria is None else made(list(criteria))
