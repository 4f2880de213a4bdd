"""What goes wrong, as callers see it."""

from __future__ import annotations

import json
from typing import Any, Mapping, Optional


class SandboxServiceError(Exception):
    """Whatever this package raises on purpose."""


class NotConnected(SandboxServiceError):
    """It isn't known which service to use, or as whom."""


class ServiceUnreachable(SandboxServiceError):
    """The service gave no answer: nobody is there, the connection broke, or the time was up."""

    sent: bool
    """False where nobody took the connection, so that the call was surely not carried out."""

    def __init__(self, message: str, *, sent: bool = True) -> None:
        super().__init__(message)
        self.sent = sent


class ApiError(SandboxServiceError):
    """A refusal of the service. Branch on `type`, `details["error"]` and `details["reason"]`, not on the message."""

    type: str
    """E.g. `validation_failed`; `unknown` when the answer wasn't the service's own, e.g. a gateway's."""
    status: int
    message: str
    details: Mapping[str, Any]
    request_id: Optional[str]
    """Quote it when asking for help."""
    retry_after: Optional[float]
    """So many seconds the service asks to wait."""

    def __init__(
        self,
        *,
        type: str,
        status: int,
        message: str,
        details: Mapping[str, Any],
        request_id: Optional[str],
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.type = type
        self.status = status
        self.message = message
        self.details = details
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        known = [f"{self.status} {self.type}", *([self.request_id] if self.request_id else [])]
        places = [f"{issue.get('path', '')}: {issue.get('message', '')}" for issue in _issues(self.details)]
        more = [f"\n  {place}" for place in places if place not in self.message]
        return f"{self.message} ({', '.join(known)}){''.join(more)}"


def _issues(details: Mapping[str, Any]) -> list[dict[str, Any]]:
    issues = details.get("issues")
    return [issue for issue in issues if isinstance(issue, dict)] if isinstance(issues, list) else []


def read_refusal(status: int, body: bytes, headers: Mapping[str, str]) -> ApiError:
    """Reads a refusal, whoever sent it."""
    try:
        envelope = json.loads(body)
        error = envelope["error"] if isinstance(envelope["error"], dict) else {}
    except (ValueError, KeyError, TypeError):
        error = {}
    details = error.get("details")
    waits = headers.get("retry-after", "")
    return ApiError(
        type=str(error.get("type", "unknown")),
        status=status,
        message=str(error.get("message", f"The service answered {status}.")),
        details=details if isinstance(details, dict) else {},
        request_id=error.get("request_id", headers.get("x-request-id")),
        retry_after=float(waits) if waits.isdecimal() else None,
    )
