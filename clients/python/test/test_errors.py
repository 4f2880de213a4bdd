import json

import pytest
from svc_sandbox import ApiError, Client, NotConnected, ServiceUnreachable

KEY = "svc_0123456789_abcdefghijklmnopqrstuvwx"


def test_a_refusal_has_status_type_message_details_and_request_id(svc_client):
    with pytest.raises(ApiError) as refused:
        svc_client.sandboxes.create(twins=["github"], seed={"repositories": [{"owner": "acme"}]})
    error = refused.value
    assert (error.status, error.type, error.details["error"]) == (422, "validation_failed", "invalid_seed")
    assert error.request_id.startswith("req_") and error.request_id in str(error)
    # The message alone says where to look.
    assert "repositories[0].name" in str(error)


def test_a_wrong_key_and_an_unknown_id_are_told_apart(svc_client):
    stranger = Client(svc_client._connection.base_url, KEY)
    with pytest.raises(ApiError) as refused:
        stranger.me()
    assert (refused.value.status, refused.value.type) == (401, "invalid_auth")
    with pytest.raises(ApiError) as refused:
        svc_client.runs.get("run_../me")
    assert (refused.value.status, refused.value.type) == (404, "not_found")


def test_an_answer_that_is_not_the_services_is_told_as_such(stand_in):
    client = Client(stand_in.base_url, KEY)
    stand_in.answer(403, b"<html>no</html>", {"x-request-id": "gw-1"})
    with pytest.raises(ApiError) as refused:
        client.me()
    assert (refused.value.status, refused.value.type, refused.value.request_id) == (403, "unknown", "gw-1")
    stand_in.answer(200, b"<html>hello</html>")
    with pytest.raises(ServiceUnreachable, match="not the service"):
        client.me()


def test_the_key_goes_nowhere_else(stand_in):
    stand_in.answer(302, headers={"location": f"{stand_in.base_url}/elsewhere"})
    with pytest.raises(ApiError) as refused:
        Client(stand_in.base_url, KEY).me()
    assert refused.value.status == 302
    assert [path for _, path, _, _ in stand_in.asked] == ["/v1/me"]


def test_a_proxy_of_the_environment_does_not_keep_us_from_this_machine(stand_in, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    stand_in.answer(200, {"plan_tier": "free"})
    assert Client(stand_in.base_url, KEY).usage() == {"plan_tier": "free"}


@pytest.fixture
def nowhere(monkeypatch, tmp_path):
    for name in ("SVC_BASE_URL", "SVC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_what_is_missing_is_named(nowhere):
    with pytest.raises(NotConnected, match="SVC_BASE_URL is not set"):
        Client()
    with pytest.raises(NotConnected, match="SVC_API_KEY is not set"):
        Client("http://127.0.0.1:4000/v1")
    with pytest.raises(NotConnected, match="no http address: 127.0.0.1:4000"):
        Client("127.0.0.1:4000", KEY)
    with pytest.raises(NotConnected, match="characters that no key has"):
        Client("http://127.0.0.1:4000/v1", f"{KEY}\n")


def test_the_login_of_the_command_line_is_known(nowhere, stand_in):
    (nowhere / "svc").mkdir()
    (nowhere / "svc" / "config.json").write_text(json.dumps({"base_url": f"{stand_in.base_url}/", "api_key": KEY}))
    stand_in.answer(200, {})
    Client().me()
    [(_, path, headers, _)] = stand_in.asked
    assert (path, headers["Authorization"]) == ("/v1/me", f"Bearer {KEY}")
    (nowhere / "svc" / "config.json").write_text("{")
    with pytest.raises(NotConnected, match="config.json can't be read"):
        Client()
