import pytest

pytest_plugins = ["pytester"]

CLOSE = """
import json, urllib.request
import pytest
from svc_sandbox import Client

def close(sandbox):
    request = urllib.request.Request(
        sandbox.twin().url + "/repos/acme/storefront/issues/1",
        json.dumps({"state": "closed"}).encode(),
        {"authorization": f"Bearer {sandbox.token}", "content-type": "application/json"},
        method="PATCH",
    )
    urllib.request.urlopen(request).close()
"""


@pytest.fixture
def run(pytester):
    def run(text):
        pytester.makepyfile(text)
        return pytester.runpytest("-p", "no:cacheprovider", "-p", "svc_sandbox.pytest_plugin")

    return run


def test_each_test_has_a_sandbox_of_its_own_that_is_stopped_after_it(run, svc_client):
    outcome = run(
        CLOSE
        + """
ids = []

@pytest.mark.parametrize("nth", [1, 2])
def test_a_fresh_world(sandbox, nth):
    ids.append(sandbox.id)
    assert sandbox.state()["issues"][0]["state"] == "open"
    close(sandbox)
    sandbox.expect("Issue #1 in acme/storefront is closed.")

@pytest.mark.sandbox(twins=["slack"])
class TestMarks:
    def test_of_the_class(self, sandbox):
        ids.append(sandbox.id)
        assert list(sandbox.twins) == ["slack"]

    @pytest.mark.sandbox(twins=["github"], seed={"repositories": []})
    def test_of_the_test(self, sandbox):
        ids.append(sandbox.id)
        assert list(sandbox.twins) == ["github"] and sandbox.state()["issues"] == []

def test_all_are_closed(svc_client, start_sandbox):
    assert len(set(ids)) == 4
    assert all(svc_client.sandboxes.get(id)["closed_at"] for id in ids)
    one, two = start_sandbox(twins=["github"]), start_sandbox(twins=["github"])
    assert one.id != two.id
"""
    )
    outcome.assert_outcomes(passed=5)
    assert not svc_client.sandboxes.list(state="ready") and not svc_client.sandboxes.list(state="running")


def test_a_failure_lists_the_criteria_and_shows_none_of_our_code(run):
    outcome = run(
        CLOSE
        + """
def test_careless(sandbox):
    close(sandbox)
    sandbox.expect("Issue #1 in acme/storefront is closed.", 'Issue #1 in acme/storefront has the label "later".')
"""
    )
    outcome.assert_outcomes(failed=1)
    outcome.stdout.fnmatch_lines(["E*The run failed: 50 of 100, 1 of 2 criteria failed.", 'E*failed: *has the label "later".'])
    outcome.stdout.no_fnmatch_line("*svc_sandbox/sandbox.py*")


def test_a_seed_that_is_refused_says_where_and_shows_no_traceback(run):
    outcome = run(
        """
import pytest

@pytest.mark.sandbox(twins=["github"], seed={"repositories": [{"owner": "acme"}]})
def test_never_begins(sandbox):
    raise AssertionError
"""
    )
    outcome.assert_outcomes(errors=1)
    outcome.stdout.fnmatch_lines(["The sandbox could not be started: *repositories?0?.name: *"])
    outcome.stdout.no_fnmatch_line("*another exception*")
    outcome.stdout.no_fnmatch_line("*svc_sandbox/*.py*")


def test_without_a_service_a_test_fails_and_says_what_to_do(run, monkeypatch, tmp_path):
    monkeypatch.delenv("SVC_BASE_URL")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    outcome = run("def test_never_begins(sandbox): ...")
    outcome.assert_outcomes(errors=1)
    outcome.stdout.fnmatch_lines(["*SVC_BASE_URL is not set. `svc up` starts one and prints it."])


def test_a_mark_with_a_bare_word_is_told_how_to_say_it(run):
    outcome = run('import pytest\n@pytest.mark.sandbox("github")\ndef test_never_begins(sandbox): ...')
    outcome.assert_outcomes(errors=1)
    outcome.stdout.fnmatch_lines(["*takes names only: sandbox(twins=*"])
