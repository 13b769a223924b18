import { VARIABLES } from '../../kit/config.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { type Html, html } from '../../kit/html.ts'
import { codeBlock, coloured, curlOf, pretty } from './code.ts'
import { prose } from './prose.ts'

export interface Chapter {
  readonly id: string
  readonly title: string
  readonly body: Html
}

const REQUEST_ID = 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'

/** What is true for every endpoint. The chapter on credits is left out when nothing costs any. */
export function introduction(endpoints: readonly AnyEndpoint[], baseUrl: string): Chapter[] {
  const first = endpoints.find(({ method, access, params }) => method === 'GET' && access !== 'public' && !params)
  const isPriced = endpoints.some(({ price }) => price !== 'free')
  return [
    chapter('start', 'Start', [
      `The API speaks JSON over HTTP at \`${baseUrl}\`. Put a key into your shell, and you can paste every example on this page.`,
      ...(first ? [codeBlock('Shell', `export QUOIN_KEY=qk_test_...\n${curlOf(first, baseUrl)}`)] : []),
      html`<p>The whole API in OpenAPI 3.1, for generators and other tools, is at <a href="/openapi.json">/openapi.json</a>.</p>`,
    ]),
    chapter('authentication', 'Authentication', [
      'Send your key in the header `Authorization: Bearer <API_KEY>`. A key that starts with `qk_live_` does real work; with a key that starts with `qk_test_` the API answers examples. The full key is shown once, when it is created; later only its first characters are shown, as `key_prefix`.',
      'A key has a permission: a `read` key cannot change anything. It has a scope: `full` reaches the whole workspace, `profiles` only what belongs to the profiles it names. It can expire, and it can be revoked, which takes effect at once everywhere.',
      'A key with scope `full` and permission `read_write` can mint other keys, none stronger than itself: a key that expires mints no key that outlives it, and a key with a monthly budget only keys that spend nothing.',
      'A resource of another workspace is answered 404, like one that does not exist.',
    ]),
    chapter('test-keys', 'Test keys', [
      'A call with a test key passes all checks: its key, permission, scope and rate, and every field of the request. Then the API answers the example on this page, with your own ids and input in it where that helps. The call reads nothing, changes nothing and costs nothing.',
      html`<p>Test calls count against a daily quota of the workspace (per UTC day; ${VARIABLES.TEST_QUOTA_PER_DAY.default} unless the operator changed it). Beyond it they are answered <a href="#test_quota_exceeded">test_quota_exceeded</a>.</p>`,
    ]),
    chapter('conventions', 'Conventions', [
      'Names are `snake_case`. Times are ISO 8601 in UTC with milliseconds, such as `2026-01-15T09:30:00.000Z`. A field that can be null is always present. Ids are a prefix and a ULID, so they sort by age.',
      'Values in bodies must have the declared type: the text `"5"` is not the number 5. Every answer carries `X-Quoin-Request-Id`, our own id of the request, which problems, receipts and logs use. `X-Request-Id` repeats the one you sent (letters, digits and `_ . : -`, at most 128, not in the form of ours), or is ours when you sent none.',
      'Answers with 201 and 202 carry `Location`: the path of the resource that was created, or is being created.',
    ]),
    errorsChapter(baseUrl),
    chapter('idempotency', 'Idempotency', [
      'Send an `Idempotency-Key` (1 to 255 visible ASCII characters) with any POST, PUT, PATCH or DELETE, and retry as often as you like: the work is done once. A retry gets the original answer, byte for byte, with `Idempotency-Replayed: true`; `X-Original-Request-Id` names the request that did the work. Answers are kept for 24 hours.',
      'Only successful answers are stored. After an error, correct the cause and send the same key again. A stored answer belongs to the API key that made the call: other API keys do not get it.',
      html`<p>The same key with another request is <a href="#idempotency_key_reused">idempotency_key_reused</a>; while the first call still runs it is <a href="#idempotency_in_progress">idempotency_in_progress</a>.</p>`,
    ]),
    chapter('pages', 'Pages', [
      'Lists are answered newest first, as `{data, has_more, next_cursor}`. Ask for up to 100 items with `limit`; pass `next_cursor` as `cursor` for the next page, until `has_more` is false. A page of large items is shorter: it ends at 1 MiB. A cursor is opaque. Items that are added meanwhile neither repeat nor skip what you see.',
    ]),
    chapter('rate-limits', 'Rate limits', [
      'Each key has its own limit. The headers `RateLimit-Policy` and `RateLimit` say what the limit is and how much of it is left.',
      html`<p>Unless the operator changed it, a key may make ${VARIABLES.RATE_LIMIT_PER_SECOND.default} requests a second and ${VARIABLES.RATE_LIMIT_BURST.default} at once; all keys of a workspace together ${VARIABLES.RATE_LIMIT_WORKSPACE_PER_SECOND.default} and ${VARIABLES.RATE_LIMIT_WORKSPACE_BURST.default}, an address without a key ${VARIABLES.RATE_LIMIT_ADDRESS_PER_SECOND.default} and ${VARIABLES.RATE_LIMIT_ADDRESS_BURST.default}. <code>RateLimit</code> shows the limit with the least left. Beyond it a call is answered <a href="#rate_limited">rate_limited</a>: wait as long as <code>Retry-After</code> says.</p>`,
    ]),
    ...(isPriced ? [creditsChapter()] : []),
  ]
}

function creditsChapter(): Chapter {
  return chapter('credits', 'Credits', [
    'A call with a price costs credits for what it found, and nothing when it found nothing or failed. Its answer, errors included, carries `X-Credits-Charged`, what the call cost, and `X-Price-Book`, the price book that priced it.',
    html`<p>Send <code>X-Max-Credits: 10</code> and a call that could cost more is refused with <a href="#max_credits_exceeded">max_credits_exceeded</a> before anything runs.</p>`,
  ])
}

function errorsChapter(baseUrl: string): Chapter {
  const problem = {
    type: `${baseUrl}/docs#not_found`,
    title: 'No such resource',
    status: 404,
    detail: 'No profile with this id.',
    code: 'not_found',
    request_id: REQUEST_ID,
  }
  const violation = { type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: {} }
  return chapter('errors-explained', 'Errors', [
    html`<p>Errors are problem documents (RFC 9457). <code>code</code> is for programs and does not change; <code>detail</code> is for people. <a href="#errors">All codes</a> are at the end of this page, and <code>type</code> links there.</p>`,
    codeBlock('application/problem+json', coloured(pretty(problem))),
    'A request that does not fit its schema is answered 422: `loc` is the path to the field and `type` says what is wrong with it, in the vocabulary of pydantic and FastAPI.',
    codeBlock(
      'application/json',
      coloured(pretty({ detail: [violation], code: 'validation_error', request_id: REQUEST_ID })),
    ),
    'Retry 429 and 5xx, waiting longer each time, with the same `Idempotency-Key`. Never resend another 4xx unchanged.',
  ])
}

function chapter(id: string, title: string, paragraphs: readonly (string | Html)[]): Chapter {
  const body = paragraphs.map((text) => (typeof text === 'string' ? html`<p>${prose(text)}</p>` : text))
  return { id, title, body: html`${body}` }
}
