"""Tests the vectors that every implementation of our signatures passes."""

from __future__ import annotations

import base64
import json
import unittest
from pathlib import Path
from typing import Any, Dict, List

import httpx

from quoin_sdk import WebhookVerificationError, webhooks

VECTORS = json.loads((Path(__file__).parents[2] / "sdk/vectors/webhooks.json").read_text("utf-8"))
SECRET: str = VECTORS["sign"][0]["secret"]
BODY = b'{"id":"01KDVNMM000000000000000001","type":"webhook.test"}'


def bytes_of(vector: Dict[str, Any]) -> bytes:
    return base64.b64decode(vector["body_base64"]) if "body_base64" in vector else str(vector["body"]).encode()


def headers_of(pairs: List[List[str]]) -> List[Any]:
    """Returns the same headers in the formats of several servers: pairs, httpx and Starlette, lists, joined values."""
    lists: Dict[str, List[str]] = {}
    for name, value in pairs:
        lists.setdefault(name.lower(), []).append(value)
    joined = {name: ", ".join(values) for name, values in lists.items()}
    return [[(name, value) for name, value in pairs], httpx.Headers([(n, v) for n, v in pairs]), lists, joined]


class Webhooks(unittest.TestCase):
    def test_every_vector_of_verification(self) -> None:
        for vector in VECTORS["verify"]:
            try:
                forms = headers_of(vector["headers"])
            except UnicodeEncodeError:  # httpx does not accept these
                forms = [[tuple(pair) for pair in vector["headers"]]]
            for headers in forms:
                with self.subTest(vector["name"], headers=type(headers).__name__):
                    if vector["error"] is None:
                        event = webhooks.unwrap(bytes_of(vector), headers, vector["secrets"], now=vector["now"] + 0.999)
                        self.assertEqual(event.id, vector["event_id"])
                    else:
                        with self.assertRaises(WebhookVerificationError) as caught:
                            webhooks.unwrap(bytes_of(vector), headers, vector["secrets"], now=vector["now"] + 0.999)
                        self.assertEqual(caught.exception.code, vector["error"])

    def test_every_vector_of_signing(self) -> None:
        for vector in VECTORS["sign"]:
            with self.subTest(vector["name"]):
                signed = webhooks.sign_test(
                    bytes_of(vector),
                    vector["secret"],
                    previous_secret=vector["previous_secret"],
                    timestamp=vector["timestamp"],
                    event_id=vector["event_id"],
                )
                self.assertEqual(signed, vector["headers"])

    def test_the_system_clock_is_the_default(self) -> None:
        self.assertEqual(webhooks.unwrap(BODY, webhooks.sign_test(BODY, SECRET), SECRET).type, "webhook.test")

    def test_a_parsed_body_is_refused_with_a_hint_how_to_get_the_raw_one(self) -> None:
        headers = webhooks.sign_test(BODY, SECRET)
        parsed: List[Any] = [{"id": "1"}, None, 5, [BODY]]
        for body in parsed:
            with self.assertRaisesRegex(WebhookVerificationError, "Django.*Flask.*FastAPI") as caught:
                webhooks.unwrap(body, headers, SECRET)
            self.assertEqual(caught.exception.code, "body_not_raw")

    def test_a_secret_that_is_not_a_string_is_refused_and_no_message_contains_a_secret(self) -> None:
        headers = webhooks.sign_test(BODY, SECRET)
        wrong: List[Any] = [None, 7, [None], [SECRET, None], [], "", SECRET.encode()]
        for secrets in wrong:
            with self.assertRaises(WebhookVerificationError) as caught:
                webhooks.unwrap(BODY, headers, secrets)
            self.assertEqual(caught.exception.code, "bad_secret")
        with self.assertRaises(WebhookVerificationError) as caught:
            webhooks.unwrap(BODY, headers, f"{SECRET} ")
        self.assertNotIn(SECRET[6:], str(caught.exception))

    def test_a_tolerance_or_clock_that_is_not_a_number_refuses(self) -> None:
        headers = webhooks.sign_test(BODY, SECRET, timestamp=1000)
        webhooks.unwrap(BODY, headers, SECRET, now=990, tolerance_seconds=10)
        for now, tolerance in ((989.0, 10.0), (1000, float("nan")), (float("nan"), 300)):
            with self.assertRaises(WebhookVerificationError) as caught:
                webhooks.unwrap(BODY, headers, SECRET, now=now, tolerance_seconds=tolerance)
            self.assertEqual(caught.exception.code, "timestamp_out_of_range")
