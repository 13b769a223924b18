"""Tests responses and events as dictionaries with attributes."""

from __future__ import annotations

import copy
import json
import pickle
import unittest
from typing import Any, Dict, List, Union

from quoin_sdk import Model, Quoin, errors, types, webhooks

from .doubles import double, in_turn, ok, problem

SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
POST: Dict[str, Any] = {
    "id": "post_1",
    "status": "published",
    "targets": [{"account_id": "acc_1", "external_url": None, "error": {"code": "rejected", "message": "No"}}],
    "added_later": {"a": 1},
}


def event_of(body: Dict[str, Any]) -> types.WebhookEvent:
    content = json.dumps(body).encode()
    return webhooks.unwrap(content, webhooks.sign_test(content, SECRET), SECRET)


class Models(unittest.TestCase):
    def test_a_response_has_attributes_at_every_depth(self) -> None:
        with double(in_turn(ok({"data": [POST], "has_more": False, "next_cursor": None}))) as server:
            with Quoin(api_key="qk_test_1", base_url=server.url) as client:
                page = client.posts.list().first_page()
                [post] = client.posts.list()
        self.assertEqual(page.data[0], post)
        self.assertEqual((post.id, post.targets[0].account_id, post.targets[0].external_url), ("post_1", "acc_1", None))
        error = post.targets[0].error
        assert error
        self.assertEqual((error.code, error["message"]), ("rejected", "No"))
        self.assertEqual([type(each) for each in (page, post, post.targets[0])], KINDS)
        self.assertEqual((post["added_later"], getattr(post, "added_later")), ({"a": 1}, {"a": 1}))

    def test_an_object_with_any_content_is_a_plain_dictionary(self) -> None:
        metadata = types.ProfileResponse({"metadata": {"items": [{"id": 1}]}}).metadata
        self.assertEqual((type(metadata), list(metadata.items())), (dict, [("items", [{"id": 1}])]))

    def test_a_response_is_a_dictionary(self) -> None:
        post = types.PostResponse(POST)
        self.assertEqual(post, POST)
        self.assertEqual((post["id"], post.get("nothing"), {**post}["status"]), ("post_1", None, "published"))
        self.assertEqual((json.loads(json.dumps(post)), str(post)), (POST, str(POST)))
        for same in (copy.copy(post), copy.deepcopy(post), pickle.loads(pickle.dumps(post)), post.copy()):
            self.assertEqual((same, type(same)), (POST, types.PostResponse))
            self.assertEqual((same.id, same.targets[0].account_id), ("post_1", "acc_1"))
        self.assertIsNot(copy.deepcopy(post).targets[0], post.targets[0])
        self.assertIs(post.copy().targets, post.targets)
        post.status = "failed"
        self.assertEqual(post["status"], "failed")
        self.assertIn("targets", dir(post))

    def test_a_typo_is_an_error_that_names_near_fields(self) -> None:
        post: Any = types.PostResponse(POST)
        with self.assertRaisesRegex(AttributeError, "PostResponse has no field 'statsu'. Did you mean status"):
            post.statsu
        with self.assertRaisesRegex(AttributeError, "'external_uri'. Did you mean external_url"):
            post.targets[0].external_uri
        with self.assertRaisesRegex(AttributeError, "'zzz'. It has .*id, .*status"):
            post.zzz
        self.assertFalse(hasattr(post, "__html__"))

    def test_a_field_that_may_be_absent_reads_as_none_and_one_that_must_be_there_does_not(self) -> None:
        key: Any = types.ApiKeyResponse({"id": "key_1"})
        self.assertIsNone(key.monthly_budget)
        self.assertNotIn("monthly_budget", key)
        self.assertEqual(types.ApiKeyResponse(monthly_budget=5).monthly_budget, 5)
        with self.assertRaisesRegex(AttributeError, "no field 'name'"):
            key.name

    def test_a_field_with_the_name_of_a_method_has_an_underscore(self) -> None:
        entry = types.LedgerEntry({"seq": 1, "items": [{"credits": 2}]})
        self.assertEqual((entry["items"], entry.items_[0].credits), ([{"credits": 2}], 2))
        self.assertEqual(dict(entry.items())["seq"], 1)
        self.assertIn("items_", dir(entry))
        for kind in vars(types).values():
            if isinstance(kind, type) and issubclass(kind, Model):
                self.assertEqual([name for name in kind.__annotations__ if hasattr(dict, name)], [], kind)

    def test_events_have_the_class_of_their_type(self) -> None:
        event = event_of({"id": "1", "type": "post.published", "data": {"post": POST}})
        assert isinstance(event, types.PostPublishedEvent)
        self.assertEqual(event.data.post.targets[0].account_id, "acc_1")
        later = event_of({"id": "1", "type": "post.later", "data": {"post": POST}})
        self.assertEqual((type(later), later.id, later["data"]["post"]["id"]), (Model, "1", "post_1"))

    def test_people_who_were_removed_are_told_apart(self) -> None:
        found: Dict[str, Any] = {"id": "1", "full_name": "Ada"}
        removed: Dict[str, Any] = {"id": "2", "change": "removed"}
        people = types.SearchPeopleResponse(data=[found, {**found, "change": "added"}, removed]).data or []
        kinds: List[Any] = [types.FoundPerson, types.FoundPerson, types.RemovedPerson]
        self.assertEqual([type(each) for each in people], kinds)

    def test_a_union_without_a_common_literal_is_decided_by_required_fields(self) -> None:
        self.assertEqual(
            [type(each) for each in Drawing(shapes=[{"radius": 1}, {"side": 1}, {}]).shapes], [Circle, Square, Model]
        )

    def test_violations_have_attributes(self) -> None:
        refusal = problem(422, "validation_error")
        assert refusal
        status, headers, _ = refusal
        violation = {"type": "missing", "loc": ["body", "targets"], "msg": "is required"}
        body = json.dumps({"code": "validation_error", "status": 422, "detail": [violation]}).encode()
        with double(in_turn((status, headers, body))) as server:
            with Quoin(api_key="qk_test_1", base_url=server.url) as client:
                with self.assertRaises(errors.ValidationError) as caught:
                    client.posts.create(targets=[])
        [found] = caught.exception.violations
        self.assertEqual((found, found.loc, found.ctx), (violation, ["body", "targets"], None))


KINDS: List[Any] = [types.PostPage, types.PostResponse, types.TargetView]


class Circle(Model):
    radius: int


class Square(Model):
    _optional = ("color",)
    side: int
    color: str


class Drawing(Model):
    shapes: List[Union[Circle, Square]]
