import { type Static, Type } from 'typebox'
import { onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../../kit/declare/page.ts'
import { DateTime, FreeForm, Nullable, OneOf } from '../../../../kit/declare/schema.ts'
import { STANDARD_BOOK } from '../price-book.ts'

export { creditsFor, STANDARD_BOOK } from '../price-book.ts'

const Amount = Type.Integer({ minimum: 0 })
const GrantKind = OneOf(['signup', 'pack', 'subscription', 'manual', 'refund'])

export type Credits = Static<typeof Credits>
const Credits = Type.Object(
  {
    available: Type.Integer({ minimum: 0, description: 'What new calls can spend.' }),
    held: Type.Integer({ minimum: 0, description: 'Set aside for calls and jobs that run now.' }),
    spent: Amount,
    expired: Amount,
    granted: Type.Integer({ minimum: 0, description: 'available + held + spent + expired, always.' }),
    price_book: Type.String(),
    grants: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: GrantKind,
        amount: Amount,
        remaining: Amount,
        expires_at: Nullable(DateTime),
        created_at: DateTime,
      }),
      { description: 'What is left, in the order it will be spent.' },
    ),
  },
  { title: 'CreditsResponse' },
)

export type LedgerEntry = Static<typeof LedgerEntry>
const LedgerEntry = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: 'Counts up without a gap.' }),
    kind: OneOf(['grant', 'charge', 'expire', 'trim', 'revoke']),
    credits: Type.Integer({ description: 'Positive when credits came in, negative when they went.' }),
    charges: Type.Integer({ minimum: 0, description: 'How many charges this entry sums up.' }),
    detail: FreeForm(),
    hash: Type.String({ description: 'SHA-256 over this entry and the hash before it.' }),
    created_at: DateTime,
  },
  { title: 'LedgerEntry' },
)
export type LedgerPage = Static<typeof LedgerPage>
const LedgerPage = PageOf(LedgerEntry, 'LedgerPage')

export type Usage = Static<typeof Usage>
const Usage = Type.Object(
  {
    since: Type.String({ format: 'date' }),
    until: Type.String({ format: 'date' }),
    group_by: OneOf(['day', 'action', 'key']),
    credits: Amount,
    data: Type.Array(
      Type.Object({
        group: Type.String({ description: 'The day, the action or the id of the key.' }),
        calls: Amount,
        found: Type.Integer({ minimum: 0, description: 'Calls that found something; the others cost nothing.' }),
        credits: Amount,
      }),
    ),
  },
  { title: 'UsageResponse' },
)

/** Lines, and steps with their sources, in one receipt. */
export const RECEIPT_ROWS_MAX = 1000

export type Receipt = Static<typeof Receipt>
const Receipt = Type.Object(
  {
    request_id: Type.String(),
    hold_id: Nullable(
      Type.String({
        description: 'The reservation it was charged under: what an operator refunds. Null when it failed.',
      }),
    ),
    api_key_id: Type.String(),
    price_book: Type.String(),
    credits: Type.Integer({ minimum: 0, description: 'All that it cost, also on lines that are not shown.' }),
    created_at: DateTime,
    lines_total: Amount,
    has_more: Type.Boolean({
      description: `A job has more lines or sources than the ${RECEIPT_ROWS_MAX} that are shown; its results tell what each row cost.`,
    }),
    lines: Type.Array(
      Type.Object({
        step: Type.String(),
        action: Type.String(),
        units: Amount,
        credits: Amount,
        ledger_seq: Nullable(Type.Integer({ description: 'The ledger entry it is part of; null when it was free.' })),
      }),
    ),
    sources: Type.Array(
      Type.Object({
        step: Type.String({ description: 'The line it belongs to.' }),
        source: Type.String(),
        outcome: Type.String({
          description: '`found`, `not_found`, `inconclusive`, `stale`, `pending`, or how it failed.',
        }),
        ms: Nullable(
          Type.Integer({ minimum: 0, description: 'Null of a search that the built-in directory answered alone.' }),
        ),
        cost_micros: Type.Integer({ minimum: 0, description: 'What it cost the operator, in millionths of a dollar.' }),
      }),
      { description: 'Whom the call asked, in order.' },
    ),
  },
  { title: 'ReceiptResponse' },
)

export type Pricing = Static<typeof Pricing>
const Pricing = Type.Object(
  {
    price_book: Type.String(),
    currency: OneOf(['USD']),
    free_credits: Amount,
    packs: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), credits: Amount, price_usd: Type.Number() }),
    ),
    plans: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        credits_per_month: Amount,
        monthly_price_usd: Type.Number(),
        yearly_price_usd: Type.Number({ description: 'Ten monthly payments.' }),
        rollover_cap: Type.Integer({ minimum: 0, description: 'The most credits carried into a new month.' }),
      }),
    ),
  },
  { title: 'PricingResponse' },
)

export type Actions = Static<typeof Actions>
export const Actions = Type.Object(
  {
    price_book: Type.String(),
    data: Type.Array(
      Type.Object({
        action: Type.String(),
        credits: Type.Integer({ minimum: 0, description: 'What one unit costs this workspace.' }),
        unit: Type.String(),
        worst_case_credits: Type.Integer({ minimum: 0, description: 'The most one unit can come to.' }),
      }),
    ),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'ActionsResponse' },
)

const { name: price_book, packs, plans } = STANDARD_BOOK
const at = '2026-01-15T09:30:00.000Z'
const request_id = 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'
const entry: LedgerEntry = {
  seq: 2,
  kind: 'charge',
  credits: -5,
  charges: 1,
  detail: { burned: [['grt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB', 5]] },
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  created_at: at,
}

export const billing = {
  credits: endpoint({
    id: 'credits.get',
    route: 'GET /v1/credits',
    summary: 'Read the balance',
    access: 'read',
    reply: Credits,
    example: {
      reply: {
        available: 45,
        held: 0,
        spent: 5,
        expired: 0,
        granted: 50,
        price_book,
        grants: [
          {
            id: 'grt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
            kind: 'signup',
            amount: 50,
            remaining: 45,
            expires_at: null,
            created_at: at,
          },
        ],
      },
    },
  }),

  ledger: endpoint({
    id: 'credits.ledger',
    route: 'GET /v1/credits/ledger',
    summary: 'List every movement of credits, newest first',
    description:
      'Append-only; each entry carries the hash of the one before, so that nothing can be changed unseen. `format=csv` answers the page as a file.',
    access: 'read',
    query: Type.Object({ ...PageQuery, format: OneOf(['json', 'csv'], { default: 'json' }) }),
    reply: LedgerPage,
    produces: ['text/csv'],
    example: { reply: onePage(entry) },
  }),

  usage: endpoint({
    id: 'credits.usage',
    route: 'GET /v1/credits/usage',
    summary: 'Sum up metered calls by day, action or key',
    access: 'read',
    query: Type.Object({
      since: Type.Optional(Type.String({ format: 'date', description: 'First day (UTC); 30 days back when absent.' })),
      until: Type.Optional(
        Type.String({ format: 'date', description: 'Last day (UTC), included; today when absent.' }),
      ),
      group_by: OneOf(['day', 'action', 'key'], { default: 'day' }),
    }),
    reply: Usage,
    example: {
      reply: {
        since: '2026-01-01',
        until: '2026-01-31',
        group_by: 'day',
        credits: 5,
        data: [{ group: '2026-01-15', calls: 2, found: 1, credits: 5 }],
      },
    },
  }),

  receipt: endpoint({
    id: 'requests.get',
    route: 'GET /v1/requests/{request_id}',
    summary: 'Read the receipt of one metered call',
    description:
      'What was charged, line by line, and whom the call asked. A call that failed shows its sources and no line.',
    access: 'read',
    params: Type.Object({ request_id: Type.String({ maxLength: 128 }) }),
    reply: Receipt,
    example: {
      params: { request_id },
      reply: {
        request_id,
        hold_id: 'hold_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
        api_key_id: 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
        price_book,
        credits: 5,
        created_at: at,
        lines_total: 1,
        has_more: false,
        lines: [{ step: '', action: 'contacts/find-email', units: 1, credits: 5, ledger_seq: 2 }],
        sources: [{ step: '', source: 'directory', outcome: 'found', ms: 2, cost_micros: 0 }],
      },
      echo: ({ params }, reply) => ({ ...reply, request_id: params.request_id }),
    },
  }),

  pricing: endpoint({
    id: 'pricing.get',
    route: 'GET /v1/public/pricing',
    summary: 'List packs and subscription plans',
    access: 'public',
    reply: Pricing,
    example: { reply: { price_book, currency: 'USD', free_credits: 50, packs: [...packs], plans: [...plans] } },
  }),
}
