"""Tests the async client against a running server."""

from __future__ import annotations

import asyncio
import tempfile
import unittest
from pathlib import Path
from typing import List

from quoin_sdk import AsyncQuoin, errors

from .doubles import Seen, double, losing
from .live import LIVE_KEY, URL, WHY_NOT
from .test_live import PIXEL


@unittest.skipIf(WHY_NOT, WHY_NOT)
class LiveAsync(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.client = AsyncQuoin(api_key=LIVE_KEY, base_url=URL)
        self.addAsyncCleanup(self.client.close)

    async def test_calls_run_concurrently(self) -> None:
        made = await asyncio.gather(*(self.client.profiles.create(name=f"Async {each}") for each in range(5)))
        listed = [each.id async for each in self.client.profiles.list(limit=2)]
        self.assertLessEqual({each.id for each in made}, set(listed))
        pages = [page async for page in self.client.profiles.list(limit=2).pages()]
        self.assertEqual([each.id for page in pages for each in page.data], listed)
        few = await self.client.profiles.list(limit=2).to_list(most=3)
        self.assertEqual([each.id for each in few], listed[:3])
        self.assertEqual((await self.client.profiles.list(limit=2).first_page()).data, few[:2])

    async def test_a_lost_response_is_replayed_and_charged_once(self) -> None:
        lost: List[str] = []

        def is_lost(request: Seen) -> bool:
            is_first = request.method == "POST" and not lost
            if is_first:
                lost.append(request.path)
            return is_first

        before = (await self.client.credits.get()).available
        with double(losing(URL, is_lost)) as proxy:
            async with AsyncQuoin(api_key=LIVE_KEY, base_url=proxy.url) as client:
                answer = await client.with_response(client.data.search_people)(query="engineer", limit=2)
        self.assertEqual((answer.attempts, answer.replayed, len(lost)), (2, True, 1))
        self.assertEqual(before - (await self.client.credits.get()).available, answer.credits_charged)

    async def test_errors_are_the_same(self) -> None:
        with self.assertRaises(errors.InsufficientCreditsError):
            await self.client.bulk_jobs.create(action="search/people", filters={"limit": 100_000})
        with self.assertRaises(errors.NotFoundError):
            await self.client.accounts.avatar("acc_none")
        with self.assertRaisesRegex(TypeError, "pages_with_response"):
            await self.client.with_response(self.client.profiles.list)()  # type: ignore[arg-type]

    async def test_pages_of_a_paid_search_stop_at_the_limit(self) -> None:
        found: List[str] = []
        with self.assertRaises(errors.MaxCreditsExceededError):
            async for each in self.client.data.iter_search_people(query="engineer", limit=2, max_credits=3):
                found.append(each.id)
        self.assertEqual(len(set(found)), 2)

    async def test_wait_for_waits_for_a_job_whose_results_are_files(self) -> None:
        statuses: List[str] = []
        job = await self.client.bulk_jobs.create(action="search/people", queries=["engineer"], limit=1)
        ended = await self.client.wait_for(job, on_progress=lambda now: statuses.append(now.status), timeout=120)
        self.assertEqual((ended.status, statuses[-1]), ("completed", "completed"))
        self.assertEqual(len([each async for each in self.client.bulk_jobs.results(job.id)]), 1)
        self.assertIn("row_status", await (await self.client.bulk_jobs.results(job.id, format="csv")).text())
        with tempfile.TemporaryDirectory() as folder:
            await (await self.client.credits.ledger(format="csv", limit=1)).save(Path(folder) / "ledger.csv")
            self.assertGreater((Path(folder) / "ledger.csv").stat().st_size, 10)
        async with await self.client.bulk_jobs.results(job.id, format="ndjson") as lines:
            self.assertEqual(len([line async for line in lines.iter_lines() if line.strip()]), 1)

    async def test_a_file_is_sent(self) -> None:
        asset = await self.client.media.ingest(file=PIXEL)
        self.assertEqual((asset.status, asset.mime), ("ready", "image/gif"))
