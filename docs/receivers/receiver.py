"""Receives Quoin webhooks. Needs only Python (3.9 or later).

    WEBHOOK_SECRETS=whsec_... PORT=9000 python3 receiver.py

During a rotation, WEBHOOK_SECRETS has both secrets: new,old.
"""

import hashlib
import hmac
import json
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
BODY_BYTES_MAX = 1_048_576
REMEMBER_SECONDS = 7 * 24 * 3600


class Refusal(Exception):
    """The text is the error code."""


def verify(body, pairs, secrets, now=None):
    """Returns the event if one of the secrets signed the delivery, otherwise raises Refusal. `pairs` are header entries."""
    if not secrets or not all(re.fullmatch(r"whsec_[A-Za-z0-9+/]+={0,2}", secret) for secret in secrets):
        raise Refusal("bad_secret")
    digests = _digests_in(_header(pairs, "x-service-signature"))
    timestamp = _header(pairs, "x-service-timestamp")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise Refusal("malformed_header")
    if abs(int(time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        raise Refusal("timestamp_out_of_range")
    is_match = False
    for secret in secrets:
        expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
        for digest in digests:
            # Compares every digest in constant time, without stopping at a match.
            is_match = hmac.compare_digest(expected, digest) or is_match
    if not is_match:
        raise Refusal("no_match")
    return _event_in(body)


def _header(pairs, name):
    values = [value for key, value in pairs if key.lower() == name]
    if not values:
        raise Refusal("missing_header")
    if len(values) > 1 or re.search(r"\s", values[0]):
        raise Refusal("malformed_header")
    return values[0]


def _digests_in(signature):
    entries = signature.split(",")
    digests = []
    for entry in entries:
        tag, equals, value = entry.partition("=")
        if not tag or not equals:
            raise Refusal("malformed_header")
        if tag not in ("v1", "v2"):
            continue
        if not re.fullmatch(r"[0-9a-f]{64}", value):
            raise Refusal("malformed_header")
        digests.append(value)
    if not digests or len(entries) > 8:
        raise Refusal("malformed_header")
    return digests


def _event_in(body):
    """Parses the body. Called only after a signature matched."""
    try:
        event = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Refusal("body_not_json") from None
    if not isinstance(event, dict) or not isinstance(event.get("id"), str):
        raise Refusal("body_not_json")
    return event


# Event ids of the last 7 days. Keep them in your database if you run several processes or must survive a restart.
_seen = {}
_lock = threading.Lock()


def is_new(event):
    now = time.monotonic()
    with _lock:
        while _seen:
            oldest = next(iter(_seen))
            if now - _seen[oldest] < REMEMBER_SECONDS:
                break
            del _seen[oldest]
        if event["id"] in _seen:
            return False
        _seen[event["id"]] = now
        return True


def handle(event):
    """Replace this with your own code. If an event takes longer than a few seconds, put it into a queue."""
    print(event["type"], event["id"], flush=True)


def handle_once(event):
    if not is_new(event):
        return
    try:
        handle(event)
    except Exception:
        # Quoin delivers the event again.
        with _lock:
            del _seen[event["id"]]
        raise


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    secrets = []

    def do_POST(self):
        try:
            length = self.headers.get("content-length", "")
            if not re.fullmatch(r"[0-9]{1,9}", length) or int(length) > BODY_BYTES_MAX:
                raise Refusal("body_too_large")
            handle_once(verify(self.rfile.read(int(length)), self.headers.items(), self.secrets))
            self._answer(204)
        except Exception as error:
            print(repr(error), file=sys.stderr, flush=True)
            self.close_connection = True
            self._answer(400 if isinstance(error, Refusal) else 500)

    def _answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    Receiver.secrets = os.environ.get("WEBHOOK_SECRETS", "").split(",")
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()
