import json
import subprocess
import sys

import pytest
from svc_sandbox import ApiError, SandboxServiceError
from svc_sandbox.tape import TapeRow

# As small as an agent can be: closes issue 1.
AGENT = """
import json, os, urllib.request
request = urllib.request.Request(
    os.environ["SVC_GITHUB_REST_URL"] + "/repos/acme/web/issues/1",
    json.dumps({"state": "closed"}).encode(),
    {"authorization": "Bearer " + os.environ["SVC_AUTH_TOKEN"], "content-type": "application/json"},
    method="PATCH",
)
urllib.request.urlopen(request).close()
print(json.dumps({name: value for name, value in os.environ.items() if name.startswith("SVC_")}))
"""


def run_agent(sandbox):
    command = [sys.executable, "-c", AGENT]
    done = subprocess.run(command, env=sandbox.environment("Close it."), check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_an_agent_finds_its_twins_and_task_and_not_the_api_key(svc_client, seed, monkeypatch):
    monkeypatch.setenv("MY_COPY_OF_IT", f"Bearer {svc_client.api_key}")
    monkeypatch.setenv("SVC_API_KEY", svc_client.api_key)
    with svc_client.sandbox(twins=["github"], seed=seed) as sandbox:
        told = run_agent(sandbox)
        assert (told["SVC_TASK"], told["SVC_TWIN_NAMES"]) == ("Close it.", "github")
        assert told["SVC_GITHUB_REST_URL"] == sandbox.twins["github"].url
        assert told["SVC_GITHUB_MCP_URL"] == sandbox.twins["github"].mcp_url
        assert "SVC_API_KEY" not in told and "MY_COPY_OF_IT" not in sandbox.environment()
        assert sandbox.token not in repr(sandbox) + repr(sandbox.twin()) and svc_client.api_key not in repr(svc_client)


def test_tokens_have_the_names_that_agents_of_gmail_and_linear_look_for(svc_client):
    with svc_client.sandbox(twins=["gmail", "linear"]) as sandbox:
        assert {sandbox.variables[f"SVC_{name}_TOKEN"] for name in ("GMAIL", "LINEAR")} == {sandbox.token}


def test_state_and_tape_tell_what_was_done(svc_client, seed):
    with svc_client.sandbox(twins=["github"], seed=seed, clock="logical") as sandbox:
        assert sandbox.state()["issues"][0]["state"] == "open"
        run_agent(sandbox)
        assert sandbox.state("github")["issues"][0]["state"] == "closed"
        [row] = sandbox.tape()
        assert (row["method"], row["status"], row["tool"]) == ("PATCH", 200, "update_issue")
        assert row.keys() <= TapeRow.__annotations__.keys()
        assert row["state_delta"][0].keys() == {"collection", "id", "before", "after"}
        assert any("is closed" in check["template"] for check in sandbox.checks())


def test_the_calls_of_several_twins_are_one_tape(svc_client):
    with svc_client.sandbox(twins=["linear", "github"], clock="logical") as sandbox:
        for id in ("github", "linear", "github"):
            twin = sandbox.twin(id)
            path, body = ("/user", None) if id == "github" else ("/graphql", {"query": "{ viewer { id } }"})
            twin._transport.send("GET" if body is None else "POST", twin.url + path, body=body)
        assert [row["twin"] for row in sandbox.tape()] == ["github", "linear", "github"]
        with pytest.raises(SandboxServiceError, match="it has linear, github"):
            sandbox.state("slack")


def test_finalize_gives_score_and_verdicts(svc_client, seed):
    with svc_client.sandbox(twins=["github"], seed=seed) as sandbox:
        run_agent(sandbox)
        criteria = [
            "Issue #1 in acme/web is closed.",
            {"id": "calm", "text": "No new issues were opened in acme/web.", "always_scored": True},
            'Issue #1 in acme/web has the label "bug".',
        ]
        run = sandbox.finalize(criteria, agent_model="none", pass_threshold=60)
        assert (round(run.score), run.outcome, run.passed) == (67, "passed", True)
        assert [(verdict.id, verdict.status) for verdict in run.verdicts] == [
            ("c1", "passed"),
            ("calm", "passed"),
            ("c3", "failed"),
        ]
        assert sandbox.finalize(criteria).id == run.id == sandbox.run.id
        assert svc_client.runs.get(run.id)["duration_ms"] > 0


def test_expect_says_what_failed_and_why(svc_client, seed):
    with svc_client.sandbox(twins=["github"], seed=seed) as sandbox:
        run_agent(sandbox)
        with pytest.raises(AssertionError) as failure:
            sandbox.expect("Issue #1 in acme/web is closed.", 'Issue #1 in acme/web has the label "bug".')
        lines = str(failure.value).splitlines()
        assert lines[0] == "The run failed: 50 of 100, 1 of 2 criteria failed."
        assert lines[1] == '  failed: Issue #1 in acme/web has the label "bug".'
        assert lines[2].startswith("    ")
        assert lines[3] == "  passed: Issue #1 in acme/web is closed."
        assert lines[-1] == f"  {sandbox.run.dashboard_url}"


def test_a_sentence_that_no_check_has_never_passes(svc_client, seed):
    with svc_client.sandbox(twins=["github"], seed=seed) as sandbox:
        run_agent(sandbox)
        with pytest.raises(AssertionError, match="unmatched: The issue is done."):
            sandbox.expect("The issue is done.")


def test_it_is_stopped_whatever_happens(svc_client, seed):
    with pytest.raises(ZeroDivisionError):
        with svc_client.sandbox(twins=["github"], seed=seed) as sandbox:
            1 / 0
    assert svc_client.sandboxes.get(sandbox.id)["closed_at"]
    sandbox.stop()


def test_one_that_was_stopped_elsewhere_ends_in_peace(svc_client, seed):
    with svc_client.sandbox(twins=["github"], seed=seed) as sandbox:
        svc_client.sandboxes.discard(sandbox.id)
        with pytest.raises(ApiError) as refused:
            sandbox.finalize(["Issue #1 in acme/web is closed."])
        assert refused.value.status in (409, 410)
