"""Each method once against the service; whoever starts this listens to which operations are called."""

import base64
import json
import time
import urllib.request

import pytest

CLOSED = "Issue #1 in acme/web is closed."


def close(sandbox):
    twin = sandbox.twin()
    twin._transport.send("PATCH", f"{twin.url}/repos/acme/web/issues/1", body={"state": "closed"})


@pytest.fixture
def graded(svc_client, seed):
    with svc_client.sandbox(twins=["github"], seed=seed, group_id="python-client") as sandbox:
        svc_client.sandboxes.heartbeat(sandbox.id)
        close(sandbox)
        yield sandbox, sandbox.finalize([CLOSED], agent_model="none", scenario_name="Close it")


def test_who_calls_and_how_much_is_used(svc_client):
    assert svc_client.me()["team"]["plan_tier"]
    usage = svc_client.usage()
    assert usage["sessions_quota"] == usage["sessions_used"] + usage["sessions_remaining"]


def test_seeds_are_checked(svc_client, seed):
    assert svc_client.seeds.validate(twins=["github"], seed=seed)["checked"] == ["github"]


def test_checks_are_listed_rendered_and_bound(svc_client):
    calm = next(check for check in svc_client.checks.list("github")["checks"] if check["id"] == "github.no-new-issues")
    assert (calm["template"], calm["params"][0]["name"]) == ("No new issues were opened in {repo}.", "repo")
    items = [{"check": calm["id"], "args": {"repo": "acme/web"}}]
    [line] = svc_client.checks.render(twin="github", items=items)["lines"]
    assert svc_client.checks.bind(twin="github", texts=[line])["results"] == [{"check_id": calm["id"]}]


def test_a_sandbox_is_listed_read_forked_and_thrown_away(svc_client, seed):
    made = svc_client.sandboxes.create(twins=["github"], seed=seed)
    id = made["session_id"]
    assert id in [row["id"] for row in svc_client.sandboxes.list(state="ready", limit=100)]
    assert svc_client.sandboxes.get(id)["agent_token"] == made["agent_token"]
    assert svc_client.sandboxes.world(id, step=0, twin="github")["state"]["issues"][0]["title"] == "Broken"
    assert svc_client.sandboxes.faults(id) == {"faults": []}
    standing = svc_client.sandboxes.set_faults(id, [{"tool": "create_issue", "nth": 1, "kind": "secondary_rate_limit"}])
    assert [(fault["twin"], fault["injected"]) for fault in standing["faults"]] == [("github", 0)]
    for fork in svc_client.sandboxes.fork(id, at=0, count=2)["sandboxes"]:
        svc_client.sandboxes.discard(fork["session_id"])
    svc_client.sandboxes.discard(id)
    svc_client.sandboxes.discard(id)
    assert svc_client.sandboxes.get(id)["closed_at"]


def test_a_meta_blob_has_a_place_of_its_own(svc_client):
    id = svc_client.eval_sessions.create(twins=["github"])["session_id"]
    assert svc_client.sandboxes.meta_upload(id)["key"] != svc_client.sandboxes.trace_upload(id)["key"]
    svc_client.sandboxes.discard(id)


def test_a_run_is_read_graded_again_and_compared(svc_client, graded):
    sandbox, run = graded
    assert (run.score, run.passed) == (100, True)
    record = svc_client.runs.get(run.id)
    assert (record["session_id"], record["satisfaction_score"]) == (sandbox.id, 100)
    assert run.id in [row["id"] for row in svc_client.runs.list(group_id="python-client", outcome="passed")]
    assert CLOSED in svc_client.runs.report(run.id)
    assert svc_client.runs.trace(run.id)["url"] and svc_client.runs.state(run.id)["url"]
    assert svc_client.runs.world(run.id, step=0)["state"]["issues"][0]["state"] == "open"
    assert svc_client.runs.regrade(run.id, pass_threshold=50)["score"] == 100
    assert svc_client.groups.get("python-client")["passed"] >= 1
    assert svc_client.groups.compare("python-client", "python-client")["only_first_passed"] == 0


def put(upload, text):
    request = urllib.request.Request(upload["url"], text.encode(), method="PUT")
    urllib.request.urlopen(request).close()
    return upload["key"]


def test_evidence_from_elsewhere_is_handed_in_and_graded_in_the_background(svc_client, seed):
    with svc_client.sandbox(twins=["github"], seed=seed) as sandbox:
        first = sandbox.state()
        close(sandbox)
        last, tape = sandbox.state(), sandbox.tape()
    id = svc_client.eval_sessions.create(twins=["github"])["session_id"]
    states = svc_client.sandboxes.state_uploads(id, ["github"])
    accepted = svc_client.sandboxes.finalize_async(
        id,
        trace_storage_key=put(svc_client.sandboxes.trace_upload(id), "".join(f"{json.dumps(row)}\n" for row in tape)),
        state_initial_storage_key=put(states["state_initial"], json.dumps(first)),
        state_final_storage_key=put(states["state_final"], json.dumps(last)),
        criteria=[{"id": "c1", "text": CLOSED, "kind": "code"}],
        stop_reason="exited",
        exit_code=0,
        duration_ms=1,
        agent_model="none",
    )
    while (evaluation := svc_client.sandboxes.evaluation(id))["status"] in ("queued", "running"):
        time.sleep(0.05)
    assert (evaluation["status"], evaluation["result"]["score"]) == ("completed", 100)
    assert evaluation["run_id"] == accepted["run_id"]


def test_tasks_are_stored(svc_client):
    task = svc_client.tasks.create(task_source=base64.b64encode(b"# Close it").decode())
    assert task["name"] == "Close it"
    assert task["id"] in [row["id"] for row in svc_client.tasks.list(limit=100)]
    assert svc_client.tasks.get(task["id"])["task_markdown"] == "# Close it"
