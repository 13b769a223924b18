"""Code that mypy must accept or reject: an unneeded `ignore` is an error."""

from __future__ import annotations

from typing import List, Optional

from quoin_sdk import AsyncQuoin, Quoin, Response, errors, types
from quoin_sdk.types import PostResponse, WebhookEvent


def accepted(client: Quoin) -> None:
    post: PostResponse = client.posts.create(
        content="a", targets=[{"account_id": "acc_1", "options": {"fault": "slow"}}]
    )
    ids: List[str] = [each["id"] for each in client.posts.list()]
    answer: Response[PostResponse] = client.with_response(client.posts.create)(targets=[{"account_id": ids[0]}])
    client.api_keys.update(post["id"], expires_at=None)
    client.data.search_people(filters={"seniority": ["senior"], "title": {"exclude": ["intern"]}})
    limit: Optional[int] = None
    client.posts.list(limit=limit)
    published: PostResponse = client.wait_for(post, on_progress=lambda now: print(now["targets"]))
    print(answer.data["targets"][0]["account_id"], published, client.wait_for("bulk_1")["progress"])


def refused(client: Quoin) -> None:
    client.posts.create(content="a")  # type: ignore
    client.posts.create(targets=[{"account": "acc_1"}])  # type: ignore
    client.posts.create(targets=[], request_options={"max_credits": 1})  # type: ignore
    client.posts.get("post_1", request_options={"idempotency_key": "a"})  # type: ignore
    client.posts.get(id="post_1")  # type: ignore
    client.posts.list(status="gone")  # type: ignore
    client.with_response(client.posts.get)(5)  # type: ignore
    client.data.iter_search_people(query="engineer")  # type: ignore
    client.posts.get("post_1")["nothing"]  # type: ignore
    client.bulk_jobs.results("bulk_1", format="csv").pages()  # type: ignore


async def asynchronous(client: AsyncQuoin) -> None:
    post: PostResponse = await client.posts.get("post_1")
    answer: Response[PostResponse] = await client.with_response(client.posts.get)(post["id"])
    async for each in client.credits.ledger():
        print(each["kind"], answer.request_id)
    print(await (await client.credits.ledger(format="csv")).text())


def narrowed(event: WebhookEvent, error: errors.InsufficientCreditsError) -> None:
    if event["type"] == "post.published":
        post: types.PostResponse = event["data"]["post"]
        print(post["id"])
    elif event["type"] == "job.finished":
        print(event["data"]["job"]["progress"]["done"])
        print(event["data"]["post"])  # type: ignore
    if error.code == "not_found":  # type: ignore
        print(error)
