"""Fixtures for pytest: a sandbox for each test that asks for one, stopped after it.

    @pytest.mark.sandbox(twins=["github"])
    def test_the_agent_closes_the_issue(sandbox):
        run_agent(sandbox.environment())
        sandbox.expect("Issue #1 in acme/storefront is closed.")
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, Callable, Iterator

import pytest

from .client import Client
from .errors import NotConnected, SandboxServiceError
from .sandbox import Sandbox


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "sandbox(twins=…, seed=…, …): what the `sandbox` fixture starts, as in POST /v1/sandboxes."
    )


@pytest.fixture(scope="session")
def svc_client() -> Client:
    """The service of SVC_BASE_URL and SVC_API_KEY, else of the last `svc login`."""
    try:
        return Client()
    except NotConnected as error:
        missing = str(error)
    # Outside of the handler: pytest shows what it handles too.
    return pytest.fail(missing, pytrace=False)


@pytest.fixture
def start_sandbox(svc_client: Client) -> Iterator[Callable[..., Sandbox]]:
    """Starts as many sandboxes as a test asks for, and stops them all after it."""
    with ExitStack() as stack:

        def start(**request: Any) -> Sandbox:
            __tracebackhide__ = True
            try:
                return stack.enter_context(svc_client.sandbox(**request))
            except SandboxServiceError as error:
                refusal = str(error)
            return pytest.fail(f"The sandbox could not be started: {refusal}", pytrace=False)

        yield start


@pytest.fixture
def sandbox(request: pytest.FixtureRequest, start_sandbox: Callable[..., Sandbox]) -> Sandbox:
    """The sandbox that the test's `sandbox` mark describes; without one that of the service's default."""
    asked: dict[str, Any] = {}
    # The nearest mark comes first: a test says more than its class, the class more than its module.
    for mark in request.node.iter_markers("sandbox"):
        if mark.args:
            return pytest.fail("The sandbox mark takes names only: sandbox(twins=[…], seed=…).", pytrace=False)
        asked = {**mark.kwargs, **asked}
    return start_sandbox(**asked)
