"""Tests that no paid item is lost when a search ends in the middle, against a running server."""

from __future__ import annotations

import asyncio
import threading
import time
import unittest
from typing import Any, List
from unittest import mock

import httpx
from quoin_sdk import ApiError, AsyncQuoin, ListResult, Quoin, QuoinConnectionError, errors

from .doubles import Answer, Seen, double, failing_after, forwarding, losing, problem
from .live import LIVE_KEY, TEST_KEY, URL, WHY_NOT


def partial_of(error: BaseException) -> ListResult[Any]:
    partial = getattr(error, "partial", None)
    assert isinstance(partial, ListResult), error
    return partial


def ids_of(result: ListResult[Any]) -> List[str]:
    return [each.id for each in result.items]


def buy_credits() -> None:
    with Quoin(api_key=LIVE_KEY, base_url=URL) as client:
        before = client.credits.get().available
        client.credits.checkout(pack_id="starter")
        while client.credits.get().available == before:
            time.sleep(0.1)


@unittest.skipIf(WHY_NOT, WHY_NOT)
@mock.patch("quoin_sdk._attempts.BACKOFF_FIRST_S", 0.01)
class PaidItems(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        buy_credits()

    def setUp(self) -> None:
        self.client = Quoin(api_key=LIVE_KEY, base_url=URL)
        self.addCleanup(self.client.close)
        self.before = self.available()

    def available(self) -> int:
        return self.client.credits.get().available

    def test_a_search_that_reaches_its_credit_limit_returns_what_was_bought(self) -> None:
        people = self.client.data.iter_search_people(limit=2, max_credits=5)
        result = people.collect()
        self.assertEqual((len(result.items), result.credits_charged, result.is_capped), (4, 4, True))
        more = self.client.data.iter_search_people(limit=2, max_credits=5, cursor=result.next_cursor).collect(most=2)
        self.assertEqual((len(more.items), more.is_capped), (2, False))
        self.assertEqual(len({*ids_of(result), *ids_of(more)}), 6)
        self.assertEqual(len(people.to_list(most=50)), 4)
        self.assertEqual(self.before - self.available(), 4 + 2 + 4)

    def test_a_credit_limit_without_a_page_size_buys_what_the_limit_allows(self) -> None:
        page = self.client.data.search_people(request_options={"max_credits": 2})
        self.assertEqual(len(page.data or []), 2)
        people = self.client.data.iter_search_people(max_credits=13)
        result = people.collect()
        self.assertEqual((len(set(ids_of(result))), result.credits_charged, result.is_capped), (13, 13, True))
        with self.assertRaises(errors.MaxCreditsExceededError) as caught:
            list(people)
        self.assertEqual(ids_of(partial_of(caught.exception)), ids_of(result))
        self.assertEqual(self.before - self.available(), 2 + 13 + 13)

    def test_no_item_beyond_the_wanted_ones_is_bought(self) -> None:
        self.assertEqual(len(self.client.data.iter_search_people(max_credits=20).to_list(most=3)), 3)
        self.assertEqual(self.client.data.iter_search_people(max_credits=20).to_list(most=0), [])
        self.assertEqual(self.before - self.available(), 3)

    def test_a_first_page_that_the_credit_limit_refuses_is_an_error(self) -> None:
        for limit, max_credits in ((10, 9), (None, 0)):
            with self.assertRaises(errors.MaxCreditsExceededError) as caught:
                self.client.data.iter_search_people(limit=limit, max_credits=max_credits).collect()
            self.assertIsNone(caught.exception.partial)
        self.assertEqual(self.available(), self.before)

    def test_an_exhausted_budget_in_the_middle_has_what_was_bought(self) -> None:
        key = self.client.api_keys.create(name="Small budget", monthly_budget=5)
        with Quoin(api_key=key.key, base_url=URL) as client:
            with self.assertRaises(errors.KeyBudgetExceededError) as caught:
                client.data.iter_search_people(limit=2, max_credits=50).to_list(most=20)
        partial = partial_of(caught.exception)
        self.assertEqual((len(partial.items), partial.credits_charged, partial.is_capped), (4, 4, False))
        self.assertEqual(self.before - self.available(), 4)

    def test_a_failed_search_continues_with_its_key_and_is_charged_once(self) -> None:
        failures: List[Any] = [
            (problem(402, "insufficient_credits"), errors.InsufficientCreditsError),
            (problem(503, "unavailable"), errors.UnavailableError),
            (None, QuoinConnectionError),
        ]
        for answer, expected in failures:
            with self.subTest(expected), double(failing_after(URL, 1, answer)) as proxy:
                before = self.available()
                with Quoin(api_key=LIVE_KEY, base_url=proxy.url) as client, self.assertRaises(expected) as caught:
                    client.data.iter_search_people(limit=2, max_credits=6).to_list(most=6)
                self.continue_after(caught.exception, before)

    def test_a_page_whose_response_was_lost_is_not_charged_again(self) -> None:
        proxying = double(losing(URL, lambda request: b"cursor" in request.body))
        with proxying as proxy, Quoin(api_key=LIVE_KEY, base_url=proxy.url) as client:
            with self.assertRaises(QuoinConnectionError) as caught:
                client.data.iter_search_people(limit=2, max_credits=6).to_list(most=6)
        self.continue_after(caught.exception, self.before)

    def continue_after(self, error: Any, before: int) -> None:
        partial = partial_of(error)
        self.assertEqual((len(partial.items), partial.idempotency_key), (2, error.idempotency_key))
        people = self.client.data.iter_search_people(
            limit=2, max_credits=6, request_options={"idempotency_key": error.idempotency_key}
        )
        result = people.collect(most=6)
        self.assertEqual((len(set(ids_of(result))), result.items[:2]), (6, partial.items))
        self.assertEqual(before - self.available(), 6)

    def test_an_interrupted_search_has_what_was_bought(self) -> None:
        def interrupt(request: httpx.Request) -> None:
            if b"cursor" in request.content:
                raise KeyboardInterrupt

        with httpx.Client(event_hooks={"request": [interrupt]}) as http:
            client = Quoin(api_key=TEST_KEY, base_url=URL, http_client=http)
            with self.assertRaises(KeyboardInterrupt) as caught:
                list(client.data.iter_search_people(limit=5, max_credits=50))
        self.assertEqual(len(partial_of(caught.exception).items), 5)

    def test_an_error_in_the_middle_of_a_free_list_has_no_items(self) -> None:
        with double(failing_after(URL, 1, problem(404, "not_found"))) as proxy:
            with Quoin(api_key=TEST_KEY, base_url=proxy.url) as client, self.assertRaises(ApiError) as caught:
                client.posts.list(limit=1).collect()
        self.assertIsNone(caught.exception.partial)
        with Quoin(api_key=TEST_KEY, base_url=URL) as client:
            result = client.posts.list(limit=1).collect()
        self.assertEqual((len(result.items), result.is_capped, result.next_cursor), (3, False, None))


@unittest.skipIf(WHY_NOT, WHY_NOT)
@mock.patch("quoin_sdk._attempts.BACKOFF_FIRST_S", 0.01)
class AsyncPaidItems(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls) -> None:
        buy_credits()

    async def test_a_search_that_reaches_its_credit_limit_returns_what_was_bought(self) -> None:
        async with AsyncQuoin(api_key=LIVE_KEY, base_url=URL) as client:
            result = await client.data.iter_search_people(limit=2, max_credits=3).collect()
            self.assertEqual((len(result.items), result.is_capped), (2, True))
            page = await client.data.search_people(request_options={"max_credits": 2})
            self.assertEqual(len(page.data or []), 2)
            self.assertEqual(len(await client.data.iter_search_people(max_credits=3).to_list(most=9)), 3)

    async def test_a_failed_search_has_what_was_bought(self) -> None:
        with double(failing_after(URL, 1, problem(503, "unavailable"))) as proxy:
            async with AsyncQuoin(api_key=LIVE_KEY, base_url=proxy.url) as client:
                with self.assertRaises(errors.UnavailableError) as caught:
                    await client.data.iter_search_people(limit=2, max_credits=6).to_list(most=6)
        self.assertEqual(len(partial_of(caught.exception).items), 2)

    async def test_a_cancelled_search_has_what_was_bought(self) -> None:
        is_reading, is_over = threading.Event(), threading.Event()
        forward = forwarding(URL)

        def hang_after_the_first(request: Seen) -> Answer:
            if b"cursor" in request.body:
                is_reading.set()
                is_over.wait(60)
            return forward(request)

        async def search(client: AsyncQuoin) -> ListResult[Any]:
            try:
                return await client.data.iter_search_people(limit=5, max_credits=50).collect()
            except asyncio.CancelledError as error:
                return partial_of(error)

        with double(hang_after_the_first) as proxy:
            async with AsyncQuoin(api_key=TEST_KEY, base_url=proxy.url) as client:
                task = asyncio.ensure_future(search(client))
                await asyncio.get_running_loop().run_in_executor(None, is_reading.wait, 60)
                task.cancel()
                self.assertEqual(len((await task).items), 5)
            is_over.set()
