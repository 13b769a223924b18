# Generated from the endpoint declarations by `npm run gen`: change those, not this.
from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union, overload

from . import _operations as ops
from . import types as t
from ._files import Download, FileInput
from ._operation import NOT_GIVEN, NotGiven, PricedOptions, RequestOptions, WriteOptions
from ._pages import Pages
from ._resource import Caller, Resource
from .webhooks import WebhookTools


class Home(Resource):
    def summary(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.HomeResponse:
        """Read the overview of a workspace: resources, first steps and issues.

        One call for an overview page instead of many lists. Counts stop at 1000.

        Free. `GET /v1/home` (`home.summary`).
        """
        return self._caller.call(ops.HOME_SUMMARY, (), {}, request_options)


class ApiKeys(Resource):
    def create(
        self,
        *,
        name: Union[Optional[str], NotGiven] = NOT_GIVEN,
        mode: Optional[Literal["live", "test"]] = None,
        scope: Optional[Literal["full", "profiles"]] = None,
        permission: Optional[Literal["read", "read_write"]] = None,
        profile_ids: Optional[Sequence[str]] = None,
        expires_at: Union[Optional[str], NotGiven] = NOT_GIVEN,
        monthly_budget: Union[Optional[int], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ApiKeyCreateResponse:
        """Create an API key.

        The response has the full key in `key`, which is shown only once. The key acts for the member who
        creates it, by session or by key: it never allows more than they may do, and ends when they leave the
        workspace. A key cannot mint a stronger one: a key that expires mints only keys that expire no later,
        and a key with a budget only keys that spend nothing (`monthly_budget: 0`, or `mode: test`). Returns 409
        when the workspace has the maximum number of keys.

        Free. `POST /v1/api-keys` (`api_keys.create`).

        :param expires_at: ISO 8601 with a time zone.
        """
        return self._caller.call(ops.API_KEYS_CREATE, (), {
            "name": name,
            "mode": mode,
            "scope": scope,
            "permission": permission,
            "profile_ids": profile_ids,
            "expires_at": expires_at,
            "monthly_budget": monthly_budget,
        }, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["active", "expired", "revoked"]] = None,
        mode: Optional[Literal["live", "test"]] = None,
        include: Optional[Literal["spend"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.ApiKeyResponse, t.ApiKeyPage]:
        """List API keys, newest first.

        Free. `GET /v1/api-keys` (`api_keys.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param include: `spend` adds `spent_this_month`, the sum of the month's charges.
        """
        return Pages(self._caller, ops.API_KEYS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "status": status,
            "mode": mode,
            "include": include,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        include: Optional[Literal["spend"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> t.ApiKeyResponse:
        """Read one API key.

        Free. `GET /v1/api-keys/{id}` (`api_keys.get`).

        :param include: `spend` adds `spent_this_month`, the sum of the month's charges.
        """
        return self._caller.call(ops.API_KEYS_GET, (id,), {"include": include}, request_options)

    def update(
        self,
        id: str,
        /,
        *,
        name: Union[Optional[str], NotGiven] = NOT_GIVEN,
        permission: Optional[Literal["read", "read_write"]] = None,
        expires_at: Union[Optional[str], NotGiven] = NOT_GIVEN,
        monthly_budget: Union[Optional[int], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ApiKeyResponse:
        """Change an API key.

        Changes only the fields in the body, at once and everywhere; null removes the budget or the expiry. Any
        key can be made weaker. It cannot be made stronger than the key that changes it, by the rules of
        creation, and only owners can make an owner's key stronger. A budget counts spending from the time the
        key first has one in the month. Returns 409 for a revoked or expired key.

        Free. `PATCH /v1/api-keys/{id}` (`api_keys.update`).

        :param expires_at: ISO 8601 with a time zone.
        """
        return self._caller.call(ops.API_KEYS_UPDATE, (id,), {
            "name": name,
            "permission": permission,
            "expires_at": expires_at,
            "monthly_budget": monthly_budget,
        }, request_options)

    def revoke(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ApiKeyResponse:
        """Revoke an API key, at once and everywhere.

        Keys that it minted keep working, so a key can be replaced by one that it minted. The last key of a
        workspace can be revoked too; the operator then creates a new one with `quoin-server keys create`.

        Free. `DELETE /v1/api-keys/{id}` (`api_keys.revoke`).
        """
        return self._caller.call(ops.API_KEYS_REVOKE, (id,), {}, request_options)


class Branding(Resource):
    def get(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.StoredBranding:
        """Read the branding of pages for your own customers.

        Free. `GET /v1/branding` (`branding.get`).
        """
        return self._caller.call(ops.BRANDING_GET, (), {}, request_options)

    def put(
        self,
        *,
        name: Optional[str],
        color: Optional[str],
        logo_url: Optional[str],
        request_options: Optional[WriteOptions] = None,
    ) -> t.StoredBranding:
        """Set the name, color and logo of pages for your own customers.

        The branding is shown on the page where people connect accounts, and on the pages of portal links. Null
        means the workspace's name, the default color, or no logo.

        Free. `PUT /v1/branding` (`branding.put`).

        :param name: Shown instead of the workspace's name.
        :param color: The button color, such as `#1a56db`. White text on it must be readable: the contrast
            must be at least 4.5:1.
        :param logo_url: An image served over HTTPS. Your customers' browsers load it from there.
        """
        return self._caller.call(ops.BRANDING_PUT, (), {
            "name": name,
            "color": color,
            "logo_url": logo_url,
        }, request_options)


class PortalLinks(Resource):
    def create(
        self,
        *,
        pages: Sequence[Literal["connect", "webhooks", "report"]],
        profile_id: Optional[str] = None,
        webhook_ids: Optional[Sequence[str]] = None,
        expires_in: Optional[int] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PortalLinkCreateResponse:
        """Create a link to pages for one of your own customers.

        Anyone who has the link can use its pages until it expires, and nothing else. `connect` lets them
        connect accounts to a profile. `webhooks` shows webhook endpoints and their deliveries, rotates secrets,
        sends test events and redrives. `report` shows the analytics of the profile, or of the workspace. The
        pages show your branding. Give the link only to its customer. It ends with the key or the member that
        created it.

        Free. `POST /v1/portal-links` (`portal_links.create`).

        :param profile_id: The profile that it is limited to.
        :param expires_in: Seconds: at most a day, or 90 days if the only page is `report`.
        """
        return self._caller.call(ops.PORTAL_LINKS_CREATE, (), {
            "pages": pages,
            "profile_id": profile_id,
            "webhook_ids": webhook_ids,
            "expires_in": expires_in,
        }, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.PortalLink, t.PortalLinkPage]:
        """List portal links of the last days, newest first.

        Free. `GET /v1/portal-links` (`portal_links.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.PORTAL_LINKS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.PortalLink:
        """Read a portal link; its URL is not shown again.

        Free. `GET /v1/portal-links/{id}` (`portal_links.get`).
        """
        return self._caller.call(ops.PORTAL_LINKS_GET, (id,), {}, request_options)

    def revoke(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PortalLink:
        """Revoke a portal link, at once and everywhere.

        Free. `DELETE /v1/portal-links/{id}` (`portal_links.revoke`).
        """
        return self._caller.call(ops.PORTAL_LINKS_REVOKE, (id,), {}, request_options)

    def current(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.CurrentPortalLink:
        """Read the pages and the branding of the calling link.

        Only for portal links, which send their token as `Authorization: Bearer ql_...`.

        Free. `GET /v1/portal-links/current` (`portal_links.current`).
        """
        return self._caller.call(ops.PORTAL_LINKS_CURRENT, (), {}, request_options)


class Profiles(Resource):
    def create(
        self,
        *,
        name: str,
        external_ref: Union[Optional[str], NotGiven] = NOT_GIVEN,
        metadata: Optional[Mapping[str, Any]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ProfileResponse:
        """Create a profile.

        A profile groups the social accounts of one brand, customer or person.

        Free. `POST /v1/profiles` (`profiles.create`).

        :param metadata: Free-form; returned as sent. At most 16 KiB as JSON.
        """
        return self._caller.call(ops.PROFILES_CREATE, (), {
            "name": name,
            "external_ref": external_ref,
            "metadata": metadata,
        }, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.ProfileResponse, t.ProfilePage]:
        """List profiles, newest first.

        Free. `GET /v1/profiles` (`profiles.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.PROFILES_LIST, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.ProfileResponse:
        """Read one profile.

        Free. `GET /v1/profiles/{id}` (`profiles.get`).
        """
        return self._caller.call(ops.PROFILES_GET, (id,), {}, request_options)

    def replace(
        self,
        id: str,
        /,
        *,
        name: str,
        external_ref: Union[Optional[str], NotGiven] = NOT_GIVEN,
        metadata: Optional[Mapping[str, Any]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ProfileResponse:
        """Replace a profile.

        Omitted fields become empty.

        Free. `PUT /v1/profiles/{id}` (`profiles.replace`).

        :param metadata: Free-form; returned as sent. At most 16 KiB as JSON.
        """
        return self._caller.call(ops.PROFILES_REPLACE, (id,), {
            "name": name,
            "external_ref": external_ref,
            "metadata": metadata,
        }, request_options)

    def delete(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ProfileResponse:
        """Delete a profile.

        Returns the deleted profile. Refused while accounts are connected to it. The data of disconnected
        accounts is deleted with it.

        Free. `DELETE /v1/profiles/{id}` (`profiles.delete`).
        """
        return self._caller.call(ops.PROFILES_DELETE, (id,), {}, request_options)


class Credits(Resource):
    def get(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.CreditsResponse:
        """Read the balance.

        Free. `GET /v1/credits` (`credits.get`).
        """
        return self._caller.call(ops.CREDITS_GET, (), {}, request_options)

    @overload
    def ledger(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        kind: Optional[Literal["grant", "charge", "expire", "trim", "revoke"]] = None,
        format: Optional[Literal["json"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.LedgerEntry, t.LedgerPage]: ...

    @overload
    def ledger(
        self,
        *,
        format: Literal["csv"],
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        kind: Optional[Literal["grant", "charge", "expire", "trim", "revoke"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Download: ...

    def ledger(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        kind: Optional[Literal["grant", "charge", "expire", "trim", "revoke"]] = None,
        format: Optional[Literal["json", "csv"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[Pages[t.LedgerEntry, t.LedgerPage], Download]:
        """List ledger entries, newest first.

        Append-only: each entry includes the hash of the previous entry, so that later changes can be detected.
        Old entries that the operator archived are not listed. `format=csv` returns the page as a file.

        Free. `GET /v1/credits/ledger` (`credits.ledger`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        if format not in (None, "json"):
            return self._caller.download(ops.CREDITS_LEDGER, (), {
            "limit": limit,
            "cursor": cursor,
            "kind": kind,
            "format": format,
        }, request_options)
        return Pages(self._caller, ops.CREDITS_LEDGER, (), {
            "limit": limit,
            "cursor": cursor,
            "kind": kind,
            "format": format,
        }, request_options)

    def usage(
        self,
        *,
        since: Optional[str] = None,
        until: Optional[str] = None,
        group_by: Optional[Literal["day", "action", "key", "day,action"]] = None,
        fill: Optional[bool] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> t.UsageResponse:
        """Summarize metered calls by day, action, key, or day and action.

        Free. `GET /v1/credits/usage` (`credits.usage`).

        :param since: First day (UTC); defaults to 30 days ago.
        :param until: Last day (UTC), inclusive; defaults to today.
        :param fill: When grouped by day: includes days without calls, for each action in the range.
        """
        return self._caller.call(ops.CREDITS_USAGE, (), {
            "since": since,
            "until": until,
            "group_by": group_by,
            "fill": fill,
        }, request_options)

    def holds(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.OpenHold, t.OpenHoldPage]:
        """List open holds, newest first.

        The credits that calls and jobs hold now: the individual holds behind `held` of `GET /v1/credits`.

        Free. `GET /v1/credits/holds` (`credits.holds`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.CREDITS_HOLDS, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def checkout(
        self,
        *,
        pack_id: Optional[str] = None,
        plan_id: Optional[str] = None,
        interval: Optional[Literal["month", "year"]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.OrderResponse:
        """Buy a pack or subscribe to a plan.

        Returns a pending order. Send the buyer to its `url`; when that is null, `instructions` explain how to
        pay. The credits are granted once, when the order is paid.

        Free. `POST /v1/credits/checkout` (`credits.checkout`).

        :param pack_id: A pack, paid once.
        :param plan_id: A plan, with its `interval`.
        """
        return self._caller.call(ops.CREDITS_CHECKOUT, (), {
            "pack_id": pack_id,
            "plan_id": plan_id,
            "interval": interval,
        }, request_options)

    def orders(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.OrderResponse, t.OrderPage]:
        """List orders, newest first.

        Orders from checkouts, subscription renewals and auto top-up.

        Free. `GET /v1/credits/orders` (`credits.orders`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.CREDITS_ORDERS, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def billing(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.BillingResponse:
        """Read the subscription and auto top-up of the workspace.

        A missing subscription or top-up is null. The newest subscription is shown, even if it has ended.

        Free. `GET /v1/credits/billing` (`credits.billing`).
        """
        return self._caller.call(ops.CREDITS_BILLING, (), {}, request_options)

    def subscription(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.SubscriptionResponse:
        """Read the subscription.

        Free. `GET /v1/credits/subscription` (`credits.subscription`).
        """
        return self._caller.call(ops.CREDITS_SUBSCRIPTION, (), {}, request_options)

    def cancel_subscription(
        self,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.SubscriptionResponse:
        """Cancel the subscription at the end of the paid period.

        Until then credits are granted as before; a yearly plan grants them each month. Granted credits remain
        after the subscription has ended.

        Free. `DELETE /v1/credits/subscription` (`credits.cancel_subscription`).
        """
        return self._caller.call(ops.CREDITS_CANCEL_SUBSCRIPTION, (), {}, request_options)

    def auto_topup(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.AutoTopupResponse:
        """Read auto top-up.

        Free. `GET /v1/credits/auto-topup` (`credits.auto_topup`).
        """
        return self._caller.call(ops.CREDITS_AUTO_TOPUP, (), {}, request_options)

    def set_auto_topup(
        self,
        *,
        threshold: float,
        pack_id: str,
        request_options: Optional[WriteOptions] = None,
    ) -> t.AutoTopupResponse:
        """Buy a pack whenever credits run low.

        When fewer than `threshold` credits are available after a call, `pack_id` is bought with the saved
        payment method: one order at a time, at most two in ten minutes. Two declines suspend auto top-up until
        the payment method changes.

        Free. `PUT /v1/credits/auto-topup` (`credits.set_auto_topup`).

        :param threshold: Buys a pack when fewer credits than this are available.
        """
        return self._caller.call(ops.CREDITS_SET_AUTO_TOPUP, (), {
            "threshold": threshold,
            "pack_id": pack_id,
        }, request_options)

    def delete_auto_topup(
        self,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.AutoTopupResponse:
        """Turn off auto top-up.

        Returns the top-up with the status `off`. A pending order is not canceled.

        Free. `DELETE /v1/credits/auto-topup` (`credits.delete_auto_topup`).
        """
        return self._caller.call(ops.CREDITS_DELETE_AUTO_TOPUP, (), {}, request_options)


class Requests(Resource):
    def get(
        self,
        request_id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.ReceiptResponse:
        """Read one request and its receipt.

        What the log has about a request, with the response if it failed. If it was metered: the charges line by
        line, and the sources that it asked. A metered call that failed has sources but no lines; an unmetered
        request has neither.

        Free. `GET /v1/requests/{request_id}` (`requests.get`).
        """
        return self._caller.call(ops.REQUESTS_GET, (request_id,), {}, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        action: Optional[str] = None,
        api_key_id: Optional[str] = None,
        outcome: Optional[Literal["running", "found", "not_found", "failed", "unmetered"]] = None,
        metered: Optional[bool] = None,
        method: Optional[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]] = None,
        path: Optional[str] = None,
        operation: Optional[str] = None,
        status: Optional[str] = None,
        error_code: Optional[str] = None,
        mode: Optional[Literal["live", "test"]] = None,
        request_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.MeteredCall, t.MeteredCallPage]:
        """List requests, newest first.

        The log of the workspace: every request by its keys, apps and portal links, and by users if it changed
        something or failed. It is written about a second after the response and kept for some days, which the
        operator of the server sets, up to a number of requests per day. Metered calls are listed longer:
        charged calls, calls that found nothing, and for 90 days calls that failed after asking a source.
        `metered=true` lists only these. `GET /v1/requests/{request_id}` returns the response to a failed
        request, and the receipt of a metered one. A page examines at most 5000 requests, so with filters a page
        can be short or empty while `has_more` is true: continue with `next_cursor`.

        Free. `GET /v1/requests` (`requests.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param metered: Only metered requests, or only unmetered ones.
        :param path: Only paths that begin with this, such as `/v1/posts`.
        :param operation: Such as `posts.create`.
        :param status: A status such as `404`, or a class such as `4xx`.
        :param request_id: Our id of the request, or the id that the client sent with it.
        :param from_: Only requests from this time on.
        :param to: Only requests before this time.
        """
        return Pages(self._caller, ops.REQUESTS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "action": action,
            "api_key_id": api_key_id,
            "outcome": outcome,
            "metered": metered,
            "method": method,
            "path": path,
            "operation": operation,
            "status": status,
            "error_code": error_code,
            "mode": mode,
            "request_id": request_id,
            "from": from_,
            "to": to,
        }, request_options)

    def stream(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Download:
        """Stream the requests of the workspace as they complete.

        Server-sent events named `request`: `request_id`, `method`, `path` (without the query), `operation`,
        `status`, `ms`, `credits` (if the call has a price) and `caller_id` of every request of the workspace,
        by keys and users, on any server. A request that completes while nobody is connected is not shown; `GET
        /v1/requests` lists it about a second later. If more than 400 requests complete in a second, a comment
        says how many were skipped. A comment is sent every 15 seconds without a request. The limits on open
        streams are those of `GET /v1/events/stream`.

        Free. `GET /v1/requests/stream` (`requests.stream`).
        """
        return self._caller.download(ops.REQUESTS_STREAM, (), {}, request_options)


class Pricing(Resource):
    def get(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.PricingResponse:
        """List packs and subscription plans.

        Free. `GET /v1/public/pricing` (`pricing.get`).
        """
        return self._caller.call(ops.PRICING_GET, (), {}, request_options)


class Webhooks(WebhookTools, Resource):
    def create(
        self,
        *,
        url: str,
        events: Optional[Sequence[Literal["*", "post.published", "post.failed", "message.received", "message.status_changed", "review.new", "account.connected", "account.disconnected", "account.expiring", "template.status_changed", "media.ready", "media.failed", "comment.received", "credits.low"]]] = None,
        description: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.WebhookSecretResponse:
        """Create a webhook endpoint.

        Events of the workspace are sent to it as signed POST requests. The response has the secret, which is
        shown only once. A workspace can have at most 50 endpoints.

        Free. `POST /v1/webhooks` (`webhooks.create`).

        :param url: The URL that events are sent to. Must be HTTPS in production.
        :param events: Event names, or `*` for all.
        """
        return self._caller.call(ops.WEBHOOKS_CREATE, (), {
            "url": url,
            "events": events,
            "description": description,
        }, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.WebhookResponse, t.WebhookPage]:
        """List webhook endpoints, newest first.

        Free. `GET /v1/webhooks` (`webhooks.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.WEBHOOKS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def events(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.WebhookEventKind, t.WebhookEventKindPage]:
        """List event types, with their JSON Schemas and examples.

        Free. `GET /v1/webhooks/events` (`webhooks.events`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.WEBHOOKS_EVENTS, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.WebhookResponse:
        """Read one webhook endpoint.

        Free. `GET /v1/webhooks/{id}` (`webhooks.get`).
        """
        return self._caller.call(ops.WEBHOOKS_GET, (id,), {}, request_options)

    def update(
        self,
        id: str,
        /,
        *,
        url: Optional[str] = None,
        events: Optional[Sequence[Literal["*", "post.published", "post.failed", "message.received", "message.status_changed", "review.new", "account.connected", "account.disconnected", "account.expiring", "template.status_changed", "media.ready", "media.failed", "comment.received", "credits.low"]]] = None,
        description: Union[Optional[str], NotGiven] = NOT_GIVEN,
        status: Optional[Literal["active", "disabled"]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.WebhookResponse:
        """Change a webhook endpoint.

        Changes only the fields in the body. An endpoint that was disabled, by you, by a 410 or after days of
        failures, receives events again once its status is `active`.

        Free. `PATCH /v1/webhooks/{id}` (`webhooks.update`).

        :param url: The URL that events are sent to. Must be HTTPS in production.
        :param events: Event names, or `*` for all.
        """
        return self._caller.call(ops.WEBHOOKS_UPDATE, (id,), {
            "url": url,
            "events": events,
            "description": description,
            "status": status,
        }, request_options)

    def delete(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.WebhookResponse:
        """Delete a webhook endpoint.

        Returns the deleted endpoint. Its pending deliveries are not sent and stay in the delivery log.

        Free. `DELETE /v1/webhooks/{id}` (`webhooks.delete`).
        """
        return self._caller.call(ops.WEBHOOKS_DELETE, (id,), {}, request_options)

    def rotate(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.WebhookSecretResponse:
        """Create a new secret; the old one stays valid for 24 hours.

        For 24 hours every delivery has two signatures: `v1` with the new secret, `v2` with the old one. The new
        secret is shown only once. Another rotation is refused during these hours.

        Free. `POST /v1/webhooks/{id}/rotate` (`webhooks.rotate`).
        """
        return self._caller.call(ops.WEBHOOKS_ROTATE, (id,), {}, request_options)

    def test(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.DeliveryResponse:
        """Send a webhook.test event to this endpoint only.

        Returns the delivery. Read it again to see its outcome.

        Free. `POST /v1/webhooks/{id}/test` (`webhooks.test`).
        """
        return self._caller.call(ops.WEBHOOKS_TEST, (id,), {}, request_options)

    def recover(
        self,
        id: str,
        /,
        *,
        since: str,
        request_options: Optional[WriteOptions] = None,
    ) -> t.WebhookRecoveryResponse:
        """Redrive every dead delivery of this endpoint since a time.

        Selects deliveries by the time of their event, including those that were never sent because the endpoint
        was disabled. Each is sent at once, and then retried up to seven times.

        Free. `POST /v1/webhooks/{id}/recover` (`webhooks.recover`).

        :param since: ISO 8601 with a time zone.
        """
        return self._caller.call(ops.WEBHOOKS_RECOVER, (id,), {"since": since}, request_options)

    def list_health(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.WebhookHealth, t.WebhookHealthPage]:
        """List the health of webhook endpoints, newest first.

        Free. `GET /v1/webhooks/health` (`webhooks.list_health`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.WEBHOOKS_LIST_HEALTH, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def health(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.WebhookHealth:
        """Read the delivery health of one endpoint.

        Free. `GET /v1/webhooks/{id}/health` (`webhooks.health`).
        """
        return self._caller.call(ops.WEBHOOKS_HEALTH, (id,), {}, request_options)


class WebhookDeliveries(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        endpoint_id: Optional[str] = None,
        status: Optional[Literal["pending", "failed", "delivered", "dead"]] = None,
        event_type: Optional[Literal["post.published", "post.failed", "message.received", "message.status_changed", "review.new", "account.connected", "account.disconnected", "account.expiring", "template.status_changed", "media.ready", "media.failed", "comment.received", "credits.low", "webhook.test", "job.finished"]] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.DeliveryResponse, t.DeliveryPage]:
        """List deliveries, newest first.

        The log is kept for 30 days.

        Free. `GET /v1/webhooks/deliveries` (`webhook_deliveries.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param status: failed: will be retried. dead: will not be sent again unless it is redriven.
        :param from_: Only events from this time on.
        :param to: Only events before this time.
        """
        return Pages(self._caller, ops.WEBHOOK_DELIVERIES_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "endpoint_id": endpoint_id,
            "status": status,
            "event_type": event_type,
            "from": from_,
            "to": to,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.DeliveryWithAttemptsResponse:
        """Read one delivery with its body and its attempts.

        Free. `GET /v1/webhooks/deliveries/{id}` (`webhook_deliveries.get`).
        """
        return self._caller.call(ops.WEBHOOK_DELIVERIES_GET, (id,), {}, request_options)

    def redrive(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.DeliveryResponse:
        """Redrive a dead delivery.

        It is sent at once, and then retried up to seven times. `attempt` keeps counting.

        Free. `POST /v1/webhooks/deliveries/{id}/redrive` (`webhook_deliveries.redrive`).
        """
        return self._caller.call(ops.WEBHOOK_DELIVERIES_REDRIVE, (id,), {}, request_options)

    def redrive_many(
        self,
        *,
        ids: Optional[Sequence[str]] = None,
        filter: Optional[t.RedriveRequestFilter] = None,
        max: Optional[int] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.RedriveResponse:
        """Redrive many dead deliveries.

        Redrives the deliveries in `ids`, or those that match `filter`, oldest first. Each is sent at once, and
        then retried up to seven times. Deliveries of disabled or deleted endpoints are left unchanged.

        Free. `POST /v1/webhooks/deliveries:redrive` (`webhook_deliveries.redrive_many`).

        :param filter: Selects all matching dead deliveries; an empty object selects all of them.
        :param max: With `filter`: the maximum number.
        """
        return self._caller.call(ops.WEBHOOK_DELIVERIES_REDRIVE_MANY, (), {
            "ids": ids,
            "filter": filter,
            "max": max,
        }, request_options)


class Events(Resource):
    def stream(
        self,
        *,
        types: Optional[str] = None,
        after: Optional[str] = None,
        since: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Download:
        """Stream the events of the workspace.

        Server-sent events: `id` is the id of the event, `event` its type, `data` the body that a webhook
        endpoint gets. Events are stored for a stream while it is open and for an hour after; reconnect with the
        same key, the same `types` and the last id, and none is lost. The last minute before that id is sent
        again, because events may commit in a different order than their ids: deduplicate by `id`. A comment is
        sent every 15 seconds without an event. The stream ends when the server restarts, and within a second
        when the caller may no longer read it: a last comment, `ended:`, gives the reason. A workspace can have
        at most 10 open streams on a server, and a user 20 across all workspaces. A test key gets an example of
        each event.

        Free. `GET /v1/events/stream` (`events.stream`).

        :param types: Event names, separated by commas; defaults to all.
        :param after: The id of the event to continue after. The header `Last-Event-ID` has the same meaning
            and takes precedence.
        :param since: Start with the events stored since this time.
        """
        return self._caller.download(ops.EVENTS_STREAM, (), {
            "types": types,
            "after": after,
            "since": since,
        }, request_options)


class Platforms(Resource):
    def app(
        self,
        platform: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.PlatformApp:
        """Read the app that sign-ins of the workspace use.

        Also returns the values to enter at the platform when you register your own.

        Free. `GET /v1/platforms/{platform}/app` (`platforms.app`).
        """
        return self._caller.call(ops.PLATFORMS_APP, (platform,), {}, request_options)

    def set_app(
        self,
        platform: str,
        /,
        *,
        credentials: Mapping[str, Any],
        request_options: Optional[WriteOptions] = None,
    ) -> t.PlatformApp:
        """Use your own app for new sign-ins.

        People then see your name on the platform, and its limits are yours alone. The secrets are encrypted and
        never shown again. Connected accounts keep the app they signed in with.

        Free. `PUT /v1/platforms/{platform}/app` (`platforms.set_app`).

        :param credentials: All credentials, as `credentials_schema` describes them. At most 16 KiB as JSON.
        """
        return self._caller.call(ops.PLATFORMS_SET_APP, (platform,), {
            "credentials": credentials,
        }, request_options)

    def remove_app(
        self,
        platform: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PlatformApp:
        """Stop using your own app for new sign-ins.

        Accounts that signed in with it keep it. Returns the app that is used from now on.

        Free. `DELETE /v1/platforms/{platform}/app` (`platforms.remove_app`).
        """
        return self._caller.call(ops.PLATFORMS_REMOVE_APP, (platform,), {}, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.PlatformResponse, t.PlatformPage]:
        """List the platforms of this server.

        Includes their capabilities, limits, post options and sign-in methods.

        Free. `GET /v1/platforms` (`platforms.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.PLATFORMS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)


class Connections(Resource):
    def create(
        self,
        *,
        profile_id: str,
        platform: str,
        mode: Optional[Literal["hosted", "headless"]] = None,
        redirect_url: Optional[str] = None,
        callback: Optional[Literal["redirect_url", "server"]] = None,
        options: Optional[Mapping[str, Any]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ConnectionResponse:
        """Start connecting a social account.

        Send the person to `authorize_url`, or complete the connection with credentials. A connection that is
        not completed expires after an hour.

        Free. `POST /v1/connections` (`connections.create`).

        :param platform: A platform id from `GET /v1/platforms`.
        :param mode: hosted: the person returns to this server, which redirects them to `redirect_url`.
            headless: your own page receives the code, or you have credentials; complete the connection with
            them.
        :param redirect_url: The absolute URL where the person goes after the sign-in.
        :param callback: For mode headless: where the platform sends the person with the code.
            `redirect_url` (the default when there is one): to your page, which must be registered at the
            platform. `server`: to this server, which completes the connection and sends the person on to
            `redirect_url` with `connection_id` and `status` added.
        :param options: Input that the platform needs before the sign-in; see `GET /v1/platforms`. At most
            16 KiB as JSON.
        """
        return self._caller.call(ops.CONNECTIONS_CREATE, (), {
            "profile_id": profile_id,
            "platform": platform,
            "mode": mode,
            "redirect_url": redirect_url,
            "callback": callback,
            "options": options,
        }, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        profile_id: Optional[str] = None,
        platform: Optional[str] = None,
        status: Optional[Literal["awaiting_user", "awaiting_selection", "completed", "failed", "expired"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.ConnectionResponse, t.ConnectionPage]:
        """List connections, newest first.

        Shows the progress of each sign-in. Connections are kept for 30 days.

        Free. `GET /v1/connections` (`connections.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param platform: A platform id from `GET /v1/platforms`.
        """
        return Pages(self._caller, ops.CONNECTIONS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "profile_id": profile_id,
            "platform": platform,
            "status": status,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.ConnectionResponse:
        """Read a connection.

        Shows the progress of the sign-in.

        Free. `GET /v1/connections/{id}` (`connections.get`).
        """
        return self._caller.call(ops.CONNECTIONS_GET, (id,), {}, request_options)

    def complete(
        self,
        id: str,
        /,
        *,
        code: Optional[str] = None,
        state: Optional[str] = None,
        credentials: Optional[Mapping[str, Any]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ConnectionResponse:
        """Complete a connection.

        Send the `code` and `state` that the platform sent to your page, or `credentials`. A state can be used
        once. Then select an entity, unless there is only one.

        Free. `POST /v1/connections/{id}/complete` (`connections.complete`).

        :param credentials: Their schema is in `GET /v1/platforms`. At most 16 KiB as JSON.
        """
        return self._caller.call(ops.CONNECTIONS_COMPLETE, (id,), {
            "code": code,
            "state": state,
            "credentials": credentials,
        }, request_options)

    def entities(
        self,
        id: str,
        /,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.Entity, t.EntityPage]:
        """List the entities this sign-in can connect.

        No account is stored until you select one of them.

        Free. `GET /v1/connections/{id}/entities` (`connections.entities`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.CONNECTIONS_ENTITIES, (id,), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def select(
        self,
        id: str,
        /,
        *,
        external_id: str,
        request_options: Optional[WriteOptions] = None,
    ) -> t.AccountResponse:
        """Select an entity and connect the account.

        If an account of the profile already acts as this entity, that account is reconnected and keeps its id.

        Free. `POST /v1/connections/{id}/select` (`connections.select`).
        """
        return self._caller.call(ops.CONNECTIONS_SELECT, (id,), {
            "external_id": external_id,
        }, request_options)


class Accounts(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        profile_id: Optional[str] = None,
        platform: Optional[str] = None,
        status: Optional[Literal["pending_selection", "connected", "expiring", "reauth_required", "disconnected"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.AccountResponse, t.AccountPage]:
        """List accounts, newest first.

        Free. `GET /v1/accounts` (`accounts.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param platform: A platform id from `GET /v1/platforms`.
        """
        return Pages(self._caller, ops.ACCOUNTS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "profile_id": profile_id,
            "platform": platform,
            "status": status,
        }, request_options)

    def list_health(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        profile_id: Optional[str] = None,
        platform: Optional[str] = None,
        status: Optional[Literal["pending_selection", "connected", "expiring", "reauth_required", "disconnected"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.AccountHealthSummary, t.AccountHealthPage]:
        """List the health of accounts, newest first.

        Free. `GET /v1/accounts/health` (`accounts.list_health`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param platform: A platform id from `GET /v1/platforms`.
        """
        return Pages(self._caller, ops.ACCOUNTS_LIST_HEALTH, (), {
            "limit": limit,
            "cursor": cursor,
            "profile_id": profile_id,
            "platform": platform,
            "status": status,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.AccountResponse:
        """Read one account.

        Free. `GET /v1/accounts/{id}` (`accounts.get`).
        """
        return self._caller.call(ops.ACCOUNTS_GET, (id,), {}, request_options)

    def avatar(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Download:
        """Download the picture of an account.

        The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404
        when there is none.

        Free. `GET /v1/accounts/{id}/avatar` (`accounts.avatar`).
        """
        return self._caller.download(ops.ACCOUNTS_AVATAR, (id,), {}, request_options)

    def disconnect(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.AccountResponse:
        """Disconnect an account.

        Deletes its tokens. Its id and history are kept: reconnecting restores the account.

        Free. `DELETE /v1/accounts/{id}` (`accounts.disconnect`).
        """
        return self._caller.call(ops.ACCOUNTS_DISCONNECT, (id,), {}, request_options)

    def reconnect(
        self,
        id: str,
        /,
        *,
        mode: Optional[Literal["hosted", "headless"]] = None,
        redirect_url: Optional[str] = None,
        callback: Optional[Literal["redirect_url", "server"]] = None,
        options: Optional[Mapping[str, Any]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ConnectionResponse:
        """Start a new sign-in of an account.

        Returns a connection; complete it like the first one. The same person must sign in. The account keeps
        its id, its entity and its history.

        Free. `POST /v1/accounts/{id}/reconnect` (`accounts.reconnect`).

        :param mode: hosted: the person returns to this server, which redirects them to `redirect_url`.
            headless: your own page receives the code, or you have credentials; complete the connection with
            them.
        :param redirect_url: The absolute URL where the person goes after the sign-in.
        :param callback: For mode headless: where the platform sends the person with the code.
            `redirect_url` (the default when there is one): to your page, which must be registered at the
            platform. `server`: to this server, which completes the connection and sends the person on to
            `redirect_url` with `connection_id` and `status` added.
        :param options: Input that the platform needs before the sign-in; see `GET /v1/platforms`. At most
            16 KiB as JSON.
        """
        return self._caller.call(ops.ACCOUNTS_RECONNECT, (id,), {
            "mode": mode,
            "redirect_url": redirect_url,
            "callback": callback,
            "options": options,
        }, request_options)

    def get_health(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.AccountHealthSummary:
        """Read the last health check of an account.

        Free. `GET /v1/accounts/{id}/health` (`accounts.get_health`).
        """
        return self._caller.call(ops.ACCOUNTS_GET_HEALTH, (id,), {}, request_options)

    def check_health(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.AccountHealthSummary:
        """Check the health of an account now.

        Asks the platform. An account with status `reauth_required` whose sign-in works again becomes
        `connected`.

        Free. `POST /v1/accounts/{id}/health` (`accounts.check_health`).
        """
        return self._caller.call(ops.ACCOUNTS_CHECK_HEALTH, (id,), {}, request_options)

    def list_entities(
        self,
        id: str,
        /,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.AccountEntity, t.AccountEntityPage]:
        """List the entities an account can act as.

        Free. `GET /v1/accounts/{id}/entities` (`accounts.list_entities`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.ACCOUNTS_LIST_ENTITIES, (id,), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def refresh_entities(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.AccountEntityPage:
        """Refresh the entities of an account from the platform.

        If its active entity is gone, the account becomes `pending_selection` until you choose another one.

        Free. `POST /v1/accounts/{id}/entities/refresh` (`accounts.refresh_entities`).
        """
        return self._caller.call(ops.ACCOUNTS_REFRESH_ENTITIES, (id,), {}, request_options)

    def set_active_entity(
        self,
        id: str,
        /,
        *,
        entity_id: str,
        request_options: Optional[WriteOptions] = None,
    ) -> t.AccountResponse:
        """Set the entity an account acts as.

        Free. `PUT /v1/accounts/{id}/active-entity` (`accounts.set_active_entity`).
        """
        return self._caller.call(ops.ACCOUNTS_SET_ACTIVE_ENTITY, (id,), {
            "entity_id": entity_id,
        }, request_options)

    def analytics(
        self,
        id: str,
        /,
        *,
        since: Optional[str] = None,
        until: Optional[str] = None,
        metrics: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> t.AccountAnalyticsView:
        """Read the daily metrics of an account.

        The stored values, one per day. `unavailable` lists the metrics that the platform does not have.

        Free. `GET /v1/accounts/{id}/analytics` (`accounts.analytics`).

        :param since: First day; defaults to 29 days before `until`.
        :param until: Last day; defaults to today.
        :param metrics: Names, separated by commas; defaults to all.
        """
        return self._caller.call(ops.ACCOUNTS_ANALYTICS, (id,), {
            "since": since,
            "until": until,
            "metrics": metrics,
        }, request_options)

    def request_code(
        self,
        id: str,
        /,
        *,
        method: Literal["sms", "voice"],
        language: Optional[str] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.NumberVerificationResponse:
        """Send a code to the phone number of an account.

        The first step for a new number: the code proves that the number is yours. Then verify the code and
        register the number. For platforms with the capability `numbers.verify`.

        Free. `POST /v1/accounts/{id}/request-code` (`accounts.request_code`).

        :param method: A text message, or a call that reads out the code.
        :param language: The language of the message or the call.
        """
        return self._caller.call(ops.ACCOUNTS_REQUEST_CODE, (id,), {
            "method": method,
            "language": language,
        }, request_options)

    def verify_code(
        self,
        id: str,
        /,
        *,
        code: str,
        request_options: Optional[WriteOptions] = None,
    ) -> t.NumberVerificationResponse:
        """Verify the phone number of an account with the code.

        Free. `POST /v1/accounts/{id}/verify-code` (`accounts.verify_code`).

        :param code: Used for this call only and never stored.
        """
        return self._caller.call(ops.ACCOUNTS_VERIFY_CODE, (id,), {"code": code}, request_options)

    def register_number(
        self,
        id: str,
        /,
        *,
        pin: str,
        data_localization_region: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.RegisterNumberResponse:
        """Register the phone number of an account.

        Free. `POST /v1/accounts/{id}/register-number` (`accounts.register_number`).

        :param pin: Used for this call only and never stored.
        """
        return self._caller.call(ops.ACCOUNTS_REGISTER_NUMBER, (id,), {
            "pin": pin,
            "data_localization_region": data_localization_region,
        }, request_options)

    def list_feeds(
        self,
        id: str,
        /,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.AccountFeed, t.AccountFeedPage]:
        """List the feeds of an account.

        With the times of the last and the next read. Feeds that the platform pushes are also polled, so that
        nothing is missed.

        Free. `GET /v1/accounts/{id}/feeds` (`accounts.list_feeds`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.ACCOUNTS_LIST_FEEDS, (id,), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)


class Comments(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        account_id: Optional[str] = None,
        post_id: Optional[str] = None,
        external_media_id: Optional[str] = None,
        unanswered: Optional[bool] = None,
        hidden: Optional[bool] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.CommentView, t.CommentPage]:
        """List comments, newest first.

        Free. `GET /v1/comments` (`comments.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param unanswered: True for others' comments that the account has not replied to, false for its own
            and those with a reply.
        :param hidden: True for hidden comments, false for the others.
        """
        return Pages(self._caller, ops.COMMENTS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "account_id": account_id,
            "post_id": post_id,
            "external_media_id": external_media_id,
            "unanswered": unanswered,
            "hidden": hidden,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.CommentView:
        """Read one comment.

        Free. `GET /v1/comments/{id}` (`comments.get`).
        """
        return self._caller.call(ops.COMMENTS_GET, (id,), {}, request_options)

    def avatar(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Download:
        """Download the author picture of a comment.

        The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404
        when there is none.

        Free. `GET /v1/comments/{id}/avatar` (`comments.avatar`).
        """
        return self._caller.download(ops.COMMENTS_AVATAR, (id,), {}, request_options)

    def moderate(
        self,
        id: str,
        /,
        *,
        action: Literal["hide", "unhide", "delete"],
        request_options: Optional[WriteOptions] = None,
    ) -> t.ModerateResponse:
        """Hide, unhide or delete a comment.

        Acts on the platform. Succeeds if the comment is already in this state. After `delete`, `comment` is
        null.

        Free. `POST /v1/comments/{id}/moderate` (`comments.moderate`).
        """
        return self._caller.call(ops.COMMENTS_MODERATE, (id,), {"action": action}, request_options)

    def reply(
        self,
        id: str,
        /,
        *,
        body: str,
        request_options: Optional[WriteOptions] = None,
    ) -> t.CommentView:
        """Reply to a comment.

        Returns the reply, which is also a comment. If the outcome is unknown (`outcome: unknown`), repeat the
        call with the same Idempotency-Key: the reply is looked up on the platform before it is sent again.

        Free. `POST /v1/comments/{id}/reply` (`comments.reply`).
        """
        return self._caller.call(ops.COMMENTS_REPLY, (id,), {"body": body}, request_options)


class Conversations(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        account_id: Optional[str] = None,
        platform: Optional[str] = None,
        status: Optional[Literal["open", "archived"]] = None,
        unread: Optional[bool] = None,
        q: Optional[str] = None,
        order: Optional[Literal["created", "last_message"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.ConversationView, t.ConversationPage]:
        """List conversations, newest first.

        Free. `GET /v1/conversations` (`conversations.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param platform: A platform id from `GET /v1/platforms`.
        :param unread: True for conversations with unread messages, false for the others.
        :param q: Text in the other person's name or the last message; not case-sensitive.
        :param order: The time by which conversations are sorted, newest first: `created`, the default, or
            `last_message`, as in an inbox. A cursor is valid for one order.
        """
        return Pages(self._caller, ops.CONVERSATIONS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "account_id": account_id,
            "platform": platform,
            "status": status,
            "unread": unread,
            "q": q,
            "order": order,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.ConversationView:
        """Read one conversation.

        Free. `GET /v1/conversations/{id}` (`conversations.get`).
        """
        return self._caller.call(ops.CONVERSATIONS_GET, (id,), {}, request_options)

    def avatar(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Download:
        """Download the picture of the other person in a conversation.

        The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404
        when there is none.

        Free. `GET /v1/conversations/{id}/avatar` (`conversations.avatar`).
        """
        return self._caller.download(ops.CONVERSATIONS_AVATAR, (id,), {}, request_options)

    def update(
        self,
        id: str,
        /,
        *,
        status: Literal["open", "archived"],
        request_options: Optional[WriteOptions] = None,
    ) -> t.ConversationView:
        """Archive or reopen a conversation.

        An archived conversation reopens when the other person writes.

        Free. `PATCH /v1/conversations/{id}` (`conversations.update`).
        """
        return self._caller.call(ops.CONVERSATIONS_UPDATE, (id,), {"status": status}, request_options)

    def read(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ConversationView:
        """Mark a conversation as read.

        On platforms that support it, the conversation is also marked as read there, a moment later.

        Free. `POST /v1/conversations/{id}/read` (`conversations.read`).
        """
        return self._caller.call(ops.CONVERSATIONS_READ, (id,), {}, request_options)

    def unread(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ConversationView:
        """Mark a conversation as unread.

        Its `unread_count` is then at least 1. Platforms are not notified.

        Free. `POST /v1/conversations/{id}/unread` (`conversations.unread`).
        """
        return self._caller.call(ops.CONVERSATIONS_UNREAD, (id,), {}, request_options)

    def list_messages(
        self,
        id: str,
        /,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.MessageView, t.MessagePage]:
        """List the messages of a conversation, newest first.

        Free. `GET /v1/conversations/{id}/messages` (`conversations.list_messages`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.CONVERSATIONS_LIST_MESSAGES, (id,), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def reply(
        self,
        id: str,
        /,
        *,
        body: Optional[str] = None,
        media_id: Optional[str] = None,
        template: Optional[t.MessageTemplate] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.MessageView:
        """Send a message.

        Send `body`, free text; `media_id`, a file, with or without text; or `template`, an approved template.
        Returns the message as `queued`, with an empty `external_id`; later it is sent, delivered, read or
        failed, and each change emits `message.status_changed`. It is sent at most once: if the platform does
        not confirm it, it is looked up there and not sent again. While the message window is closed, free text
        is refused with 409 and a template is accepted.

        Free. `POST /v1/conversations/{id}/messages` (`conversations.reply`).

        :param body: Free text.
        :param media_id: A media asset to send, with `body` as its caption. For platforms with the
            capability `messages.media`.
        """
        return self._caller.call(ops.CONVERSATIONS_REPLY, (id,), {
            "body": body,
            "media_id": media_id,
            "template": template,
        }, request_options)

    def start(
        self,
        id: str,
        /,
        *,
        to: str,
        template: t.MessageTemplate,
        request_options: Optional[WriteOptions] = None,
    ) -> t.MessageView:
        """Send a template to a phone number.

        Also works for a number that has not written yet: a conversation is created, or the existing one is
        used. Returns the message as `queued`, with an empty `external_id`; later it is sent, delivered, read or
        failed, and each change emits `message.status_changed`. It is sent at most once: if the platform does
        not confirm it, it is looked up there and not sent again. For platforms with the capability
        `messages.start`.

        Free. `POST /v1/accounts/{id}/messages` (`conversations.start`).

        :param to: A phone number in E.164 format: a plus sign, the country code and the number, digits
            only.
        """
        return self._caller.call(ops.CONVERSATIONS_START, (id,), {
            "to": to,
            "template": template,
        }, request_options)


class Messages(Resource):
    def attachment(
        self,
        id: str,
        index: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Download:
        """Download a file of a message.

        `index` counts the message's `attachments` from 0. For files that were sent through this API, and for
        those that the platform releases only with our token; others have their own `url`.

        Free. `GET /v1/messages/{id}/attachments/{index}` (`messages.attachment`).
        """
        return self._caller.download(ops.MESSAGES_ATTACHMENT, (id, index), {}, request_options)


class Reviews(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        account_id: Optional[str] = None,
        unanswered: Optional[bool] = None,
        rating: Optional[int] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.ReviewView, t.ReviewPage]:
        """List reviews, newest first.

        Free. `GET /v1/reviews` (`reviews.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param unanswered: True for reviews without a reply, false for the others.
        :param rating: Reviews with this many stars; 4.5 counts as 4.
        """
        return Pages(self._caller, ops.REVIEWS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "account_id": account_id,
            "unanswered": unanswered,
            "rating": rating,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.ReviewView:
        """Read one review.

        Free. `GET /v1/reviews/{id}` (`reviews.get`).
        """
        return self._caller.call(ops.REVIEWS_GET, (id,), {}, request_options)

    def avatar(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> Download:
        """Download the author picture of a review.

        The picture from the platform, at most 1 MiB; JPEG, PNG, GIF or WebP. It may be a day old. Returns 404
        when there is none.

        Free. `GET /v1/reviews/{id}/avatar` (`reviews.avatar`).
        """
        return self._caller.download(ops.REVIEWS_AVATAR, (id,), {}, request_options)

    def reply(
        self,
        id: str,
        /,
        *,
        body: str,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ReviewView:
        """Reply to a review.

        A review has one reply: this sets or replaces it.

        Free. `PUT /v1/reviews/{id}/reply` (`reviews.reply`).
        """
        return self._caller.call(ops.REVIEWS_REPLY, (id,), {"body": body}, request_options)

    def delete_reply(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ReviewView:
        """Delete the reply to a review.

        Free. `DELETE /v1/reviews/{id}/reply` (`reviews.delete_reply`).
        """
        return self._caller.call(ops.REVIEWS_DELETE_REPLY, (id,), {}, request_options)


class Posts(Resource):
    def analytics(
        self,
        *,
        post_ids: str,
        request_options: Optional[RequestOptions] = None,
    ) -> t.PostAnalyticsView:
        """Read post metrics.

        The last collected values. They are collected within minutes, every ten minutes for an hour, hourly for
        two days, then daily for a month; less often on platforms that limit reads.

        Free. `GET /v1/posts/analytics` (`posts.analytics`).

        :param post_ids: Up to 100 post ids, separated by commas.
        """
        return self._caller.call(ops.POSTS_ANALYTICS, (), {"post_ids": post_ids}, request_options)

    def create(
        self,
        *,
        targets: Sequence[t.TargetRequest],
        content: Optional[str] = None,
        media_ids: Optional[Sequence[str]] = None,
        first_comment: Union[Optional[str], NotGiven] = NOT_GIVEN,
        scheduled_at: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PostResponse:
        """Publish a post, now or later.

        The post is checked against the limits of every platform and stored. A worker then publishes each target
        separately. The response does not wait for that: read the post again, or subscribe to `post.published`
        and `post.failed`.

        Free. `POST /v1/posts` (`posts.create`).

        :param targets: Accounts of one profile, each at most once.
        :param media_ids: Media assets, in display order. The post waits for those that are not ready yet.
        :param first_comment: Added under the post right after it is published, on platforms with the
            capability `comments.on_post`.
        :param scheduled_at: When to publish. Null publishes at once. A time up to five minutes in the past
            counts as now.
        """
        return self._caller.call(ops.POSTS_CREATE, (), {
            "targets": targets,
            "content": content,
            "media_ids": media_ids,
            "first_comment": first_comment,
            "scheduled_at": scheduled_at,
        }, request_options)

    def create_draft(
        self,
        *,
        profile_id: Optional[str] = None,
        targets: Optional[Sequence[t.TargetRequest]] = None,
        content: Optional[str] = None,
        media_ids: Optional[Sequence[str]] = None,
        first_comment: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PostResponse:
        """Save a post as a draft.

        A draft is never published automatically and may be incomplete: it is checked only when it is published
        or scheduled. Change it with `PATCH /v1/posts/{id}`, which also schedules it, and publish it with `POST
        /v1/posts/{id}/publish`.

        Free. `POST /v1/posts/drafts` (`posts.create_draft`).

        :param profile_id: For a draft without targets. Otherwise the profile of the targets is used.
        :param targets: Accounts of one profile, each at most once.
        :param media_ids: Media assets, in display order. The post waits for those that are not ready yet.
        :param first_comment: As for a post.
        """
        return self._caller.call(ops.POSTS_CREATE_DRAFT, (), {
            "profile_id": profile_id,
            "targets": targets,
            "content": content,
            "media_ids": media_ids,
            "first_comment": first_comment,
        }, request_options)

    def validate(
        self,
        *,
        targets: Sequence[t.TargetRequest],
        content: Optional[str] = None,
        media_ids: Optional[Sequence[str]] = None,
        first_comment: Union[Optional[str], NotGiven] = NOT_GIVEN,
        scheduled_at: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ValidatedPost:
        """Check a post without storing it.

        Returns the errors of `POST /v1/posts`, or the post as it would be stored. It has no id, because nothing
        is stored.

        Free. `POST /v1/posts/validate` (`posts.validate`).

        :param targets: Accounts of one profile, each at most once.
        :param media_ids: Media assets, in display order. The post waits for those that are not ready yet.
        :param first_comment: Added under the post right after it is published, on platforms with the
            capability `comments.on_post`.
        :param scheduled_at: When to publish. Null publishes at once. A time up to five minutes in the past
            counts as now.
        """
        return self._caller.call(ops.POSTS_VALIDATE, (), {
            "targets": targets,
            "content": content,
            "media_ids": media_ids,
            "first_comment": first_comment,
            "scheduled_at": scheduled_at,
        }, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        profile_id: Optional[str] = None,
        account_id: Optional[str] = None,
        platform: Optional[str] = None,
        status: Optional[Literal["draft", "scheduled", "publishing", "published", "partially_published", "failed", "canceled", "unpublished"]] = None,
        q: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.PostResponse, t.PostPage]:
        """List posts, newest first.

        Free. `GET /v1/posts` (`posts.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param platform: A platform id from `GET /v1/platforms`.
        :param q: Text in the post or in one of its targets; not case-sensitive.
        :param since: Posts from this time on. The time of a post is its `scheduled_at`, or its `created_at`
            if it has none.
        :param until: Posts before this time.
        """
        return Pages(self._caller, ops.POSTS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "profile_id": profile_id,
            "account_id": account_id,
            "platform": platform,
            "status": status,
            "q": q,
            "since": since,
            "until": until,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.PostResponse:
        """Read one post.

        Free. `GET /v1/posts/{id}` (`posts.get`).
        """
        return self._caller.call(ops.POSTS_GET, (id,), {}, request_options)

    def update(
        self,
        id: str,
        /,
        *,
        targets: Optional[Sequence[t.TargetRequest]] = None,
        content: Optional[str] = None,
        media_ids: Optional[Sequence[str]] = None,
        first_comment: Union[Optional[str], NotGiven] = NOT_GIVEN,
        scheduled_at: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PostResponse:
        """Change a draft or a scheduled post.

        Omitted fields stay unchanged. The whole post is checked again, unless it is a draft. Returns 409 once
        publishing a target has started.

        Free. `PATCH /v1/posts/{id}` (`posts.update`).

        :param targets: Accounts of one profile, each at most once.
        :param media_ids: Media assets, in display order. The post waits for those that are not ready yet.
        :param first_comment: Null for none.
        :param scheduled_at: A time schedules a draft. Null unschedules the post: it becomes a draft.
        """
        return self._caller.call(ops.POSTS_UPDATE, (id,), {
            "targets": targets,
            "content": content,
            "media_ids": media_ids,
            "first_comment": first_comment,
            "scheduled_at": scheduled_at,
        }, request_options)

    def publish(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PostResponse:
        """Publish a draft or a scheduled post now.

        Like a PATCH with the current time as `scheduled_at`. Errors name the fields of `POST /v1/posts`.
        Returns 409 once publishing a target has started.

        Free. `POST /v1/posts/{id}/publish` (`posts.publish`).
        """
        return self._caller.call(ops.POSTS_PUBLISH, (id,), {}, request_options)

    def delete(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PostResponse:
        """Delete the record of a post.

        Returns the deleted post. A scheduled post is then never published. Returns 409 while the post is, or
        may be, on a platform: unpublish it first.

        Free. `DELETE /v1/posts/{id}` (`posts.delete`).
        """
        return self._caller.call(ops.POSTS_DELETE, (id,), {}, request_options)

    def cancel(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PostResponse:
        """Cancel unpublished targets.

        Returns 409 while a worker is publishing a target, and when no target is left to cancel.

        Free. `POST /v1/posts/{id}/cancel` (`posts.cancel`).
        """
        return self._caller.call(ops.POSTS_CANCEL, (id,), {}, request_options)

    def retry(
        self,
        id: str,
        /,
        *,
        target_ids: Optional[Sequence[str]] = None,
        force: Optional[bool] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PostResponse:
        """Retry failed or unconfirmed targets.

        Publishes `failed` targets again, and resends failed first comments of published targets. For an
        `unconfirmed` target, asks the platform again whether it has the post; where the platform cannot be
        asked, check there yourself and use `force`.

        Free. `POST /v1/posts/{id}/retry` (`posts.retry`).

        :param target_ids: The targets. By default, all targets in the right state.
        :param force: Publishes `unconfirmed` targets again. Use it only after you have checked that the
            post is not on the platform.
        """
        return self._caller.call(ops.POSTS_RETRY, (id,), {
            "target_ids": target_ids,
            "force": force,
        }, request_options)

    def unpublish(
        self,
        id: str,
        /,
        *,
        target_ids: Optional[Sequence[str]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.PostResponse:
        """Remove published targets from their platforms.

        Responds once the platforms have deleted the posts. A target whose platform refuses stays `published`.

        Free. `POST /v1/posts/{id}/unpublish` (`posts.unpublish`).

        :param target_ids: The targets. By default, all targets in the right state.
        """
        return self._caller.call(ops.POSTS_UNPUBLISH, (id,), {
            "target_ids": target_ids,
        }, request_options)

    def attempts(
        self,
        id: str,
        /,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.PostAttempt, t.PostAttemptPage]:
        """List all publishing attempts, newest first.

        Attempts are kept for 90 days.

        Free. `GET /v1/posts/{id}/attempts` (`posts.attempts`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.POSTS_ATTEMPTS, (id,), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)


class Analytics(Resource):
    def breakdown(
        self,
        *,
        by: Literal["account", "platform", "media_type", "hour"],
        profile_id: Optional[str] = None,
        account_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        time_zone: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> t.AnalyticsBreakdown:
        """Compare accounts, platforms, kinds of posts or hours.

        By `account` and `platform`: the metrics of the accounts, as in the totals of `GET
        /v1/analytics/summary`. By `media_type` and `hour`: the posts that were published in the period, with
        their metrics to this day. Days are in UTC. Accounts are the first 200 of the filter.

        Free. `GET /v1/analytics/breakdown` (`analytics.breakdown`).

        :param since: First day; defaults to 29 days before `until`.
        :param until: Last day; defaults to today.
        :param time_zone: An IANA name, such as `Europe/Paris`, for the hours.
        """
        return self._caller.call(ops.ANALYTICS_BREAKDOWN, (), {
            "by": by,
            "profile_id": profile_id,
            "account_id": account_id,
            "since": since,
            "until": until,
            "time_zone": time_zone,
        }, request_options)

    def summary(
        self,
        *,
        profile_id: Optional[str] = None,
        account_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        metrics: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> t.AnalyticsSummary:
        """Read the combined daily metrics of all accounts.

        The stored values of all accessible accounts, or of one profile, summed for each day, with totals beside
        those of the previous period. An account without data for a day is not in its sum: `accounts` of the
        point is then lower.

        Free. `GET /v1/analytics/summary` (`analytics.summary`).

        :param since: First day; defaults to 29 days before `until`.
        :param until: Last day; defaults to today.
        :param metrics: Names, separated by commas; defaults to all.
        """
        return self._caller.call(ops.ANALYTICS_SUMMARY, (), {
            "profile_id": profile_id,
            "account_id": account_id,
            "since": since,
            "until": until,
            "metrics": metrics,
        }, request_options)

    def top_posts(
        self,
        *,
        metric: Literal["impressions", "reach", "views", "likes", "comments", "shares", "quotes", "saves", "clicks", "engagements", "engagement_rate"],
        profile_id: Optional[str] = None,
        account_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        order: Optional[Literal["best", "worst"]] = None,
        limit: Optional[int] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> t.TopPosts:
        """List the best or worst posts of a period by a metric.

        Posts that were published in this period and have data for the metric. Metrics are collected as for `GET
        /v1/posts/analytics`. `engagements` and `engagement_rate` are computed from them.

        Free. `GET /v1/analytics/top-posts` (`analytics.top_posts`).

        :param metric: The metric by which posts are ordered.
        :param since: First day; defaults to 29 days before `until`.
        :param until: Last day; defaults to today.
        :param order: `worst` starts with the lowest value.
        :param limit: Number of posts to return.
        """
        return self._caller.call(ops.ANALYTICS_TOP_POSTS, (), {
            "metric": metric,
            "profile_id": profile_id,
            "account_id": account_id,
            "since": since,
            "until": until,
            "order": order,
            "limit": limit,
        }, request_options)


class Templates(Resource):
    def create(
        self,
        id: str,
        /,
        *,
        name: str,
        language: str,
        category: str,
        components: Optional[Sequence[Dict[str, Any]]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.TemplateView:
        """Create a message template.

        The platform must approve it; the event `template.status_changed` reports the result.

        Free. `POST /v1/accounts/{id}/templates` (`templates.create`).

        :param components: At most 64 KiB as JSON.
        """
        return self._caller.call(ops.TEMPLATES_CREATE, (id,), {
            "name": name,
            "language": language,
            "category": category,
            "components": components,
        }, request_options)

    def list(
        self,
        id: str,
        /,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.TemplateView, t.TemplatePage]:
        """List the message templates of an account, newest first.

        Free. `GET /v1/accounts/{id}/templates` (`templates.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.TEMPLATES_LIST, (id,), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def get(
        self,
        id: str,
        template_id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.TemplateView:
        """Read one message template.

        Free. `GET /v1/accounts/{id}/templates/{template_id}` (`templates.get`).
        """
        return self._caller.call(ops.TEMPLATES_GET, (id, template_id), {}, request_options)

    def delete(
        self,
        id: str,
        template_id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.TemplateView:
        """Delete a message template.

        Returns the template with status `deleted`; lists no longer show it.

        Free. `DELETE /v1/accounts/{id}/templates/{template_id}` (`templates.delete`).
        """
        return self._caller.call(ops.TEMPLATES_DELETE, (id, template_id), {}, request_options)


class Sandbox(Resource):
    def create_fault(
        self,
        *,
        operation: str,
        fault: Literal["fail_before", "timeout_before", "timeout_after", "error_after", "answer_twice", "forget_handle", "lose", "reject", "rate_limit", "expire_token", "revoke", "slow"],
        username: Optional[str] = None,
        times: Union[Optional[int], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.SandboxFault:
        """Script a fault of the sandbox.

        The next calls of the operation fail in this way. `docs/guides/sandbox.md` lists the operations and the
        faults.

        Free. `POST /v1/sandbox/faults` (`sandbox.create_fault`).

        :param operation: An operation such as `posts.create`; `*` means any.
        :param times: Number of times it happens: once by default; null means until it is deleted.
        """
        return self._caller.call(ops.SANDBOX_CREATE_FAULT, (), {
            "operation": operation,
            "fault": fault,
            "username": username,
            "times": times,
        }, request_options)

    def list_faults(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.SandboxFault, t.SandboxFaultPage]:
        """List scripted faults that are still pending.

        Free. `GET /v1/sandbox/faults` (`sandbox.list_faults`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.SANDBOX_LIST_FAULTS, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def delete_fault(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.SandboxFault:
        """Delete a scripted fault.

        Free. `DELETE /v1/sandbox/faults/{id}` (`sandbox.delete_fault`).
        """
        return self._caller.call(ops.SANDBOX_DELETE_FAULT, (id,), {}, request_options)

    def list_posts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        entity_external_id: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.SandboxPost, t.SandboxPostPage]:
        """List the posts visible on the sandbox, newest first.

        Free. `GET /v1/sandbox/posts` (`sandbox.list_posts`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param entity_external_id: The page it happens to: the `external_id` of an account's active entity.
        """
        return Pages(self._caller, ops.SANDBOX_LIST_POSTS, (), {
            "limit": limit,
            "cursor": cursor,
            "entity_external_id": entity_external_id,
        }, request_options)

    def list_pages(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.SandboxPage, t.SandboxPagePage]:
        """List the pages of the sandbox with their inbox URLs, newest first.

        Free. `GET /v1/sandbox/pages` (`sandbox.list_pages`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.SANDBOX_LIST_PAGES, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def comment(
        self,
        *,
        post_external_id: str,
        from_: str,
        body: str,
        parent_external_id: Optional[str] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.SandboxItem:
        """Comment on a post as a visitor.

        Free. `POST /v1/sandbox/comments` (`sandbox.comment`).
        """
        return self._caller.call(ops.SANDBOX_COMMENT, (), {
            "post_external_id": post_external_id,
            "from": from_,
            "body": body,
            "parent_external_id": parent_external_id,
        }, request_options)

    def message(
        self,
        *,
        entity_external_id: str,
        from_: str,
        body: str,
        attachments: Optional[Sequence[Dict[str, Any]]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.SandboxItem:
        """Write to a page as a visitor.

        Free. `POST /v1/sandbox/messages` (`sandbox.message`).

        :param entity_external_id: The page it happens to: the `external_id` of an account's active entity.
        :param attachments: At most 16 KiB as JSON.
        """
        return self._caller.call(ops.SANDBOX_MESSAGE, (), {
            "entity_external_id": entity_external_id,
            "from": from_,
            "body": body,
            "attachments": attachments,
        }, request_options)

    def review(
        self,
        *,
        entity_external_id: str,
        from_: str,
        rating: int,
        body: Optional[str] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.SandboxItem:
        """Review a page as a visitor.

        Free. `POST /v1/sandbox/reviews` (`sandbox.review`).

        :param entity_external_id: The page it happens to: the `external_id` of an account's active entity.
        """
        return self._caller.call(ops.SANDBOX_REVIEW, (), {
            "entity_external_id": entity_external_id,
            "from": from_,
            "rating": rating,
            "body": body,
        }, request_options)

    def message_status(
        self,
        *,
        message_external_id: str,
        status: Literal["delivered", "read", "failed"],
        request_options: Optional[WriteOptions] = None,
    ) -> t.SandboxItem:
        """Mark a sent message as delivered, read or failed.

        Free. `POST /v1/sandbox/message-statuses` (`sandbox.message_status`).
        """
        return self._caller.call(ops.SANDBOX_MESSAGE_STATUS, (), {
            "message_external_id": message_external_id,
            "status": status,
        }, request_options)

    def template_status(
        self,
        *,
        template_external_id: str,
        status: Literal["approved", "rejected", "paused", "disabled", "in_appeal"],
        reason: Optional[str] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.SandboxItem:
        """Approve, reject or pause a template.

        Free. `POST /v1/sandbox/template-statuses` (`sandbox.template_status`).
        """
        return self._caller.call(ops.SANDBOX_TEMPLATE_STATUS, (), {
            "template_external_id": template_external_id,
            "status": status,
            "reason": reason,
        }, request_options)


class Media(Resource):
    def ingest(
        self,
        *,
        url: Optional[str] = None,
        file: Optional[FileInput] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.MediaAssetResponse:
        """Add a file, from a URL or as bytes.

        With a URL: responds at once with an asset that is `pending`. A job then fetches the file (`fetching`)
        and detects its type: the asset becomes `ready` or `failed`. With bytes, as the body with their
        `Content-Type` or as the part `file` of `multipart/form-data`: responds with an asset that is `ready`
        once the file is stored, or refuses it. JPEG, PNG, GIF, WebP, MP4, QuickTime, WebM and PDF are accepted.
        Media belongs to the workspace: a key of scope full can access all of it. An asset added by a key of
        scope profiles belongs to the profiles of that key; other keys of scope profiles can access it when they
        have all of these profiles.

        Free. `POST /v1/media` (`media.ingest`).

        :param url: The URL of the file. Must be HTTPS in production.
        :param file: A file to send instead: bytes, a path, or a file opened for reading bytes.
        """
        return self._caller.call(ops.MEDIA_INGEST, (), {
            "url": url,
            "file": file,
        }, request_options)

    def create_upload(
        self,
        *,
        bytes_size: int,
        filename: Optional[str] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.MediaUpload:
        """Create an upload URL for a file.

        For files that go straight to the storage: send the bytes to `url` with PUT, then call `POST
        /v1/media/{id}/complete`. With an S3 bucket the URL is in the bucket, otherwise on this server. It
        accepts exactly `bytes_size` bytes and works for an hour. An upload that is not completed within a day
        fails.

        Free. `POST /v1/media/uploads` (`media.create_upload`).

        :param bytes_size: Size of the file in bytes.
        """
        return self._caller.call(ops.MEDIA_CREATE_UPLOAD, (), {
            "bytes_size": bytes_size,
            "filename": filename,
        }, request_options)

    def complete(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.MediaAssetResponse:
        """Complete an upload.

        Responds at once; the asset becomes `ready` or `failed`. A repeat changes nothing. Returns 409 before
        the file has arrived.

        Free. `POST /v1/media/{id}/complete` (`media.complete`).
        """
        return self._caller.call(ops.MEDIA_COMPLETE, (id,), {}, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["pending", "fetching", "ready", "failed"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.MediaAssetResponse, t.MediaAssetPage]:
        """List media assets, newest first.

        Free. `GET /v1/media` (`media.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.MEDIA_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "status": status,
        }, request_options)

    def usage(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.MediaUsage:
        """Read the storage usage and quota of media.

        Free. `GET /v1/media/usage` (`media.usage`).
        """
        return self._caller.call(ops.MEDIA_USAGE, (), {}, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.MediaAssetResponse:
        """Read one media asset.

        Free. `GET /v1/media/{id}` (`media.get`).
        """
        return self._caller.call(ops.MEDIA_GET, (id,), {}, request_options)

    def delete(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.MediaAssetResponse:
        """Delete a media asset and its file.

        Returns the deleted asset. Returns 409 while a post that is not published yet needs it.

        Free. `DELETE /v1/media/{id}` (`media.delete`).
        """
        return self._caller.call(ops.MEDIA_DELETE, (id,), {}, request_options)


class DemoData(Resource):
    def get(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.DemoDataResponse:
        """Read the status of the demo data.

        Free. `GET /v1/demo-data` (`demo_data.get`).
        """
        return self._caller.call(ops.DEMO_DATA_GET, (), {}, request_options)

    def create(
        self,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.DemoDataResponse:
        """Add demo data.

        Creates a profile "Demo" with two accounts on the sandbox, posts in every state, messages, comments and
        reviews. It costs no credits, and leaves the server only in the webhooks that you subscribe to. It is
        ready within seconds; a workspace has it once, and a repeated call changes nothing.

        Free. `POST /v1/demo-data` (`demo_data.create`).
        """
        return self._caller.call(ops.DEMO_DATA_CREATE, (), {}, request_options)

    def delete(
        self,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.DemoDataResponse:
        """Remove the demo data.

        Deletes its profile with everything in it, including anything added to that profile since, and its
        people on the sandbox. Nothing else changes.

        Free. `DELETE /v1/demo-data` (`demo_data.delete`).
        """
        return self._caller.call(ops.DEMO_DATA_DELETE, (), {}, request_options)


class Purchases(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        action: Optional[str] = None,
        q: Optional[str] = None,
        request_id: Optional[str] = None,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.PurchaseSummary, t.PurchasePage]:
        """List what was bought, newest first.

        People, companies, addresses and verdicts that lookups, workflows and data jobs of this workspace were
        charged for. `GET /v1/data/purchases/{id}` returns the result again, free. A page examines at most 5000
        purchases, so with filters a page can be short or empty while `has_more` is true: continue with
        `next_cursor`.

        Free. `GET /v1/data/purchases` (`purchases.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param q: Text in the question, or in the name or address found.
        :param request_id: Only what this call bought.
        :param from_: Only purchases from this time on.
        :param to: Only purchases before this time.
        """
        return Pages(self._caller, ops.PURCHASES_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "action": action,
            "q": q,
            "request_id": request_id,
            "from": from_,
            "to": to,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.Purchase:
        """Read again what was bought.

        Free: the result was charged when it was bought.

        Free. `GET /v1/data/purchases/{id}` (`purchases.get`).
        """
        return self._caller.call(ops.PURCHASES_GET, (id,), {}, request_options)


class Data(Resource):
    def search_people(
        self,
        *,
        query: Optional[str] = None,
        filters: Union[Optional[t.PeopleFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        since_cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        track_delta: Optional[bool] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> t.SearchPeopleResponse:
        """Search people by text and filters.

        Charged per person found. An empty body is valid and buys the first 10 people of the directory,
        best-known first. With `since_cursor` only changes are returned, each page at the price of the same
        search without it; a page without changes has `data` null and costs nothing, even when `has_more` is
        true. With a test key the query `nobody` finds nothing and `failure` fails.

        Price: 1 credit per person found (`search/people`, standard price book). `POST /v1/data/search/people`
        (`data.search_people`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        :param track_delta: Returns a `cursor`; a later call with it as `since_cursor` returns only changes.
        """
        return self._caller.call(ops.DATA_SEARCH_PEOPLE, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
            "cursor": cursor,
            "since_cursor": since_cursor,
            "track_delta": track_delta,
        }, request_options)

    def iter_search_people(
        self,
        *,
        max_credits: int,
        query: Optional[str] = None,
        filters: Union[Optional[t.PeopleFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        since_cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        track_delta: Optional[bool] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> Pages[Union[t.FoundPerson, t.RemovedPerson], t.SearchPeopleResponse]:
        """Search people by text and filters.

        Charged per person found. An empty body is valid and buys the first 10 people of the directory,
        best-known first. With `since_cursor` only changes are returned, each page at the price of the same
        search without it; a page without changes has `data` null and costs nothing, even when `has_more` is
        true. With a test key the query `nobody` finds nothing and `failure` fails.

        Reads page after page as you iterate. Each page is a separate call with its own price and
        Idempotency-Key. `to_list` and `collect` return what `max_credits` allows; iterating raises
        `MaxCreditsExceededError` before a page that could exceed it. Every error in the middle has the items
        bought before it as `partial`.

        Price: 1 credit per person found (`search/people`, standard price book). `POST /v1/data/search/people`
        (`data.search_people`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        :param track_delta: Returns a `cursor`; a later call with it as `since_cursor` returns only changes.
        """
        return Pages(self._caller, ops.DATA_SEARCH_PEOPLE, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
            "cursor": cursor,
            "since_cursor": since_cursor,
            "track_delta": track_delta,
        }, request_options, max_credits)

    def search_companies(
        self,
        *,
        query: Optional[str] = None,
        filters: Union[Optional[t.CompanyFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[PricedOptions] = None,
    ) -> t.SearchCompaniesResponse:
        """Search companies by text and filters.

        Charged per company found. With a test key the query `nobody` finds nothing and `failure` fails.

        Price: 1 credit per company found (`search/companies`, standard price book). `POST
        /v1/data/search/companies` (`data.search_companies`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        """
        return self._caller.call(ops.DATA_SEARCH_COMPANIES, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def iter_search_companies(
        self,
        *,
        max_credits: int,
        query: Optional[str] = None,
        filters: Union[Optional[t.CompanyFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[PricedOptions] = None,
    ) -> Pages[t.Company, t.SearchCompaniesResponse]:
        """Search companies by text and filters.

        Charged per company found. With a test key the query `nobody` finds nothing and `failure` fails.

        Reads page after page as you iterate. Each page is a separate call with its own price and
        Idempotency-Key. `to_list` and `collect` return what `max_credits` allows; iterating raises
        `MaxCreditsExceededError` before a page that could exceed it. Every error in the middle has the items
        bought before it as `partial`.

        Price: 1 credit per company found (`search/companies`, standard price book). `POST
        /v1/data/search/companies` (`data.search_companies`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        """
        return Pages(self._caller, ops.DATA_SEARCH_COMPANIES, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
            "cursor": cursor,
        }, request_options, max_credits)

    def find_email(
        self,
        *,
        query: Optional[str] = None,
        filters: Union[Optional[t.FindEmailRequestFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        since_cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        track_delta: Optional[bool] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> t.FindEmailResponse:
        """Find the work email of a person.

        Ask with `query` ("Ada Example, example.com") or with `filters` {full_name | first_name, last_name,
        domain}. If nothing is found, `data` is null and nothing is charged. With a test key `Nobody Nowhere,
        example.com` is never found and `Upstream Failure, example.com` always fails.

        Price: 5 credits per email found (`contacts/find-email`, standard price book). `POST
        /v1/data/contacts/find-email` (`data.find_email`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        :param track_delta: Returns a `cursor`; a later call with it as `since_cursor` returns only changes.
        """
        return self._caller.call(ops.DATA_FIND_EMAIL, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
            "cursor": cursor,
            "since_cursor": since_cursor,
            "track_delta": track_delta,
        }, request_options)

    def verify_email(
        self,
        *,
        query: Optional[str] = None,
        filters: Union[Optional[t.VerifyEmailRequestFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        request_options: Optional[PricedOptions] = None,
    ) -> t.VerifyEmailResponse:
        """Verify that a mailbox exists.

        Ask with the address as `query` or as `filters.email`. If nothing is found, `data` is null and nothing
        is charged. With a test key `nobody@example.com` is never found and `failure@example.com` always fails.

        Price: 1 credit per verdict other than unknown (`contacts/verify-email`, standard price book). `POST
        /v1/data/contacts/verify-email` (`data.verify_email`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        """
        return self._caller.call(ops.DATA_VERIFY_EMAIL, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
        }, request_options)

    def enrich_person(
        self,
        *,
        query: Optional[str] = None,
        filters: Union[Optional[t.EnrichPersonRequestFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        request_options: Optional[PricedOptions] = None,
    ) -> t.EnrichPersonResponse:
        """Enrich a person.

        Ask with an email as `query`, with `filters.person_id`, or with a name and a domain as for find-email.
        If nothing is found, `data` is null and nothing is charged. With a test key `nobody@example.com` is
        never found and `failure@example.com` always fails.

        Price: 3 credits per person found (`people/enrich`, standard price book). `POST /v1/data/people/enrich`
        (`data.enrich_person`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        """
        return self._caller.call(ops.DATA_ENRICH_PERSON, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
        }, request_options)

    def consensus(
        self,
        *,
        query: str,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        request_options: Optional[PricedOptions] = None,
    ) -> t.ConsensusResponse:
        """Find people on whom independent sources agree.

        Asks every source and counts one vote per data lineage: resellers of one data set are one lineage, and
        so are imports with the same name. Sources agree on a person when at least 2 lineages, and two thirds of
        those that know the person, name the same company; each field shows the value that most lineages give.
        Charged per person agreed on; `data` is null when there is none. With a test key the query `nobody`
        finds nothing and `failure` fails.

        Price: 3 credits per person agreed on (`consensus`, standard price book). `POST /v1/data/consensus`
        (`data.consensus`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        """
        return self._caller.call(ops.DATA_CONSENSUS, (), {
            "query": query,
            "limit": limit,
        }, request_options)

    def estimate_search_people(
        self,
        *,
        query: Optional[str] = None,
        filters: Union[Optional[t.PeopleFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        since_cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        track_delta: Optional[bool] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.EstimateResponse:
        """Estimate the cost of search/people.

        Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests;
        the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it
        again is free.

        Free: returns what the call would cost. `POST /v1/data/search/people:estimate`
        (`data.estimate_search_people`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        :param track_delta: Returns a `cursor`; a later call with it as `since_cursor` returns only changes.
        """
        return self._caller.call(ops.DATA_ESTIMATE_SEARCH_PEOPLE, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
            "cursor": cursor,
            "since_cursor": since_cursor,
            "track_delta": track_delta,
        }, request_options)

    def estimate_search_companies(
        self,
        *,
        query: Optional[str] = None,
        filters: Union[Optional[t.CompanyFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.EstimateResponse:
        """Estimate the cost of search/companies.

        Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests;
        the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it
        again is free.

        Free: returns what the call would cost. `POST /v1/data/search/companies:estimate`
        (`data.estimate_search_companies`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        """
        return self._caller.call(ops.DATA_ESTIMATE_SEARCH_COMPANIES, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    def estimate_enrich_person(
        self,
        *,
        query: Optional[str] = None,
        filters: Union[Optional[t.EnrichPersonRequestFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.EstimateResponse:
        """Estimate the cost of people/enrich.

        Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests;
        the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it
        again is free.

        Free: returns what the call would cost. `POST /v1/data/people/enrich:estimate`
        (`data.estimate_enrich_person`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        """
        return self._caller.call(ops.DATA_ESTIMATE_ENRICH_PERSON, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
        }, request_options)

    def estimate_find_email(
        self,
        *,
        query: Optional[str] = None,
        filters: Union[Optional[t.FindEmailRequestFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        since_cursor: Union[Optional[str], NotGiven] = NOT_GIVEN,
        track_delta: Optional[bool] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.EstimateResponse:
        """Estimate the cost of contacts/find-email.

        Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests;
        the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it
        again is free.

        Free: returns what the call would cost. `POST /v1/data/contacts/find-email:estimate`
        (`data.estimate_find_email`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        :param track_delta: Returns a `cursor`; a later call with it as `since_cursor` returns only changes.
        """
        return self._caller.call(ops.DATA_ESTIMATE_FIND_EMAIL, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
            "cursor": cursor,
            "since_cursor": since_cursor,
            "track_delta": track_delta,
        }, request_options)

    def estimate_verify_email(
        self,
        *,
        query: Optional[str] = None,
        filters: Union[Optional[t.VerifyEmailRequestFilters], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.EstimateResponse:
        """Estimate the cost of contacts/verify-email.

        Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests;
        the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it
        again is free.

        Free: returns what the call would cost. `POST /v1/data/contacts/verify-email:estimate`
        (`data.estimate_verify_email`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        """
        return self._caller.call(ops.DATA_ESTIMATE_VERIFY_EMAIL, (), {
            "query": query,
            "filters": filters,
            "limit": limit,
        }, request_options)

    def estimate_consensus(
        self,
        *,
        query: str,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.EstimateResponse:
        """Estimate the cost of consensus.

        Free, also for read keys, and runs nothing. Takes the body of the call and refuses the same requests;
        the estimate is the amount that the call holds. `purchase` is what the workspace already has: reading it
        again is free.

        Free: returns what the call would cost. `POST /v1/data/consensus:estimate` (`data.estimate_consensus`).

        :param limit: Maximum number of items to find and pay for; defaults to 10.
        """
        return self._caller.call(ops.DATA_ESTIMATE_CONSENSUS, (), {
            "query": query,
            "limit": limit,
        }, request_options)


class Actions(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.ActionsListItem, t.ActionsResponse]:
        """List all actions and workflows with their prices.

        Includes the call that runs each action, and its input.

        Free. `GET /v1/meta/actions` (`actions.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.ACTIONS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)


class Workflows(Resource):
    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.Workflow, t.WorkflowList]:
        """List the workflows this key can run.

        Includes their inputs, steps and prices.

        Free: returns what the call would cost. `GET /v1/data/workflows` (`workflows.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.WORKFLOWS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
        }, request_options)

    @overload
    def run_lead_list(
        self,
        *,
        inputs: t.LeadListRequestInputs,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        format: Optional[Literal["json"]] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> t.LeadListResponse: ...

    @overload
    def run_lead_list(
        self,
        *,
        inputs: t.LeadListRequestInputs,
        format: Literal["csv", "markdown"],
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> Download: ...

    def run_lead_list(
        self,
        *,
        inputs: t.LeadListRequestInputs,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        format: Optional[Literal["json", "csv", "markdown"]] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> Union[t.LeadListResponse, Download]:
        """Find people with their verified work emails.

        Searches for people, then finds and verifies the email of each. Each step is charged for each row in
        which it finds something: at most 7 credits a row. If a source fails, the error is in its step; if
        nothing was found and sources failed, the call fails and is free. If nothing is found, `data` is null
        and nothing is charged. With a test key the query `nobody` finds nothing and `failure` fails.

        Price: the sum of its steps, as `workflows.list` shows them. `POST /v1/data/workflows/lead-list`
        (`workflows.run_lead_list`).

        :param limit: Maximum number of people to pay for; defaults to 10, or to all people listed in the
            inputs.
        :param dry_run: Runs nothing and returns the maximum cost: free, also for read keys, and always
            JSON.
        :param format: Format of the response: JSON, a CSV file or a Markdown table.
        """
        if format not in (None, "json"):
            return self._caller.download(ops.WORKFLOWS_RUN_LEAD_LIST, (), {
            "inputs": inputs,
            "limit": limit,
            "dry_run": dry_run,
            "format": format,
        }, request_options)
        return self._caller.call(ops.WORKFLOWS_RUN_LEAD_LIST, (), {
            "inputs": inputs,
            "limit": limit,
            "dry_run": dry_run,
            "format": format,
        }, request_options)

    def estimate_lead_list(
        self,
        *,
        inputs: t.LeadListRequestInputs,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        format: Optional[Literal["json", "csv", "markdown"]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.WorkflowQuoteResponse:
        """Estimate the cost of lead-list.

        Free, also for read keys, and runs nothing. The estimate is the amount that the workflow holds.

        Free: returns what the call would cost. `POST /v1/data/workflows/lead-list:estimate`
        (`workflows.estimate_lead_list`).

        :param limit: Maximum number of people to pay for; defaults to 10, or to all people listed in the
            inputs.
        :param dry_run: Runs nothing and returns the maximum cost: free, also for read keys, and always
            JSON.
        :param format: Format of the response: JSON, a CSV file or a Markdown table.
        """
        return self._caller.call(ops.WORKFLOWS_ESTIMATE_LEAD_LIST, (), {
            "inputs": inputs,
            "limit": limit,
            "dry_run": dry_run,
            "format": format,
        }, request_options)

    @overload
    def run_verify_list(
        self,
        *,
        inputs: t.VerifyListRequestInputs,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        format: Optional[Literal["json"]] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> t.VerifyListResponse: ...

    @overload
    def run_verify_list(
        self,
        *,
        inputs: t.VerifyListRequestInputs,
        format: Literal["csv", "markdown"],
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> Download: ...

    def run_verify_list(
        self,
        *,
        inputs: t.VerifyListRequestInputs,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        format: Optional[Literal["json", "csv", "markdown"]] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> Union[t.VerifyListResponse, Download]:
        """Verify the email addresses of a list.

        Verifies every address of the list; one that is listed twice is verified once. A text that is not an
        address is `invalid`, `syntax`, and free. Each step is charged for each row in which it finds something:
        at most 1 credits a row. If a source fails, the error is in its step; if nothing was found and sources
        failed, the call fails and is free. If nothing is found, `data` is null and nothing is charged. With a
        test key `nobody@example.com` is never found and `failure@example.com` always fails.

        Price: the sum of its steps, as `workflows.list` shows them. `POST /v1/data/workflows/verify-list`
        (`workflows.run_verify_list`).

        :param limit: Maximum number of people to pay for; defaults to 10, or to all people listed in the
            inputs.
        :param dry_run: Runs nothing and returns the maximum cost: free, also for read keys, and always
            JSON.
        :param format: Format of the response: JSON, a CSV file or a Markdown table.
        """
        if format not in (None, "json"):
            return self._caller.download(ops.WORKFLOWS_RUN_VERIFY_LIST, (), {
            "inputs": inputs,
            "limit": limit,
            "dry_run": dry_run,
            "format": format,
        }, request_options)
        return self._caller.call(ops.WORKFLOWS_RUN_VERIFY_LIST, (), {
            "inputs": inputs,
            "limit": limit,
            "dry_run": dry_run,
            "format": format,
        }, request_options)

    def estimate_verify_list(
        self,
        *,
        inputs: t.VerifyListRequestInputs,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        format: Optional[Literal["json", "csv", "markdown"]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.WorkflowQuoteResponse:
        """Estimate the cost of verify-list.

        Free, also for read keys, and runs nothing. The estimate is the amount that the workflow holds.

        Free: returns what the call would cost. `POST /v1/data/workflows/verify-list:estimate`
        (`workflows.estimate_verify_list`).

        :param limit: Maximum number of people to pay for; defaults to 10, or to all people listed in the
            inputs.
        :param dry_run: Runs nothing and returns the maximum cost: free, also for read keys, and always
            JSON.
        :param format: Format of the response: JSON, a CSV file or a Markdown table.
        """
        return self._caller.call(ops.WORKFLOWS_ESTIMATE_VERIFY_LIST, (), {
            "inputs": inputs,
            "limit": limit,
            "dry_run": dry_run,
            "format": format,
        }, request_options)

    @overload
    def run_enrich_list(
        self,
        *,
        inputs: t.EnrichListRequestInputs,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        format: Optional[Literal["json"]] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> t.EnrichListResponse: ...

    @overload
    def run_enrich_list(
        self,
        *,
        inputs: t.EnrichListRequestInputs,
        format: Literal["csv", "markdown"],
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> Download: ...

    def run_enrich_list(
        self,
        *,
        inputs: t.EnrichListRequestInputs,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        format: Optional[Literal["json", "csv", "markdown"]] = None,
        request_options: Optional[PricedOptions] = None,
    ) -> Union[t.EnrichListResponse, Download]:
        """Enrich the people of a list.

        Takes emails ("ada@example.com") and names with a domain ("Ada Example, example.com"); a person who is
        listed twice is looked up once. Each step is charged for each row in which it finds something: at most 3
        credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the
        call fails and is free. If nothing is found, `data` is null and nothing is charged. With a test key
        `nobody@example.com` is never found and `failure@example.com` always fails.

        Price: the sum of its steps, as `workflows.list` shows them. `POST /v1/data/workflows/enrich-list`
        (`workflows.run_enrich_list`).

        :param limit: Maximum number of people to pay for; defaults to 10, or to all people listed in the
            inputs.
        :param dry_run: Runs nothing and returns the maximum cost: free, also for read keys, and always
            JSON.
        :param format: Format of the response: JSON, a CSV file or a Markdown table.
        """
        if format not in (None, "json"):
            return self._caller.download(ops.WORKFLOWS_RUN_ENRICH_LIST, (), {
            "inputs": inputs,
            "limit": limit,
            "dry_run": dry_run,
            "format": format,
        }, request_options)
        return self._caller.call(ops.WORKFLOWS_RUN_ENRICH_LIST, (), {
            "inputs": inputs,
            "limit": limit,
            "dry_run": dry_run,
            "format": format,
        }, request_options)

    def estimate_enrich_list(
        self,
        *,
        inputs: t.EnrichListRequestInputs,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        dry_run: Optional[bool] = None,
        format: Optional[Literal["json", "csv", "markdown"]] = None,
        request_options: Optional[WriteOptions] = None,
    ) -> t.WorkflowQuoteResponse:
        """Estimate the cost of enrich-list.

        Free, also for read keys, and runs nothing. The estimate is the amount that the workflow holds.

        Free: returns what the call would cost. `POST /v1/data/workflows/enrich-list:estimate`
        (`workflows.estimate_enrich_list`).

        :param limit: Maximum number of people to pay for; defaults to 10, or to all people listed in the
            inputs.
        :param dry_run: Runs nothing and returns the maximum cost: free, also for read keys, and always
            JSON.
        :param format: Format of the response: JSON, a CSV file or a Markdown table.
        """
        return self._caller.call(ops.WORKFLOWS_ESTIMATE_ENRICH_LIST, (), {
            "inputs": inputs,
            "limit": limit,
            "dry_run": dry_run,
            "format": format,
        }, request_options)


class DataJobs(Resource):
    def create(
        self,
        *,
        action: Literal["search/people", "search/companies", "people/enrich", "contacts/find-email", "contacts/verify-email", "consensus", "lead-list", "verify-list", "enrich-list"],
        query: Optional[str] = None,
        filters: Union[Optional[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        webhook_url: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[PricedOptions] = None,
    ) -> t.NewJobResponse:
        """Start a lookup and read its result later.

        Takes the same input as the action. Workflows are actions too: `lead-list` takes the input of a search,
        `verify-list` and `enrich-list` take one item as `query`, or a list as `filters.emails` or
        `filters.people`. A search finds at most `filters.limit` items (1 to 100, default 10). The worst case is
        held when the job is created; what was found is charged when the job completes, and the rest is
        released. A source that fails is asked again after 5, 15 and 40 seconds, or later if it asks for a
        longer pause, up to a minute. After four failures the job is `failed`, and its whole hold is released.
        The job waits up to a day for rate limits and for sources that announce a later answer.

        Price: holds the most that the job can cost, and charges for what it found. `POST /v1/data/async`
        (`data_jobs.create`).

        :param filters: Same as for the action. At most 256 KiB as JSON.
        :param limit: For a search: the maximum number of items to find, like `filters.limit`.
        :param webhook_url: Receives a signed delivery when the job ends.
        """
        return self._caller.call(ops.DATA_JOBS_CREATE, (), {
            "action": action,
            "query": query,
            "filters": filters,
            "limit": limit,
            "webhook_url": webhook_url,
        }, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["queued", "running", "completed", "completed_with_errors", "failed", "canceling", "canceled"]] = None,
        action: Optional[str] = None,
        kind: Optional[Literal["async"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.JobResponse, t.JobPage]:
        """List async data jobs, newest first.

        Free. `GET /v1/data/jobs` (`data_jobs.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param kind: All jobs in this list are of this kind.
        """
        return Pages(self._caller, ops.DATA_JOBS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "status": status,
            "action": action,
            "kind": kind,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.AsyncJobResponse:
        """Read one async data job, with its data once completed.

        Free. `GET /v1/data/jobs/{id}` (`data_jobs.get`).
        """
        return self._caller.call(ops.DATA_JOBS_GET, (id,), {}, request_options)

    def cancel(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.JobResponse:
        """Cancel an async data job.

        Its credits are released. Returns 409 if the job has already ended.

        Free. `POST /v1/data/jobs/{id}/cancel` (`data_jobs.cancel`).
        """
        return self._caller.call(ops.DATA_JOBS_CANCEL, (id,), {}, request_options)


class BulkJobs(Resource):
    def create(
        self,
        *,
        action: Literal["search/people", "search/companies", "people/enrich", "contacts/find-email", "contacts/verify-email", "consensus", "lead-list", "verify-list", "enrich-list"],
        csv_text: Union[Optional[str], NotGiven] = NOT_GIVEN,
        queries: Union[Optional[Sequence[str]], NotGiven] = NOT_GIVEN,
        filters: Union[Optional[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        webhook_url: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[PricedOptions] = None,
    ) -> t.NewJobResponse:
        """Look up many rows at once.

        Send exactly one of `csv_text`, `queries` and `filters`. A row takes the same input as the action; rows
        about the same subject are looked up and charged once; a row that fails does not fail the job. Workflows
        and `consensus` are actions too: a row of `verify-list` and `enrich-list` is one item, and a row of
        `lead-list` and `consensus` is a search. `filters` can be used with `search/people`, `search/companies`
        and `lead-list`: the job pages through all matches, up to `filters.limit` (default 1000). At most 100000
        rows of at most 1000 columns. The worst case is held when the job is created; returns 402 if the credits
        do not cover it.

        Price: holds the most that the job can cost, and charges for what it found. `POST /v1/bulk/jobs`
        (`bulk_jobs.create`).

        :param csv_text: A CSV file. Its first line names the columns: `query`, or the fields of `filters`.
        :param filters: Same as for the action. At most 256 KiB as JSON.
        :param limit: For a search: the maximum number of items to find, like `filters.limit`.
        :param webhook_url: Receives a signed delivery when the job ends.
        """
        return self._caller.call(ops.BULK_JOBS_CREATE, (), {
            "action": action,
            "csv_text": csv_text,
            "queries": queries,
            "filters": filters,
            "limit": limit,
            "webhook_url": webhook_url,
        }, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[Literal["queued", "running", "completed", "completed_with_errors", "failed", "canceling", "canceled"]] = None,
        action: Optional[str] = None,
        kind: Optional[Literal["bulk"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.JobResponse, t.JobPage]:
        """List bulk jobs, newest first.

        Free. `GET /v1/bulk/jobs` (`bulk_jobs.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param kind: All jobs in this list are of this kind.
        """
        return Pages(self._caller, ops.BULK_JOBS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "status": status,
            "action": action,
            "kind": kind,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.JobResponse:
        """Read one bulk job.

        Free. `GET /v1/bulk/jobs/{id}` (`bulk_jobs.get`).
        """
        return self._caller.call(ops.BULK_JOBS_GET, (id,), {}, request_options)

    @overload
    def results(
        self,
        id: str,
        /,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        format: Optional[Literal["json"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.BulkRowResult, t.BulkResultPage]: ...

    @overload
    def results(
        self,
        id: str,
        /,
        *,
        format: Literal["csv", "ndjson"],
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Download: ...

    def results(
        self,
        id: str,
        /,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        format: Optional[Literal["json", "csv", "ndjson"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Union[Pages[t.BulkRowResult, t.BulkResultPage], Download]:
        """Read the results of a bulk job.

        Rows are returned in order, also while the job runs: rows without a result are `pending`. Never charges.
        `json` is paged; `ndjson` and `csv` stream all rows. `csv` keeps your columns and has one line for each
        item that a search found, with the credits of the row on the first.

        Free. `GET /v1/bulk/jobs/{id}/results` (`bulk_jobs.results`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        if format not in (None, "json"):
            return self._caller.download(ops.BULK_JOBS_RESULTS, (id,), {
            "limit": limit,
            "cursor": cursor,
            "format": format,
        }, request_options)
        return Pages(self._caller, ops.BULK_JOBS_RESULTS, (id,), {
            "limit": limit,
            "cursor": cursor,
            "format": format,
        }, request_options)

    def cancel(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.JobResponse:
        """Cancel a bulk job.

        Rows in progress are finished and charged; the others are not looked up, and their credits are released.
        Returns 409 if the job has already ended.

        Free. `POST /v1/bulk/jobs/{id}/cancel` (`bulk_jobs.cancel`).
        """
        return self._caller.call(ops.BULK_JOBS_CANCEL, (id,), {}, request_options)

    def estimate(
        self,
        *,
        action: Literal["search/people", "search/companies", "people/enrich", "contacts/find-email", "contacts/verify-email", "consensus", "lead-list", "verify-list", "enrich-list"],
        csv_text: Union[Optional[str], NotGiven] = NOT_GIVEN,
        queries: Union[Optional[Sequence[str]], NotGiven] = NOT_GIVEN,
        filters: Union[Optional[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        limit: Union[Optional[int], NotGiven] = NOT_GIVEN,
        webhook_url: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.BulkEstimateResponse:
        """Estimate the cost of a bulk job.

        Free, also for read keys, and runs nothing. Takes the body of the job and refuses the same requests; the
        estimate is the amount that the job holds.

        Free: returns what the call would cost. `POST /v1/bulk/jobs:estimate` (`bulk_jobs.estimate`).

        :param csv_text: A CSV file. Its first line names the columns: `query`, or the fields of `filters`.
        :param filters: Same as for the action. At most 256 KiB as JSON.
        :param limit: For a search: the maximum number of items to find, like `filters.limit`.
        :param webhook_url: Receives a signed delivery when the job ends.
        """
        return self._caller.call(ops.BULK_JOBS_ESTIMATE, (), {
            "action": action,
            "csv_text": csv_text,
            "queries": queries,
            "filters": filters,
            "limit": limit,
            "webhook_url": webhook_url,
        }, request_options)


class SavedSearches(Resource):
    def create(
        self,
        *,
        name: str,
        action: Literal["search/people", "search/companies", "people/enrich", "contacts/find-email", "contacts/verify-email", "consensus", "lead-list", "verify-list", "enrich-list"],
        query: Optional[str] = None,
        filters: Union[Optional[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.SavedSearch:
        """Save a search.

        Saves a query under a name; to run it, send its query and filters to its action. Saving is free. A
        workspace can have at most 1000.

        Free. `POST /v1/data/saved-searches` (`saved_searches.create`).

        :param filters: Filters of the action; checked when the search is run. At most 16 KiB as JSON.
        """
        return self._caller.call(ops.SAVED_SEARCHES_CREATE, (), {
            "name": name,
            "action": action,
            "query": query,
            "filters": filters,
        }, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        action: Optional[Literal["search/people", "search/companies", "people/enrich", "contacts/find-email", "contacts/verify-email", "consensus", "lead-list", "verify-list", "enrich-list"]] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.SavedSearch, t.SavedSearchPage]:
        """List saved searches, newest first.

        Free. `GET /v1/data/saved-searches` (`saved_searches.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        """
        return Pages(self._caller, ops.SAVED_SEARCHES_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "action": action,
        }, request_options)

    def get(
        self,
        id: str,
        /,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> t.SavedSearch:
        """Read one saved search.

        Free. `GET /v1/data/saved-searches/{id}` (`saved_searches.get`).
        """
        return self._caller.call(ops.SAVED_SEARCHES_GET, (id,), {}, request_options)

    def replace(
        self,
        id: str,
        /,
        *,
        name: str,
        action: Literal["search/people", "search/companies", "people/enrich", "contacts/find-email", "contacts/verify-email", "consensus", "lead-list", "verify-list", "enrich-list"],
        query: Optional[str] = None,
        filters: Union[Optional[Mapping[str, Any]], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.SavedSearch:
        """Replace a saved search.

        Omitted fields become empty.

        Free. `PUT /v1/data/saved-searches/{id}` (`saved_searches.replace`).

        :param filters: Filters of the action; checked when the search is run. At most 16 KiB as JSON.
        """
        return self._caller.call(ops.SAVED_SEARCHES_REPLACE, (id,), {
            "name": name,
            "action": action,
            "query": query,
            "filters": filters,
        }, request_options)

    def delete(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.SavedSearch:
        """Delete a saved search.

        Returns the deleted saved search.

        Free. `DELETE /v1/data/saved-searches/{id}` (`saved_searches.delete`).
        """
        return self._caller.call(ops.SAVED_SEARCHES_DELETE, (id,), {}, request_options)


class Suppressions(Resource):
    def create(
        self,
        *,
        kind: Literal["email", "email_sha256", "domain", "person"],
        value: str,
        reason: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.Suppression:
        """Suppress a person, an email or a domain.

        From now on, no search, lookup, workflow or job of this workspace returns this email, domain or person,
        and nothing is charged for them; searches that follow changes show them as `removed`. If it is already
        suppressed, the existing suppression is returned.

        Free. `POST /v1/suppressions` (`suppressions.create`).

        :param kind: `email_sha256` is the SHA-256 of the address in lower case, as 64 hexadecimal digits.
        :param value: A domain includes its subdomains.
        """
        return self._caller.call(ops.SUPPRESSIONS_CREATE, (), {
            "kind": kind,
            "value": value,
            "reason": reason,
        }, request_options)

    def create_many(
        self,
        *,
        values: Sequence[str],
        kind: Optional[Literal["email", "email_sha256", "domain", "person"]] = None,
        reason: Union[Optional[str], NotGiven] = NOT_GIVEN,
        request_options: Optional[WriteOptions] = None,
    ) -> t.ManySuppressionsResponse:
        """Suppress many people, emails or domains.

        Takes up to 10000 values from a list. All valid ones are suppressed together; the response lists the
        others.

        Free. `POST /v1/suppressions:bulk` (`suppressions.create_many`).

        :param kind: The kind of all values. When absent, it is inferred: `@` means an email, 64 hexadecimal
            digits a hash.
        """
        return self._caller.call(ops.SUPPRESSIONS_CREATE_MANY, (), {
            "values": values,
            "kind": kind,
            "reason": reason,
        }, request_options)

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        kind: Optional[Literal["email", "email_sha256", "domain", "person"]] = None,
        q: Optional[str] = None,
        request_options: Optional[RequestOptions] = None,
    ) -> Pages[t.Suppression, t.SuppressionPage]:
        """List suppressions, newest first.

        Free. `GET /v1/suppressions` (`suppressions.list`).

        :param limit: Number of items to return.
        :param cursor: The `next_cursor` of the previous page.
        :param q: Text contained in the value or the reason.
        """
        return Pages(self._caller, ops.SUPPRESSIONS_LIST, (), {
            "limit": limit,
            "cursor": cursor,
            "kind": kind,
            "q": q,
        }, request_options)

    def delete(
        self,
        id: str,
        /,
        *,
        request_options: Optional[WriteOptions] = None,
    ) -> t.Suppression:
        """Lift a suppression.

        Returns the deleted suppression.

        Free. `DELETE /v1/suppressions/{id}` (`suppressions.delete`).
        """
        return self._caller.call(ops.SUPPRESSIONS_DELETE, (id,), {}, request_options)


class Resources:
    def __init__(self, caller: Caller) -> None:
        self.home = Home(caller)
        self.api_keys = ApiKeys(caller)
        self.branding = Branding(caller)
        self.portal_links = PortalLinks(caller)
        self.profiles = Profiles(caller)
        self.credits = Credits(caller)
        self.requests = Requests(caller)
        self.pricing = Pricing(caller)
        self.webhooks = Webhooks(caller)
        self.webhook_deliveries = WebhookDeliveries(caller)
        self.events = Events(caller)
        self.platforms = Platforms(caller)
        self.connections = Connections(caller)
        self.accounts = Accounts(caller)
        self.comments = Comments(caller)
        self.conversations = Conversations(caller)
        self.messages = Messages(caller)
        self.reviews = Reviews(caller)
        self.posts = Posts(caller)
        self.analytics = Analytics(caller)
        self.templates = Templates(caller)
        self.sandbox = Sandbox(caller)
        self.media = Media(caller)
        self.demo_data = DemoData(caller)
        self.purchases = Purchases(caller)
        self.data = Data(caller)
        self.actions = Actions(caller)
        self.workflows = Workflows(caller)
        self.data_jobs = DataJobs(caller)
        self.bulk_jobs = BulkJobs(caller)
        self.saved_searches = SavedSearches(caller)
        self.suppressions = Suppressions(caller)
