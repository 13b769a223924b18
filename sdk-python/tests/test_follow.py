"""Tests how the follower of events reads, reconnects and ends."""

from __future__ import annotations

import asyncio
import json
import threading
import unittest
from datetime import datetime, timedelta, timezone
from itertools import islice
from typing import Any, Callable, Dict, Iterator, List, Optional
from unittest import mock
from urllib.parse import parse_qs, urlsplit

from quoin_sdk import AsyncQuoin, Quoin, QuoinError, _stream, errors, follow_events
from quoin_sdk.types import WebhookEvent

from .doubles import Answer, Seen, double, in_turn, problem


def block(event_id: str, text: str = "") -> bytes:
    body = {"id": event_id, "type": "comment.received", "data": {"comment": {"id": event_id, "body": text}}}
    return f"id: {event_id}\nevent: comment.received\ndata: {json.dumps(body, ensure_ascii=False)}\n\n".encode()


def start_at(event_id: str) -> bytes:
    return f"id: {event_id}\nretry: 1000\n: stored since 2026-01-01T00:00:00.000Z\n\n".encode()


def stream(*parts: bytes, **headers: str) -> Answer:
    return 200, {"content-type": "text/event-stream", **headers}, iter(parts)


def after_of(request: Seen) -> Optional[str]:
    return next(iter(parse_qs(urlsplit(request.path).query).get("after", [])), None)


Take = Callable[..., List[WebhookEvent]]


def do_nothing() -> None:
    pass


def take(url: str, count: Optional[int], then: Callable[[], object] = do_nothing, **options: Any) -> List[WebhookEvent]:
    """Returns so many events. Calls `then` when the generator is closed and the client is not."""
    with Quoin(api_key="qk_live_1", base_url=url) as client:
        events = follow_events(client, **options)
        taken = list(islice(events, count))
        events.close()
        then()
        return taken


def take_async(
    url: str, count: Optional[int], then: Callable[[], object] = do_nothing, **options: Any
) -> List[WebhookEvent]:
    async def read() -> List[WebhookEvent]:
        taken: List[WebhookEvent] = []
        async with AsyncQuoin(api_key="qk_live_1", base_url=url) as client:
            events = follow_events(client, **options)
            async for event in events:
                taken.append(event)
                if len(taken) == count:
                    break
            await events.aclose()
            then()
        return taken

    return asyncio.run(read())


def ids_of(events: List[WebhookEvent]) -> List[str]:
    return [event.id for event in events]


@mock.patch("quoin_sdk._stream.BACKOFF_FIRST_S", 0.01)
class Follow(unittest.TestCase):
    def each_client(self) -> Iterator[Take]:
        for each in (take, take_async):
            with self.subTest(each.__name__):
                yield each

    def test_events_are_yielded_once_across_connections(self) -> None:
        def answering(request: Seen) -> Answer:
            after = after_of(request)
            if after is None:
                return stream(start_at("0"))
            if after == "0":
                return stream(start_at("0"), block("1"), block("2")[:20])
            if after == "1":
                return 200, {"content-length": "9999"}, block("1") + block("2")
            return stream(block("1"), b": nothing new\n\n", block("2"), block("3"))

        for follow in self.each_client():
            lost: List[str] = []
            opened: List[bool] = []
            with double(answering) as server:
                events = follow(server.url, 3, on_lost=lost.append, on_open=lambda: opened.append(True))
            self.assertEqual(ids_of(events), ["1", "2", "3"])
            self.assertEqual([after_of(request) for request in server.seen], [None, "0", "1", "2"])
            self.assertEqual((len(opened), lost[:2]), (4, ["the server ended the stream"] * 2))
            self.assertRegex(lost[2], "^no response: ")

    def test_an_event_may_arrive_in_pieces_and_contain_any_character(self) -> None:
        text = "a\u2028b\u0085c\x1c\r ü😀"
        whole = block("1", text)
        for follow in self.each_client():
            with double(lambda _: stream(*(whole[at : at + 1] for at in range(len(whole))))) as server:
                [event] = follow(server.url, 1)
            assert event.type == "comment.received"
            self.assertEqual(event.data.comment.body, text)

    def test_temporary_failures_are_waited_out(self) -> None:
        for follow in self.each_client():
            lost: List[str] = []
            failures: List[Answer] = [
                None,
                problem(503, "unavailable"),
                problem(429, "rate_limited"),
                (502, {}, b"<html>"),
            ]
            answers = iter([*failures, stream(block("1"))])
            with double(lambda _: next(answers)) as server:
                self.assertEqual(ids_of(follow(server.url, 1, on_lost=lost.append)), ["1"])
            self.assertEqual(len(lost), 4)

    def test_an_error_that_waiting_does_not_help_is_raised_at_once(self) -> None:
        for follow in self.each_client():
            for refusal, expected in (
                (problem(401, "invalid_api_key"), errors.InvalidApiKeyError),
                (problem(422, "validation_error"), errors.ValidationError),
            ):
                with double(in_turn(refusal)) as server, self.assertRaises(expected):
                    follow(server.url, 1)
                self.assertEqual(len(server.seen), 1)
            with self.assertRaises(QuoinError):
                follow("nonsense://example.com", 1)

    def test_a_silent_connection_is_given_up(self) -> None:
        for follow in self.each_client():
            lost: List[str] = []
            is_over = threading.Event()

            def silent() -> Iterator[bytes]:
                yield block("1")
                is_over.wait(60)

            def answering(request: Seen) -> Answer:
                return stream(block("2")) if after_of(request) else (200, {}, silent())

            with mock.patch("quoin_sdk._stream.SILENT_S", 0.3), double(answering) as server:
                self.assertEqual(ids_of(follow(server.url, 2, on_lost=lost.append)), ["1", "2"])
                is_over.set()
            self.assertIn("no data for 0.3 seconds", lost)

    def test_closing_the_generator_closes_the_connection(self) -> None:
        for follow in self.each_client():
            is_closed = threading.Event()

            def endless() -> Iterator[bytes]:
                try:
                    yield block("1")
                    while True:
                        yield b": nothing new\n\n" * 1000
                finally:
                    is_closed.set()

            with double(lambda _: (200, {}, endless())) as server:
                self.assertEqual(ids_of(follow(server.url, 1, lambda: self.assertTrue(is_closed.wait(60)))), ["1"])

    def test_the_examples_of_a_test_key_end_the_stream(self) -> None:
        for follow in self.each_client():
            with double(lambda _: stream(block("1"), block("1"), **{"x-test-quota-limit": "5"})) as server:
                self.assertEqual(ids_of(follow(server.url, None)), ["1", "1"])
            self.assertEqual(len(server.seen), 1)

    def test_types_and_start_are_sent(self) -> None:
        since = datetime(2026, 1, 1, 2, tzinfo=timezone(timedelta(hours=2)))
        with double(in_turn(problem(422, "validation_error"))) as server:
            every: List[Dict[str, Any]] = [
                {"types": ["post.published", "post.failed"], "since": since},
                {"types": "post.failed", "since": "2026-01-01T00:00:00Z"},
                {},
            ]
            for options in every:
                with self.assertRaises(errors.ValidationError):
                    take(server.url, 1, **options)
        queries = [parse_qs(urlsplit(request.path).query) for request in server.seen]
        self.assertEqual(queries[0], {"types": ["post.published,post.failed"], "since": ["2026-01-01T00:00:00+00:00"]})
        self.assertEqual(queries[1:], [{"types": ["post.failed"], "since": ["2026-01-01T00:00:00Z"]}, {}])

    def test_an_async_callback_is_awaited(self) -> None:
        opened: List[bool] = []

        async def on_open() -> None:
            await asyncio.sleep(0)
            opened.append(True)

        with double(lambda _: stream(block("1"))) as server:
            take_async(server.url, 1, on_open=on_open)
        self.assertEqual(opened, [True])

    def test_delays_grow_with_jitter_up_to_a_cap(self) -> None:
        with mock.patch("quoin_sdk._stream.BACKOFF_FIRST_S", 0.5):
            for failures, most in ((0, 0.5), (1, 1.0), (3, 4.0), (6, 30.0), (2000, 30.0)):
                pauses = {self.pause_after(failures) for _ in range(50)}
                self.assertGreater(len(pauses), 10)
                self.assertTrue(all(most / 2 <= pause <= most for pause in pauses), (failures, pauses))

    def pause_after(self, failures: int) -> float:
        position = _stream.Position(None, None)
        for _ in range(failures):
            position.pause()
        return position.pause()

    def test_ids_are_forgotten_in_order(self) -> None:
        with mock.patch("quoin_sdk._stream.REMEMBERED", 2), double(lambda _: stream(*map(block, "123231"))) as server:
            self.assertEqual(ids_of(take(server.url, 4)), ["1", "2", "3", "1"])
