"""Tests the follower of events against a running server."""

from __future__ import annotations

import unittest
from datetime import datetime, timezone
from typing import List, get_args

from quoin_sdk import AsyncQuoin, Model, Quoin, errors, follow_events
from quoin_sdk.types import EventType, WebhookEvent

from .live import LIVE_KEY, TEST_KEY, URL, WHY_NOT, unique


def connect_account(client: Quoin) -> str:
    profile = client.profiles.create(name="Following")
    connection = client.connections.create(profile_id=profile.id, platform="sandbox", mode="headless")
    client.connections.complete(connection.id, credentials={"username": unique("following")})
    page = client.connections.entities(connection.id).first_page().data[0]
    return client.connections.select(connection.id, external_id=page.external_id).id


@unittest.skipIf(WHY_NOT, WHY_NOT)
class LiveFollow(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Quoin(api_key=LIVE_KEY, base_url=URL)
        self.addCleanup(self.client.close)

    def test_a_published_post_is_an_event_now_and_later(self) -> None:
        account_id = connect_account(self.client)
        made: List[str] = []

        def publish() -> None:
            made.append(self.client.posts.create(content="Hello", targets=[{"account_id": account_id}]).id)

        started = datetime.now(timezone.utc)
        for event in follow_events(self.client, types=["post.published"], on_open=publish):
            assert event.type == "post.published"
            if event.data.post.id in made:
                self.assertEqual(event.data.post.targets[0].account_id, account_id)
                break
        again: List[str] = []
        for stored in follow_events(self.client, types="post.published", since=started):
            again.append(stored.id)
            if stored.id == event.id:
                break
        self.assertEqual(len(again), len(set(again)))

    def test_a_test_key_gets_an_example_of_each_event(self) -> None:
        with Quoin(api_key=TEST_KEY, base_url=URL) as client:
            events = list(follow_events(client))
        self.assertEqual({event.type for event in events}, set(get_args(EventType)))
        self.assertNotIn(Model, {type(event) for event in events})

    def test_a_revoked_key_is_an_error(self) -> None:
        key = self.client.api_keys.create(name="Following")
        lost: List[str] = []
        with Quoin(api_key=key.key, base_url=URL) as client, self.assertRaises(errors.InvalidApiKeyError):
            list(follow_events(client, on_open=lambda: self.client.api_keys.revoke(key.id), on_lost=lost.append))
        self.assertEqual(lost, ["the server ended the stream"])

    def test_an_unknown_type_is_an_error(self) -> None:
        with self.assertRaises(errors.ValidationError) as caught:
            list(follow_events(self.client, types=["post.publish"]))  # type: ignore[list-item]
        self.assertEqual(caught.exception.violations[0].loc, ["query", "types"])


@unittest.skipIf(WHY_NOT, WHY_NOT)
class LiveFollowAsync(unittest.IsolatedAsyncioTestCase):
    async def test_a_published_post_is_an_event(self) -> None:
        with Quoin(api_key=LIVE_KEY, base_url=URL) as blocking:
            account_id = connect_account(blocking)
        made: List[str] = []
        seen: List[WebhookEvent] = []
        async with AsyncQuoin(api_key=LIVE_KEY, base_url=URL) as client:

            async def publish() -> None:
                post = await client.posts.create(content="Hello", targets=[{"account_id": account_id}])
                made.append(post.id)

            events = follow_events(client, types=["post.published"], on_open=publish)
            async for event in events:
                seen.append(event)
                if event.type == "post.published" and event.data.post.id in made:
                    break
            await events.aclose()
        self.assertEqual(len({event.id for event in seen}), len(seen))

    async def test_a_test_key_gets_an_example_of_each_event(self) -> None:
        async with AsyncQuoin(api_key=TEST_KEY, base_url=URL) as client:
            types = {event.type async for event in follow_events(client)}
        self.assertEqual(types, set(get_args(EventType)))
