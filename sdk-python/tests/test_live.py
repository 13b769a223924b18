"""Tests the client against a running server."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path
from typing import List

from quoin_sdk import FileInput, Quoin, QuoinTimeoutError, errors
from quoin_sdk.types import AsyncJobResponse

from .doubles import Seen, double, losing
from .live import LIVE_KEY, TEST_KEY, URL, WHY_NOT, unique

PIXEL = bytes.fromhex("47494638396101000100800000000000ffffff2c00000000010001000002024401003b")


@unittest.skipIf(WHY_NOT, WHY_NOT)
class Live(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Quoin(api_key=LIVE_KEY, base_url=URL)
        self.addCleanup(self.client.close)

    def test_a_profile_is_created_read_and_deleted(self) -> None:
        made = self.client.profiles.create(name="Python", external_ref=unique("py-"), metadata={"a": 1})
        self.assertEqual(self.client.profiles.get(made.id), made)
        replaced = self.client.profiles.replace(made.id, name="Renamed", external_ref=None)
        self.assertEqual((replaced.name, replaced.external_ref), ("Renamed", None))
        self.client.profiles.delete(made.id)
        with self.assertRaises(errors.NotFoundError) as caught:
            self.client.profiles.get(made.id)
        self.assertEqual((caught.exception.code, caught.exception.status), ("not_found", 404))
        self.assertRegex(caught.exception.request_id or "", "^req_")

    def test_a_list_is_read_to_its_end_with_any_page_size(self) -> None:
        made = [self.client.profiles.create(name=f"Page {each}").id for each in range(5)]
        listed = [each.id for each in self.client.profiles.list(limit=2)]
        self.assertEqual(len(listed), len(set(listed)))
        self.assertLessEqual(set(made), set(listed))
        pages = list(self.client.profiles.list(limit=2).pages())
        self.assertGreaterEqual(len(pages), 3)
        self.assertEqual([each.id for page in pages for each in page.data], listed)
        self.assertEqual([each.id for each in self.client.profiles.list(limit=2).to_list(most=3)], listed[:3])
        self.assertEqual(self.client.profiles.list().to_list(most=0), [])
        first = self.client.profiles.list(limit=2).first_page()
        second = self.client.profiles.list(limit=2, cursor=first.next_cursor).first_page()
        self.assertEqual([each.id for each in second.data], listed[2:4])

    def test_a_lost_response_is_replayed_and_charged_once(self) -> None:
        lost: List[str] = []

        def is_lost(request: Seen) -> bool:
            is_first = request.method == "POST" and not lost
            if is_first:
                lost.append(request.path)
            return is_first

        before = self.client.credits.get().available
        with double(losing(URL, is_lost)) as proxy, Quoin(api_key=LIVE_KEY, base_url=proxy.url) as client:
            answer = client.with_response(client.data.search_people)(query="engineer", limit=2)
        self.assertEqual(lost, ["/v1/data/search/people"])
        self.assertEqual((answer.attempts, answer.replayed), (2, True))
        self.assertGreater(answer.credits_charged, 0)
        self.assertEqual(len(answer.data.data or []), answer.credits_charged)
        self.assertRegex(answer.price_book or "", "^standard-")
        self.assertEqual(before - self.client.credits.get().available, answer.credits_charged)

    def test_pages_of_a_paid_search_are_separate_calls_up_to_a_limit(self) -> None:
        before = self.client.credits.get().available
        found: List[str] = []
        charged = 0
        with self.assertRaises(errors.MaxCreditsExceededError):
            people = self.client.data.iter_search_people(query="engineer", limit=2, max_credits=5)
            for response in people.pages_with_response():
                self.assertFalse(response.replayed)
                charged += response.credits_charged
                found.extend(each.id for each in response.data.data or [])
        self.assertEqual((len(found), len(set(found)), charged), (4, 4, 4))
        self.assertEqual(before - self.client.credits.get().available, 4)

    def test_pages_with_an_idempotency_key_are_not_charged_again(self) -> None:
        key = unique("weekly-")
        before = self.client.credits.get().available
        for _ in range(2):
            people = self.client.data.iter_search_people(
                query="engineer", limit=1, max_credits=3, request_options={"idempotency_key": key}
            )
            self.assertEqual(len({each.id for each in people.to_list(most=3)}), 3)
        self.assertEqual(before - self.client.credits.get().available, 3)

    def test_a_402_has_its_own_error_with_the_required_credits(self) -> None:
        with self.assertRaises(errors.InsufficientCreditsError) as caught:
            self.client.bulk_jobs.create(action="search/people", filters={"limit": 100_000})
        self.assertEqual((caught.exception.code, caught.exception.status), ("insufficient_credits", 402))
        self.assertGreater(caught.exception.required, caught.exception.available)
        with self.assertRaises(errors.MaxCreditsExceededError) as refused:
            self.client.data.search_people(query="engineer", request_options={"max_credits": 0})
        self.assertEqual((refused.exception.max_credits, refused.exception.required), (0, 10))
        with Quoin(api_key=LIVE_KEY, base_url=URL, max_credits=0) as careful:
            with self.assertRaises(errors.MaxCreditsExceededError):
                careful.data.search_people(query="engineer")
            careful.data.search_people(query="nothing like this", limit=1, request_options={"max_credits": 1})

    def test_a_422_names_the_location(self) -> None:
        with self.assertRaises(errors.ValidationError) as caught:
            self.client.posts.create(content="x", targets=[])
        self.assertEqual(caught.exception.violations[0].loc, ["body", "targets"])
        self.assertIn("body.targets", str(caught.exception))

    def test_wait_for_reports_the_progress_of_a_job(self) -> None:
        seen: List[AsyncJobResponse] = []
        job = self.client.bulk_jobs.create(action="search/people", queries=["engineer", "designer"], limit=1)
        ended = self.client.wait_for(job, on_progress=seen.append, timeout=120)
        self.assertEqual((ended.status, ended.progress.done), ("completed", 2))
        self.assertEqual(seen[-1], ended)
        self.assertEqual(len(list(self.client.bulk_jobs.results(job.id, limit=1))), 2)
        single = self.client.data_jobs.create(action="search/people", query="engineer", filters={"limit": 1})
        self.assertEqual(len(self.client.wait_for(single.id, timeout=120).data), 1)

    def test_wait_for_waits_for_a_post_and_media(self) -> None:
        profile = self.client.profiles.create(name="Waiting")
        connection = self.client.connections.create(profile_id=profile.id, platform="sandbox", mode="headless")
        self.client.connections.complete(connection.id, credentials={"username": unique("waiting")})
        page = self.client.connections.entities(connection.id).first_page().data[0]
        account = self.client.connections.select(connection.id, external_id=page.external_id)
        post = self.client.posts.create(content="Hello", targets=[{"account_id": account.id}])
        self.assertEqual(self.client.wait_for(post, timeout=120).status, "published")
        asset = self.client.wait_for(self.client.media.ingest(file=PIXEL), timeout=120)
        self.assertEqual(asset.status, "ready")
        for name in (post.id, "pf_1"):
            with self.assertRaises(TypeError):
                self.client.wait_for(name)

    def test_waiting_for_a_job_times_out(self) -> None:
        answered = dict(
            self.client.data_jobs.create(action="search/people", query="engineer", limit=1), status="running"
        )
        with double(lambda _: (200, {}, json.dumps(answered).encode())) as server:
            with Quoin(api_key=LIVE_KEY, base_url=server.url) as client, self.assertRaises(QuoinTimeoutError):
                client.wait_for(answered["id"], timeout=0.3)

    def test_results_are_downloaded_as_files_and_lines(self) -> None:
        job = self.client.bulk_jobs.create(action="search/people", queries=["engineer"], limit=2)
        self.client.wait_for(job, timeout=120)
        file = self.client.bulk_jobs.results(job.id, format="csv")
        self.assertIn("text/csv", file.content_type)
        self.assertIn("row_status", file.text())
        with self.client.bulk_jobs.results(job.id, format="ndjson") as lines:
            self.assertEqual(len([line for line in lines.iter_lines() if line.strip()]), 1)
        with tempfile.TemporaryDirectory() as folder:
            self.client.credits.ledger(format="csv", limit=1).save(Path(folder) / "ledger.csv")
            self.assertGreater((Path(folder) / "ledger.csv").stat().st_size, 10)
        answer = self.client.with_response(self.client.workflows.run_lead_list)(
            inputs={"query": "engineer"}, limit=1, dry_run=True
        )
        self.assertEqual(answer.credits_charged, 0)

    def test_files_are_sent_from_bytes_a_path_and_an_open_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "pixel.gif"
            path.write_bytes(PIXEL)
            with path.open("rb") as opened:
                files: List[FileInput] = [PIXEL, path, opened]
                for file in files:
                    asset = self.client.media.ingest(file=file)
                    self.assertEqual((asset.status, asset.mime), ("ready", "image/gif"))
        with self.assertRaises(ValueError):
            self.client.media.ingest(file=PIXEL, url="https://example.com/a.gif")

    def test_a_refused_download_is_an_error(self) -> None:
        with self.assertRaises(errors.NotFoundError):
            self.client.accounts.avatar("acc_none")

    def test_a_test_key_works_with_every_kind_of_call(self) -> None:
        with Quoin(api_key=TEST_KEY, base_url=URL) as client:
            answer = client.with_response(client.data.find_email)(query="Ada Example, example.com")
            self.assertEqual(answer.credits_charged, 0)
            people = client.data.iter_search_people(query="engineer", limit=5, max_credits=100)
            self.assertEqual(len(list(people)), 12)
            with self.assertRaises(errors.UpstreamError):
                client.data.search_people(query="failure", request_options={"max_retries": 0})
            self.assertEqual(len(list(client.posts.list(limit=2))), 3)

    def test_a_list_has_no_single_response(self) -> None:
        with self.assertRaisesRegex(TypeError, "pages_with_response"):
            self.client.with_response(self.client.profiles.list)()
        with self.assertRaises(TypeError):
            self.client.with_response(len)([])
