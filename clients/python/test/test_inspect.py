"""The scorer for Inspect, with what Inspect hands to a scorer: a state with a store and an output, and a target."""

import asyncio
import json
import sys
import urllib.request
from types import SimpleNamespace

import pytest

from svc_sandbox import SandboxServiceError
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
