"""Sandboxes of GitHub, Stripe, Slack, Gmail and Linear in which AI agents are run, recorded and graded."""

from . import wire
from .client import Client
from .errors import ApiError, NotConnected, SandboxServiceError, ServiceUnreachable
from .run import Run, Verdict
from .sandbox import Sandbox, SandboxTwin
from .tape import TapeRow

__all__ = [
    "ApiError",
    "Client",
    "NotConnected",
    "Run",
    "Sandbox",
    "SandboxServiceError",
    "SandboxTwin",
    "ServiceUnreachable",
    "TapeRow",
    "Verdict",
    "wire",
]
