import socket

import pytest
from svc_sandbox import ApiError, Client, ServiceUnreachable
from svc_sandbox.transport import Repeat

KEY = "svc_0123456789_abcdefghijklmnopqrstuvwx"


@pytest.fixture
def client(stand_in):
    return Client(stand_in.base_url, KEY)


def test_a_read_is_repeated_while_the_service_is_away(client, stand_in):
    stand_in.answer(503, headers={"retry-after": "0"})
    stand_in.hang_up()
    stand_in.answer(200, {"plan_tier": "free"})
    assert client.usage() == {"plan_tier": "free"}
    assert len(stand_in.asked) == 3


def test_it_gives_up_with_the_last_refusal(client, stand_in):
    for _ in range(3):
        stand_in.answer(503, {"error": {"type": "downstream_unavailable", "message": "Away.", "request_id": "req_1"}})
    with pytest.raises(ApiError, match="Away. .503 downstream_unavailable, req_1"):
        client.usage()
    assert stand_in.answers == []


@pytest.mark.parametrize("status", [400, 404, 409, 422, 500])
def test_what_a_repeat_would_not_change_is_not_repeated(client, stand_in, status):
    stand_in.answer(status)
    with pytest.raises(ApiError) as refused:
        client.usage()
    assert (refused.value.status, len(stand_in.asked)) == (status, 1)


def test_what_makes_another_each_time_is_not_repeated(client, stand_in):
    stand_in.hang_up()
    with pytest.raises(ServiceUnreachable):
        client.tasks.create(task_source="IyBB")
    stand_in.answer(503)
    with pytest.raises(ApiError):
        client.runs.regrade("run_1")
    assert len(stand_in.asked) == 2


def test_a_start_is_repeated_under_its_own_key(client, stand_in):
    for _ in range(2):
        stand_in.hang_up()
        stand_in.answer(201, {"session_id": "ses_1"})
        client.sandboxes.create(twins=["github"])
    keys = [body["idempotency_key"] for _, _, _, body in stand_in.asked]
    assert keys[0] == keys[1] != keys[2] == keys[3]


def test_a_start_is_not_repeated_once_the_service_has_forgotten_its_key(client, stand_in, monkeypatch):
    monkeypatch.setattr("svc_sandbox.client.IDEMPOTENT", Repeat(safe=True, within=0.0))
    stand_in.hang_up()
    with pytest.raises(ServiceUnreachable):
        client.sandboxes.create(twins=["github"])
    assert len(stand_in.asked) == 1


def test_a_call_that_never_left_is_repeated_whatever_it_is(monkeypatch):
    monkeypatch.setattr("svc_sandbox.transport.FIRST_PAUSE_SECONDS", 0.001)
    pauses = []
    monkeypatch.setattr("svc_sandbox.transport.time.sleep", pauses.append)
    # Bound and not listening: nobody else gets the port, and nobody answers at it.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        client = Client(f"http://127.0.0.1:{taken.getsockname()[1]}/v1", KEY)
        with pytest.raises(ServiceUnreachable, match="can't be reached .*SVC_BASE_URL") as failure:
            client.tasks.create(task_source="IyBB")
    assert (failure.value.sent, len(pauses)) == (False, 2)


def test_the_time_is_up(monkeypatch):
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        client = Client(f"http://127.0.0.1:{silent.getsockname()[1]}/v1", KEY, timeout=0.05, max_retries=0)
        with pytest.raises(ServiceUnreachable, match="the time was up"):
            client.me()
