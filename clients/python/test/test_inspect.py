"""The scorer for Inspect, with what Inspect hands to a scorer: a state with a store and an output, and a target."""

import asyncio
import json
import sys
import urllib.request
from types import ModuleType, SimpleNamespace

import inspect_stand_in as stand_in
import pytest

from svc_sandbox import SandboxServiceError, inspect as under_test
from svc_sandbox.inspect import grade, sandbox_scorer, score_values, use_sandbox

LABELLED = 'Issue #1 in acme/web has the label "bug".'


class Store(dict):
    """As much of inspect_ai.util.Store as a solver and a scorer use."""

    def set(self, key, value):
        self[key] = value


@pytest.fixture
def state():
    return SimpleNamespace(store=Store(), output=SimpleNamespace(completion="Done."), model="model-x")


def label(sandbox):
    request = urllib.request.Request(
        sandbox.twin().url + "/repos/acme/web/issues/1/labels",
        json.dumps({"labels": ["bug"]}).encode(),
        {"authorization": "Bearer " + sandbox.token, "content-type": "application/json"},
        method="POST",
    )
    urllib.request.urlopen(request).close()


def look(sandbox):
    request = urllib.request.Request(
        sandbox.twin().url + "/repos/acme/web/issues/1", headers={"authorization": "Bearer " + sandbox.token}
    )
    urllib.request.urlopen(request).close()


def test_a_sample_is_graded_by_its_targets(svc_client, seed, state):
    with svc_client.sandbox(twins=["github"], seed=seed) as sandbox:
        assert use_sandbox(state, sandbox) is sandbox
        label(sandbox)
        run = asyncio.run(grade(state, [f"{LABELLED}\n", 'The final answer contains "Done".']))
    values = score_values(run)
    assert values["value"] == 1.0
    assert values["answer"] == "passed"
    assert LABELLED in values["explanation"]
    assert values["metadata"]["run_id"] == run.id


def test_a_share_of_the_criteria_is_that_score(svc_client, seed, state):
    with svc_client.sandbox(twins=["github"], seed=seed) as sandbox:
        use_sandbox(state, sandbox)
        label(sandbox)
        run = asyncio.run(grade(state, [], [LABELLED, "Issue #1 in acme/web is closed."]))
    assert score_values(run)["value"] == 0.5
    assert score_values(run)["answer"] == "failed"


def test_a_sample_without_a_sandbox_and_a_python_without_inspect_are_told(state, monkeypatch):
    with pytest.raises(SandboxServiceError, match="use_sandbox"):
        asyncio.run(grade(state, [LABELLED]))
    monkeypatch.setitem(sys.modules, "inspect_ai.scorer", None)
    with pytest.raises(SandboxServiceError, match="pip install inspect_ai"):
        sandbox_scorer()


@pytest.fixture
def inspect_ai(monkeypatch):
    """The scorer imports what stands in for Inspect, which can't be had where these tests run."""

    def install(score_class=stand_in.Score):
        monkeypatch.setitem(sys.modules, "inspect_ai", ModuleType("inspect_ai"))
        monkeypatch.setitem(sys.modules, "inspect_ai.scorer", stand_in.module(score_class))

    install()
    return install


def solver(svc_client, seed, does_it):
    """Works in a sandbox of its own in each epoch of each sample, or only looks around."""

    async def solve(state, generate):
        sandbox = await asyncio.to_thread(svc_client.sandbox, twins=["github"], seed=seed)
        use_sandbox(state, sandbox)
        await asyncio.to_thread(label if does_it(state) else look, sandbox)
        return state

    return solve


SAMPLES = [
    {"input": "Label issue 1.", "target": LABELLED, "output": "Done."},
    {"input": "Label issue 1 and close it.", "target": [LABELLED, "Issue #1 in acme/web is closed."]},
]


def test_an_evaluation_has_scores_with_evidence_and_the_metrics_of_them(inspect_ai, svc_client, seed):
    scorer = sandbox_scorer()
    solve = solver(svc_client, seed, lambda state: True)
    scores, metrics = asyncio.run(stand_in.evaluate(SAMPLES, solve, scorer))
    [[first], [second]] = scores
    assert (first.value, first.answer) == (1.0, "passed")
    assert (second.value, second.answer) == (0.5, "failed")
    assert "Issue #1 in acme/web is closed." in second.explanation
    assert second.metadata["passed"] is False
    assert json.loads(json.dumps(second.metadata)) == second.metadata
    assert metrics == {"mean": 0.75, "stderr": pytest.approx(0.25), "counted": 2}
    run = svc_client.runs.get(second.metadata["run_id"])
    assert run["agent_model"] == "mockllm/model"
    assert scorer.registry["name"] == "sandbox"


@pytest.mark.parametrize(
    "reducer, value",
    [(stand_in.mean_score, 0.5), (stand_in.max_score, 1.0), (stand_in.at_least(1), 1), (stand_in.at_least(2), 0)],
)
def test_epochs_are_sandboxes_of_their_own_and_are_reduced(inspect_ai, svc_client, seed, reducer, value):
    solve = solver(svc_client, seed, lambda state: state.epoch == 1)
    scores, metrics = asyncio.run(stand_in.evaluate(SAMPLES[:1], solve, sandbox_scorer(), epochs=2, reducer=reducer))
    assert sorted(one.value for one in scores[0]) == [0.0, 1.0]
    assert len({one.metadata["run_id"] for one in scores[0]}) == 2
    assert metrics["mean"] == value


def test_criteria_of_the_scorer_go_before_the_targets_and_are_kept_with_its_name(inspect_ai, svc_client, seed):
    scorer = sandbox_scorer(iter([LABELLED]))
    solve = solver(svc_client, seed, lambda state: True)
    for _ in range(2):
        [[score]], _metrics = asyncio.run(stand_in.evaluate(SAMPLES[1:], solve, scorer))
        assert score.value == 1.0
    assert scorer.registry["args"] == {"criteria": [LABELLED]}


def errored(run):
    return under_test.Run.of({**run.result, "outcome": "errored", "outcome_reason": "The twin was killed.", "score": None})


def test_an_errored_run_has_no_score_and_is_in_no_metric(inspect_ai, svc_client, seed, monkeypatch):
    graded = under_test.Sandbox.finalize
    monkeypatch.setattr(
        under_test.Sandbox,
        "finalize",
        lambda self, asked, **more: graded(self, asked, **more) if len(asked) > 1 else errored(graded(self, asked, **more)),
    )
    solve = solver(svc_client, seed, lambda state: True)
    scores, metrics = asyncio.run(stand_in.evaluate(SAMPLES, solve, sandbox_scorer()))
    [[first], _second] = scores
    assert first.value != first.value
    assert (first.answer, "The twin was killed." in first.explanation) == ("errored", True)
    assert metrics == {"mean": 0.5, "stderr": 0.0, "counted": 1}
    # Of an Inspect without such scores, the sample errors.
    inspect_ai(stand_in.OlderScore)
    with pytest.raises(SandboxServiceError, match="The twin was killed"):
        asyncio.run(stand_in.evaluate(SAMPLES[:1], solve, sandbox_scorer()))


def test_an_agent_that_made_no_call_has_no_score_either_and_its_sandbox_is_stopped(inspect_ai, svc_client, seed):
    used = []

    async def solve(state, generate):
        used.append(use_sandbox(state, await asyncio.to_thread(svc_client.sandbox, twins=["github"], seed=seed)))
        return state

    [[score]], metrics = asyncio.run(stand_in.evaluate(SAMPLES[:1], solve, sandbox_scorer(), metrics=False))
    assert score.value != score.value
    assert (score.answer, "tape is empty" in score.explanation) == ("errored", True)
    assert metrics["counted"] == 0
    assert svc_client.sandboxes.get(used[0].id)["state"] in ("expired", "done", "failed")
