"""Tests when and how a call is retried."""

from __future__ import annotations

import asyncio
import io
import threading
import time
import unittest
from typing import List
from unittest import mock

from quoin_sdk import ApiError, AsyncQuoin, Quoin, QuoinConnectionError, QuoinTimeoutError, errors

from .doubles import Answer, Seen, double, in_turn, ok, problem

BALANCE = {"available": 5}


def client_of(url: str, max_retries: int = 2, timeout: float = 60) -> Quoin:
    return Quoin(api_key="qk_test_1", base_url=url, max_retries=max_retries, timeout=timeout)


@mock.patch("quoin_sdk._attempts.BACKOFF_FIRST_S", 0.01)
class Retries(unittest.TestCase):
    def test_temporary_failures_are_retried(self) -> None:
        passing: List[Answer] = [
            None,
            problem(503, "unavailable"),
            problem(500, "internal"),
            problem(429, "rate_limited"),
        ]
        passing += [problem(409, "idempotency_in_progress"), (502, {}, b"<html>")]
        passing.append((200, {"content-length": "100"}, b'{"half'))
        for first in passing:
            with self.subTest(first), double(in_turn(first, ok(BALANCE))) as server, client_of(server.url) as client:
                answer = client.with_response(client.webhooks.test)("wh_1")
                self.assertEqual((answer.data, answer.attempts), (BALANCE, 2))
                keys = {request.headers["idempotency-key"] for request in server.seen}
                self.assertEqual(len(keys), 1)

    def test_permanent_failures_are_not_retried(self) -> None:
        staying: List[Answer] = [
            problem(400, "bad_request"),
            problem(402, "insufficient_credits"),
            problem(409, "wrong_state"),
            problem(422, "validation_error"),
            problem(429, "test_quota_exceeded", **{"retry-after": "1"}),
            problem(429, "rate_limited", **{"retry-after": "3600"}),
            problem(408, "request_timeout"),
        ]
        for first in staying:
            with self.subTest(first), double(in_turn(first)) as server, client_of(server.url) as client:
                with self.assertRaises(ApiError):
                    client.webhooks.test("wh_1")
                self.assertEqual(len(server.seen), 1)

    def test_a_call_fails_with_the_last_reason_after_max_retries(self) -> None:
        with double(in_turn(problem(503, "unavailable"))) as server, client_of(server.url, 3) as client:
            with self.assertRaises(errors.UnavailableError) as caught:
                client.credits.get()
            self.assertEqual((len(server.seen), caught.exception.attempts), (4, 4))
            with self.assertRaises(errors.UnavailableError):
                client.credits.get(request_options={"max_retries": 0})
            self.assertEqual(len(server.seen), 5)

    def test_retry_after_is_honoured(self) -> None:
        limited = problem(429, "rate_limited", **{"retry-after": "1"})
        with double(in_turn(limited, ok(BALANCE))) as server, client_of(server.url) as client:
            started = time.monotonic()
            client.credits.get()
            self.assertGreaterEqual(time.monotonic() - started, 1)

    def test_delays_grow_with_jitter_up_to_a_cap(self) -> None:
        from quoin_sdk import _attempts

        with mock.patch("quoin_sdk._attempts.BACKOFF_FIRST_S", 0.5):
            for attempt, most in ((1, 0.5), (2, 1.0), (3, 2.0), (10, 8.0), (2000, 8.0)):
                pauses = {_attempts._backoff(attempt) for _ in range(50)}
                self.assertGreater(len(pauses), 10)
                self.assertTrue(all(most / 2 <= pause <= most for pause in pauses), (attempt, pauses))

    def test_an_unreachable_server_is_a_connection_error(self) -> None:
        with double(in_turn(None)) as gone:
            pass
        with client_of(gone.url) as client, self.assertRaises(QuoinConnectionError) as caught:
            client.webhooks.test("wh_1")
        self.assertIsNotNone(caught.exception.idempotency_key)
        with client_of("nonsense://example.com") as client, self.assertRaises(QuoinConnectionError):
            client.credits.get()

    def test_a_late_response_is_a_timeout(self) -> None:
        given_up = threading.Event()

        def slow(_: Seen) -> Answer:
            given_up.wait(60)
            return ok(BALANCE)

        with double(slow) as server, client_of(server.url, timeout=0.5) as client:
            with self.assertRaises(QuoinTimeoutError):
                client.credits.get()
            given_up.set()
            client.credits.get(request_options={"timeout": 60})
            self.assertEqual(len(server.seen), 4)

    def test_a_response_that_is_not_from_the_api_has_its_own_error(self) -> None:
        with double(in_turn((404, {}, b"<html>no such page</html>"))) as server, client_of(server.url) as client:
            with self.assertRaises(ApiError) as caught:
                client.credits.get()
            self.assertEqual((type(caught.exception), caught.exception.code), (ApiError, "http_error"))
        with double(in_turn((200, {}, b"<html>hello</html>"))) as server, client_of(server.url) as client:
            with self.assertRaisesRegex(QuoinConnectionError, "Check that it is a Quoin server"):
                client.credits.get()

    def test_a_retry_sends_a_file_from_the_start_and_a_stream_is_not_retried(self) -> None:
        class Stream(io.BytesIO):
            def seekable(self) -> bool:
                return False

        with double(in_turn(problem(503, "unavailable"), ok({}))) as server, client_of(server.url) as client:
            file = io.BytesIO(b"skipped" + b"x" * 100_000)
            file.seek(7)
            client.media.ingest(file=file)
            self.assertEqual([len(request.body) for request in server.seen], [100_000, 100_000])
        with double(in_turn(problem(503, "unavailable"))) as server, client_of(server.url) as client:
            with self.assertRaises(errors.UnavailableError):
                client.media.ingest(file=Stream(b"once"))
            self.assertEqual(len(server.seen), 1)

    def test_the_async_client_retries_in_the_same_way(self) -> None:
        async def call(url: str) -> None:
            async with AsyncQuoin(api_key="qk_test_1", base_url=url) as client:
                answer = await client.with_response(client.media.ingest)(file=io.BytesIO(b"abc"))
                self.assertEqual((answer.data, answer.attempts), ({}, 3))

        with double(in_turn(None, problem(503, "unavailable"), ok({}))) as server:
            asyncio.run(call(server.url))
            self.assertEqual({request.body for request in server.seen}, {b"abc"})
            self.assertEqual(len({request.headers["idempotency-key"] for request in server.seen}), 1)


class Requests(unittest.TestCase):
    def test_arguments_arrive_where_the_api_expects_them(self) -> None:
        with double(in_turn(ok({"data": [], "has_more": False, "next_cursor": None}))) as server:
            client = Quoin(
                api_key="qk_test_1", base_url=f"{server.url}/", default_headers={"X-Team": "a"}, max_credits=7
            )
            client.webhook_deliveries.list(from_="2026-01-01T00:00:00Z", status=None, limit=5).first_page()
            client.comments.list(unanswered=True).first_page()
            client.profiles.replace("pf/1 ä{id}", name="Grüße", external_ref=None)
            client.data.consensus(query="x", request_options={"headers": {"x-team": "b"}})
            client.posts.publish("post_1", request_options={"idempotency_key": "mine"})
        listed, commented, replaced, priced, published = server.seen
        self.assertEqual(listed.path, "/v1/webhooks/deliveries?limit=5&from=2026-01-01T00%3A00%3A00Z")
        self.assertEqual(commented.path, "/v1/comments?unanswered=true")
        self.assertEqual(replaced.path, "/v1/profiles/pf%2F1%20%C3%A4%7Bid%7D")
        self.assertEqual(replaced.body.decode(), '{"name":"Grüße","external_ref":null}')
        self.assertEqual(listed.headers["x-team"], "a")
        self.assertNotIn("idempotency-key", listed.headers)
        self.assertNotIn("x-max-credits", replaced.headers)
        self.assertEqual((priced.headers["x-max-credits"], priced.headers["x-team"]), ("7", "b"))
        self.assertEqual((published.headers["idempotency-key"], published.body), ("mine", b""))
        self.assertEqual(listed.headers["authorization"], "Bearer qk_test_1")

    def test_a_download_is_read_as_it_arrives(self) -> None:
        picture = bytes(range(256)) * 1000

        async def read(url: str) -> None:
            async with AsyncQuoin(api_key="qk_test_1", base_url=url) as client:
                self.assertEqual(await (await client.comments.avatar("cm_1")).read(), picture)
                async with await client.comments.avatar("cm_1") as file:
                    self.assertEqual(b"".join([chunk async for chunk in file.iter_bytes()]), picture)

        with double(in_turn((200, {"content-type": "image/png"}, picture))) as server:
            with Quoin(api_key="qk_test_1", base_url=server.url) as client:
                answer = client.with_response(client.messages.attachment)("msg_1", "0")
                self.assertEqual((answer.data.content_type, answer.data.read()), ("image/png", picture))
                with client.accounts.avatar("acc_1") as file:
                    self.assertEqual(b"".join(file.iter_bytes()), picture)
            asyncio.run(read(server.url))
        self.assertEqual(server.seen[0].path, "/v1/messages/msg_1/attachments/0")

    def test_lines_of_a_download_end_at_line_feeds_only(self) -> None:
        lines = ['{"text":"a\u2028b\u0085c"}', "", "ü", "last"]

        async def read(url: str) -> None:
            async with AsyncQuoin(api_key="qk_test_1", base_url=url) as client:
                async with await client.bulk_jobs.results("bulk_1", format="ndjson") as file:
                    self.assertEqual([line async for line in file.iter_lines()], lines)

        for end in ("\n", "\r\n"):
            content = end.join(lines).encode()
            pieces = [content[at : at + 1] for at in range(len(content))]
            with double(lambda _: (200, {}, iter(pieces))) as server:
                with Quoin(api_key="qk_test_1", base_url=server.url) as client:
                    with client.bulk_jobs.results("bulk_1", format="ndjson") as file:
                        self.assertEqual(list(file.iter_lines()), lines)
                asyncio.run(read(server.url))

    def test_a_download_that_is_cut_off_is_a_connection_error(self) -> None:
        async def read(url: str) -> None:
            async with AsyncQuoin(api_key="qk_test_1", base_url=url) as client:
                with self.assertRaises(QuoinConnectionError):
                    await (await client.comments.avatar("cm_1")).read()

        with double(in_turn((200, {"content-length": "100"}, b"half"))) as server:
            with Quoin(api_key="qk_test_1", base_url=server.url) as client:
                with self.assertRaises(QuoinConnectionError):
                    client.accounts.avatar("acc_1").read()
                with self.assertRaises(QuoinConnectionError), client.accounts.avatar("acc_1") as file:
                    list(file.iter_bytes())
            asyncio.run(read(server.url))

    def test_an_empty_id_is_refused_because_the_path_would_name_another_operation(self) -> None:
        client = Quoin(api_key="qk_test_1")
        for name in ("", ".", ".."):
            with self.assertRaises(ValueError):
                client.posts.delete(name)

    def test_a_client_without_a_key_says_how_to_set_one(self) -> None:
        with mock.patch.dict("os.environ", {"QUOIN_API_KEY": ""}), self.assertRaisesRegex(Exception, "QUOIN_API_KEY"):
            Quoin()

    def test_no_error_message_contains_the_key(self) -> None:
        with double(in_turn(problem(401, "invalid_api_key"))) as server:
            client = Quoin(api_key="qk_live_secret", base_url=server.url)
            with self.assertRaises(errors.InvalidApiKeyError) as caught:
                client.credits.get()
        self.assertNotIn("secret", f"{caught.exception!r}{caught.exception}{client!r}{caught.exception.__dict__}")
