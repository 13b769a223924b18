"""Code that mypy must accept or reject: an unneeded `ignore` is an error."""

from __future__ import annotations

from datetime import datetime
from typing import AsyncGenerator, Generator, List, Optional

from quoin_sdk import AsyncQuoin, Quoin, Response, errors, follow_events, types
from quoin_sdk.types import PostResponse, WebhookEvent


def accepted(client: Quoin) -> None:
    post: PostResponse = client.posts.create(
        content="a", targets=[{"account_id": "acc_1", "options": {"fault": "slow"}}]
    )
    ids: List[str] = [each.id for each in client.posts.list()]
    answer: Response[PostResponse] = client.with_response(client.posts.create)(targets=[{"account_id": ids[0]}])
    client.api_keys.update(post.id, expires_at=None)
    client.data.search_people(filters={"seniority": ["senior"], "title": {"exclude": ["intern"]}})
    limit: Optional[int] = None
    client.posts.list(limit=limit)
    published: PostResponse = client.wait_for(post, on_progress=lambda now: print(now.targets))
    print(answer.data.targets[0].account_id, published, client.wait_for("bulk_1").progress)
    name: str = client.profiles.list().first_page().data[0].name
    budget: Optional[int] = client.api_keys.list().first_page().data[0].monthly_budget
    charges: List[types.LedgerEntryItemsItem] = client.credits.ledger().first_page().data[0].items_
    print(post["id"], post.get("id"), dict(post), name, budget, charges)


def refused(client: Quoin) -> None:
    client.posts.create(content="a")  # type: ignore
    client.posts.create(targets=[{"account": "acc_1"}])  # type: ignore
    client.posts.create(targets=[], request_options={"max_credits": 1})  # type: ignore
    client.posts.get("post_1", request_options={"idempotency_key": "a"})  # type: ignore
    client.posts.get(id="post_1")  # type: ignore
    client.posts.list(status="gone")  # type: ignore
    client.with_response(client.posts.get)(5)  # type: ignore
    client.data.iter_search_people(query="engineer")  # type: ignore
    client.posts.get("post_1").nothing  # type: ignore
    client.posts.get("post_1").targets[0].external_uri  # type: ignore
    client.api_keys.get("key_1").monthly_budget + 1  # type: ignore
    client.bulk_jobs.results("bulk_1", format="csv").pages()  # type: ignore
    follow_events(client, types=["post.publish"])  # type: ignore


async def asynchronous(client: AsyncQuoin) -> None:
    post: PostResponse = await client.posts.get("post_1")
    answer: Response[PostResponse] = await client.with_response(client.posts.get)(post.id)
    async for each in client.credits.ledger():
        print(each.kind, answer.request_id)
    print(await (await client.credits.ledger(format="csv")).text())
    events: AsyncGenerator[WebhookEvent, None] = follow_events(client, on_lost=print)
    async for event in events:
        print(event.id)


def follow(client: Quoin) -> None:
    events: Generator[WebhookEvent, None, None] = follow_events(
        client, types=["post.published", "comment.received"], since=datetime.now(), on_open=lambda: 5
    )
    for event in events:
        if event.type == "comment.received":
            print(event.data.comment.body)
    print(follow_events(client, types="post.published", since="2026-01-01T00:00:00Z"))


def narrow(event: WebhookEvent, error: errors.InsufficientCreditsError) -> None:
    if event.type == "post.published":
        post: types.PostResponse = event.data.post
        print(post.id)
    elif event.type == "job.finished":
        print(event.data.job.progress.done)
        print(event.data.post)  # type: ignore
    if isinstance(event, types.MediaReadyEvent):
        print(event.data.media.id)
    if error.code == "not_found":  # type: ignore
        print(error)


def narrow_people(people: types.SearchPeopleResponse) -> None:
    for person in people.data or []:
        print(person.full_name)  # type: ignore
        if person.change != "removed":
            print(person.full_name)
