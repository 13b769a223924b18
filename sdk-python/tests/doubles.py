"""Loopback servers that respond as a test specifies."""

from __future__ import annotations

import http.client
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union
from urllib.parse import urlsplit


class Seen(NamedTuple):
    method: str
    path: str
    headers: Dict[str, str]
    body: bytes


# None closes the connection without a response. The chunks of an iterator are sent one by one, then the connection ends.
Answer = Optional[Tuple[int, Dict[str, str], Union[bytes, Iterator[bytes]]]]
Answering = Callable[[Seen], Answer]


class Double(NamedTuple):
    url: str
    seen: List[Seen]


@contextmanager
def double(answering: Answering) -> Iterator[Double]:
    seen: List[Seen] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Seen(self.command, self.path, headers, body)
            seen.append(request)
            answer = answering(request)
            if answer is None:
                self.close_connection = True
                return
            status, answered, content = answer
            self.send_response(status)
            for name, value in answered.items():
                self.send_header(name, value)
            if isinstance(content, bytes) and "content-length" not in answered:
                self.send_header("content-length", str(len(content)))
            try:
                self.end_headers()
                for chunk in [content] if isinstance(content, bytes) else content:
                    self.wfile.write(chunk)
            except OSError:  # the client gave up
                self.close_connection = True
            is_cut = "content-length" in answered or not isinstance(content, bytes)
            self.close_connection = self.close_connection or is_cut

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield Double(f"http://127.0.0.1:{server.server_port}", seen)
    finally:
        server.shutdown()
        server.server_close()


def problem(status: int, code: str, **headers: str) -> Answer:
    body = {"code": code, "status": status, "detail": f"{code} happened", "request_id": "req_1"}
    return status, {"content-type": "application/problem+json", **headers}, json.dumps(body).encode()


def ok(body: Any, **headers: str) -> Answer:
    return 200, {"content-type": "application/json", **headers}, json.dumps(body).encode()


def in_turn(*answers: Answer) -> Answering:
    """Returns the responses one after the other, then repeats the last one."""
    left = list(answers)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


def forwarding(target: str) -> Answering:
    """A proxy that forwards each request."""
    parts = urlsplit(target)

    def forward(request: Seen) -> Answer:
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
        connection.request(request.method, request.path, request.body, request.headers)
        response = connection.getresponse()
        content = response.read()
        headers = {name: value for name, value in response.getheaders() if name.lower() not in HOP_BY_HOP}
        connection.close()
        return response.status, headers, content

    return forward


def losing(target: str, is_lost: Callable[[Seen], bool]) -> Answering:
    """A proxy that forwards each request and drops some responses."""
    forward = forwarding(target)

    def forward_or_lose(request: Seen) -> Answer:
        answer = forward(request)
        return None if is_lost(request) else answer

    return forward_or_lose


def failing_after(target: str, count: int, answer: Answer) -> Answering:
    """A proxy that forwards the first requests and gives this answer to all others."""
    forward = forwarding(target)
    seen: List[Seen] = []

    def forward_or_fail(request: Seen) -> Answer:
        seen.append(request)
        return forward(request) if len(seen) <= count else answer

    return forward_or_fail


HOP_BY_HOP = ("content-length", "transfer-encoding", "connection", "keep-alive")
