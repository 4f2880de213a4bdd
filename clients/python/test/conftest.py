import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

SEED = {
    "users": [{"login": "bot", "type": "User"}],
    "repositories": [
        {
            "owner": "acme",
            "name": "web",
            "default_branch": "main",
            "issues": [{"number": 1, "title": "Broken", "state": "open"}],
        }
    ],
}


@pytest.fixture
def seed():
    return SEED


class StandIn:
    """A server that answers what a test tells it to, one answer a call, and keeps what it was asked."""

    def __init__(self):
        self.asked = []
        self.answers = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.base_url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def answer(self, status, body=b"{}", headers=()):
        self.answers.append((status, body if isinstance(body, bytes) else json.dumps(body).encode(), dict(headers)))

    def hang_up(self):
        self.answers.append(None)

    def _handler(stand_in):
        class Handler(BaseHTTPRequestHandler):
            def _serve(self):
                length = int(self.headers.get("content-length") or 0)
                body = self.rfile.read(length)
                stand_in.asked.append((self.command, self.path, dict(self.headers), json.loads(body) if body else None))
                answer = stand_in.answers.pop(0)
                if answer is None:
                    self.connection.close()
                    self.close_connection = True
                    return
                status, text, headers = answer
                self.send_response(status)
                for name, value in {"content-length": str(len(text)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_PUT = do_DELETE = _serve

            def log_message(self, *_args):
                pass

        return Handler


@pytest.fixture
def stand_in(monkeypatch):
    # How long it waits between two attempts says nothing of what it does.
    monkeypatch.setattr("svc_sandbox.transport.FIRST_PAUSE_SECONDS", 0.001)
    server = StandIn()
    yield server
    server.server.shutdown()
    server.server.server_close()
