"""Which service is used, and as whom."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple, Optional
from urllib.parse import urlsplit

from .errors import NotConnected


class Connection(NamedTuple):
    base_url: str
    """Ends in /v1."""
    api_key: str

    def __repr__(self) -> str:
        return f"Connection(base_url={self.base_url!r})"


def read_connection(base_url: Optional[str] = None, api_key: Optional[str] = None) -> Connection:
    """What is given, else SVC_BASE_URL and SVC_API_KEY, else what `svc login` stored."""
    kept = _stored()
    address = base_url or os.environ.get("SVC_BASE_URL") or kept.get("base_url")
    key = api_key or os.environ.get("SVC_API_KEY") or kept.get("api_key")
    if not address:
        raise NotConnected("It is not known which service to use: SVC_BASE_URL is not set. `svc up` starts one and prints it.")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise NotConnected(f"The service's address is no http address: {address}. It looks like http://127.0.0.1:4000/v1.")
    if not key:
        raise NotConnected("There is no API key: SVC_API_KEY is not set. Run `svc login`; `svc up` prints the one of its service.")
    if not (key.isascii() and key.isprintable()):
        raise NotConnected("The API key has characters that no key has: check SVC_API_KEY.")
    return Connection(address.rstrip("/"), key)


def _stored() -> dict[str, str]:
    folder = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    path = Path(folder) / "svc" / "config.json"
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise NotConnected(f'The configuration file {path} can\'t be read: it must hold {{"base_url": …, "api_key": …}}.') from error
    return {name: value for name, value in kept.items() if isinstance(value, str)} if isinstance(kept, dict) else {}
