"""Sends requests to the control plane and to twins; the only part that knows HTTP."""

from __future__ import annotations

import http.client
import ipaddress
import json
import random
import socket
import time
import urllib.error
import urllib.request
from typing import Any, Mapping, NamedTuple, Optional, Union
from urllib.parse import urlencode, urlsplit

from .errors import ApiError, ServiceUnreachable, read_refusal

FIRST_PAUSE_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 5.0
MAX_REFUSAL_BYTES = 1024 * 1024
#: What stands between the service and its callers says so when it had no answer; the service itself says 503.
PASSING = frozenset({502, 503, 504})


class Repeat(NamedTuple):
    """When a call may be sent again that may have been carried out."""

    safe: bool
    within: float = float("inf")
    """So many seconds after it was first sent."""


ALWAYS = Repeat(safe=True)
#: Only where it never left, i.e. nobody took the connection.
NEVER = Repeat(safe=False)


class Answer(NamedTuple):
    status: int
    body: bytes

    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise ServiceUnreachable("What answered is not the service: its answer is no JSON. Check SVC_BASE_URL.") from error


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The service redirects nowhere; a bearer must not go where somebody else points."""

    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


class Transport:
    """One credential and how patient to be; holds no connection, so that threads may share it."""

    def __init__(self, token: str, *, timeout: float, max_retries: int) -> None:
        self._token = token
        self._timeout = timeout
        self._max_retries = max_retries

    def send(
        self,
        method: str,
        url: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
        repeat: Optional[Repeat] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Raises ApiError for every answer that isn't a success, ServiceUnreachable where there is none."""
        allowed = repeat or (ALWAYS if method in ("GET", "PUT") else NEVER)
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        target = f"{url}?{urlencode(asked)}" if asked else url
        named = {"authorization": f"Bearer {self._token}", "accept": "application/json", **(headers or {})}
        if body is not None:
            named["content-type"] = "application/json"
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        first = time.monotonic()
        for attempt in range(self._max_retries + 1):
            try:
                return _once(urllib.request.Request(target, data, named, method=method), timeout or self._timeout)
            except (ApiError, ServiceUnreachable) as error:
                pause = _pause(attempt, error)
                late = time.monotonic() + pause - first > allowed.within
                if attempt == self._max_retries or not _passes(error, allowed) or late:
                    raise
                time.sleep(pause)
        raise AssertionError("unreachable: the last attempt returns or raises")


def _passes(error: Union[ApiError, ServiceUnreachable], allowed: Repeat) -> bool:
    if isinstance(error, ApiError):
        return allowed.safe and error.status in PASSING
    return allowed.safe or not error.sent


def _pause(attempt: int, error: Union[ApiError, ServiceUnreachable]) -> float:
    asked = error.retry_after if isinstance(error, ApiError) else None
    # Somewhat apart, so that the workers of one suite don't come back together.
    own = FIRST_PAUSE_SECONDS * 2.0**attempt * (1 + random.random())
    return min(max(asked or 0.0, own), LONGEST_PAUSE_SECONDS)


def _once(request: urllib.request.Request, timeout: float) -> Answer:
    opener = _opener(request.full_url)
    try:
        with opener.open(request, timeout=timeout) as response:
            return Answer(response.status, response.read())
    except urllib.error.HTTPError as refused:
        with refused:
            raise _refusal(refused) from None
    except urllib.error.URLError as error:
        sent = not isinstance(error.reason, ConnectionRefusedError)
        raise ServiceUnreachable(_unreachable(request, error.reason), sent=sent) from error
    except (OSError, http.client.HTTPException) as error:
        raise ServiceUnreachable(_unreachable(request, error)) from error


def _refusal(refused: urllib.error.HTTPError) -> ApiError:
    try:
        body = refused.read(MAX_REFUSAL_BYTES)
    except (OSError, http.client.HTTPException):
        body = b""
    return read_refusal(refused.code, body, {name.lower(): value for name, value in refused.headers.items()})


def _unreachable(request: urllib.request.Request, reason: object) -> str:
    # socket.timeout is the name of TimeoutError in Python 3.9.
    told = "the time was up" if isinstance(reason, socket.timeout) else str(reason) or type(reason).__name__
    host = urlsplit(request.full_url).netloc
    return f"{host} can't be reached ({told}). Check SVC_BASE_URL; `svc up` starts a service on this machine."


def _opener(url: str) -> urllib.request.OpenerDirector:
    # What is on this machine is not behind a proxy, whatever HTTP_PROXY says.
    direct = [urllib.request.ProxyHandler({})] if _is_here(urlsplit(url).hostname or "") else []
    return urllib.request.build_opener(_NoRedirects, *direct)


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or host.endswith(".localhost") or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
