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

/** What holds for every endpoint. Credits are spoken of only when something costs them. */
export function introduction(endpoints: readonly AnyEndpoint[], baseUrl: string): Chapter[] {
  const first = endpoints.find(({ method, access, params }) => method === 'GET' && access !== 'public' && !params)
  const isPriced = endpoints.some(({ price }) => price !== 'free')
  return [
    chapter('start', 'Start', [
      `The API speaks JSON over HTTP at \`${baseUrl}\`. Put a key into your shell and every example on this page can be pasted as it stands.`,
      ...(first ? [codeBlock('Shell', `export QUOIN_KEY=qk_test_...\n${curlOf(first, baseUrl)}`)] : []),
      html`<p>The whole API in OpenAPI 3.1, for generators and other tools, is at <a href="/openapi.json">/openapi.json</a>.</p>`,
    ]),
    chapter('authentication', 'Authentication', [
      'Send your key in the header `Authorization: Bearer <API_KEY>`. A key that starts with `qk_live_` works for real; one that starts with `qk_test_` answers examples. The full key is shown once, when it is created; later only its first characters are, as `key_prefix`.',
      'A key has a permission: `read` keys are refused whatever would change something. It has a scope: `full` reaches the whole workspace, `profiles` only what belongs to the profiles it names. It can expire, and it can be revoked, at once and everywhere.',
      'A key with scope `full` and permission `read_write` can mint others, none stronger than itself: one that expires mints none that outlives it, and one with a monthly budget only keys that spend nothing.',
      'What is not yours does not exist: a resource of another workspace is 404, like one that was never there.',
    ]),
    chapter('test-keys', 'Test keys', [
      'A call with a test key is checked for real: its key, permission, scope and rate, and every field of the request. Then it is answered the example on this page, with your own ids and input in it where that helps. It reads and changes nothing of yours, and costs nothing.',
      html`<p>Test calls count against a daily quota of the workspace (UTC; ${VARIABLES.TEST_QUOTA_PER_DAY.default} unless the operator chose otherwise). Beyond it they are answered <a href="#test_quota_exceeded">test_quota_exceeded</a>.</p>`,
    ]),
    chapter('conventions', 'Conventions', [
      'Names are `snake_case`. Times are ISO 8601 in UTC with milliseconds, such as `2026-01-15T09:30:00.000Z`. A field that can be null is there all the same. Ids are a prefix and a ULID, so they sort by age.',
      'Values in bodies must have the declared type: the text `"5"` is not the number 5. Every answer carries `X-Quoin-Request-Id`, our own id of the request, which names it in problems, receipts and logs. `X-Request-Id` repeats the one you sent (letters, digits and `_ . : -`, at most 128, not in the form of ours), or is ours when you sent none.',
      '201 and 202 carry `Location`: where what was made, or is being made, can be read.',
    ]),
    errorsChapter(baseUrl),
    chapter('idempotency', 'Idempotency', [
      'Send an `Idempotency-Key` (1 to 255 visible ASCII characters) with any POST, PUT, PATCH or DELETE and retry as often as you like: the work is done once. A retry is answered the original bytes with `Idempotency-Replayed: true`, and `X-Original-Request-Id` names the request that did the work. Answers are kept for 24 hours.',
      'Only success is remembered. After an error, mend the cause and send the same key again. An answer belongs to the API key that made the call: no other one is answered it.',
      html`<p>The same key with another request is <a href="#idempotency_key_reused">idempotency_key_reused</a>; while the first call still runs it is <a href="#idempotency_in_progress">idempotency_in_progress</a>.</p>`,
    ]),
    chapter('pages', 'Pages', [
      'Lists are answered newest first as `{data, has_more, next_cursor}`. Ask for up to 100 with `limit`; pass `next_cursor` as `cursor` for the next page, until `has_more` is false. A page of large items is shorter: it ends at 1 MiB. A cursor is opaque: what is added meanwhile neither repeats nor skips what you see.',
    ]),
    chapter('rate-limits', 'Rate limits', [
      'Each key has its own limit. The headers `RateLimit-Policy` and `RateLimit` say what it is and what is left of it.',
      html`<p>Unless the operator chose otherwise, a key may make ${VARIABLES.RATE_LIMIT_PER_SECOND.default} requests a second and ${VARIABLES.RATE_LIMIT_BURST.default} at once after a rest; all keys of a workspace together ${VARIABLES.RATE_LIMIT_WORKSPACE_PER_SECOND.default} and ${VARIABLES.RATE_LIMIT_WORKSPACE_BURST.default}, an address without a key ${VARIABLES.RATE_LIMIT_ADDRESS_PER_SECOND.default} and ${VARIABLES.RATE_LIMIT_ADDRESS_BURST.default}. <code>RateLimit</code> shows the one that has least left. Beyond that a call is answered <a href="#rate_limited">rate_limited</a>: wait as long as <code>Retry-After</code> says.</p>`,
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
    'A request that does not fit its schema is 422 and says where: `loc` is the way to the field, `type` what is wrong with it, in the words pydantic and FastAPI use.',
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
