import type { Static } from 'typebox'
import { onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../kit/declare/errors.ts'
import { PageQuery, PageSchema } from '../../../../kit/declare/page.ts'
import { DateTime, FreeForm, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { checkSeqCursor } from '../seq-cursor.ts'
import { STANDARD_BOOK } from '../standard-book.ts'
import { ArchivedBefore } from './receipt.ts'

export const GRANT_KINDS = ['signup', 'pack', 'subscription', 'manual', 'refund'] as const
export type GrantKind = (typeof GRANT_KINDS)[number]

const ENTRY_KINDS = ['grant', 'charge', 'expire', 'trim', 'revoke'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

const USAGE_GROUPS = ['day', 'action', 'key', 'day,action'] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

const Amount = Type.Integer({ minimum: 0 })
const Day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

export type Credits = Static<typeof Credits>
export const Credits = Type.Object(
  {
    available: Type.Integer({ minimum: 0, description: 'Credits that new calls can spend.' }),
    held: Type.Integer({ minimum: 0, description: 'Reserved for running calls and jobs.' }),
    spent: Amount,
    expired: Amount,
    granted: Type.Integer({ minimum: 0, description: 'Always available + held + spent + expired.' }),
    price_book: Type.String(),
    grants: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: StringEnum(GRANT_KINDS),
        amount: Amount,
        remaining: Amount,
        expires_at: Nullable(DateTime),
        created_at: DateTime,
      }),
      { description: 'Grants with credits left, in the order in which they will be spent.' },
    ),
  },
  { title: 'CreditsResponse' },
)

/** Maximum number of charges that one entry shows. */
export const ENTRY_ITEMS_MAX = 100

export type LedgerEntry = Static<typeof LedgerEntry>
const LedgerEntry = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: 'Increases without gaps.' }),
    kind: StringEnum(ENTRY_KINDS),
    credits: Type.Integer({ description: 'Positive when credits were added, negative when they were removed.' }),
    balance_after: Type.Integer({ description: 'Credits of the workspace after this entry, available and held.' }),
    charges: Type.Integer({
      minimum: 0,
      description: 'Number of charges in this entry: those settled at the same moment.',
    }),
    request_id: Nullable(
      Type.String({ description: 'The call that was charged; null when this entry covers several, see `items`.' }),
    ),
    action: Nullable(Type.String({ description: 'The action that was charged; null when this entry covers several.' })),
    items: Type.Array(
      Type.Object({ request_id: Type.String(), action: Type.String(), units: Amount, credits: Amount }),
      { description: `The charges in the order of the work, at most ${ENTRY_ITEMS_MAX}.` },
    ),
    detail: FreeForm({ description: 'The grants that the credits came from, or the reason.' }),
    hash: Type.String({ description: 'SHA-256 of this entry and the previous hash.' }),
    created_at: DateTime,
  },
  { title: 'LedgerEntry' },
)
export type LedgerPage = Static<typeof LedgerPage>
const LedgerPage = PageSchema(LedgerEntry, 'LedgerPage')

export type Usage = Static<typeof Usage>
const Usage = Type.Object(
  {
    since: Type.String({ format: 'date' }),
    until: Type.String({ format: 'date' }),
    group_by: StringEnum(USAGE_GROUPS),
    credits: Amount,
    data: Type.Array(
      Type.Object({
        group: Type.String({ description: 'The day, the action or the key id.' }),
        action: Type.Optional(Type.String({ description: 'With `group_by=day,action`.' })),
        calls: Type.Integer({
          minimum: 0,
          description:
            'Grouped by action: calls that used it. A workflow run counts for the workflow, which has no price itself, and for each action of its steps.',
        }),
        found: Type.Integer({ minimum: 0, description: 'Calls that found something; the others cost nothing.' }),
        credits: Amount,
      }),
    ),
    archived_before: ArchivedBefore,
  },
  { title: 'UsageResponse' },
)

/** Maximum number of days that can be filled in, so that a reply stays small. */
const FILLED_DAYS_MAX = 366

interface UsageRange {
  readonly since?: string
  readonly until?: string
  readonly group_by: UsageGroup
  readonly fill: boolean
}

function checkRange({ since, until, group_by, fill }: UsageRange, now: Date): Violation[] {
  const last = until === undefined ? now : new Date(until)
  if (since !== undefined && new Date(since) > last)
    return [invalidValue(['query', 'since'], 'since must not be after until')]
  if (!fill) return []
  if (!group_by.startsWith('day')) return [invalidValue(['query', 'fill'], 'fill requires groups by day')]
  const days = since === undefined ? 0 : (last.getTime() - new Date(since).getTime()) / 86_400_000
  return days > FILLED_DAYS_MAX
    ? [invalidValue(['query', 'since'], `with fill, a range has at most ${FILLED_DAYS_MAX} days`)]
    : []
}

const EXAMPLE_GROUPS = {
  day: '2026-01-15',
  action: 'contacts/find-email',
  key: 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  'day,action': '2026-01-15',
}
const at = '2026-01-15T09:30:00.000Z'
const grant = { id: 'grt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB', kind: 'signup', amount: 50, remaining: 45 } as const
export const creditsExample: Credits = {
  available: 45,
  held: 0,
  spent: 5,
  expired: 0,
  granted: 50,
  price_book: STANDARD_BOOK.name,
  grants: [{ ...grant, expires_at: null, created_at: at }],
}
const entry: LedgerEntry = {
  seq: 2,
  kind: 'charge',
  credits: -5,
  balance_after: 45,
  charges: 1,
  request_id: 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  action: 'contacts/find-email',
  items: [{ request_id: 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB', action: 'contacts/find-email', units: 1, credits: 5 }],
  detail: { burned: [[grant.id, 5]] },
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  created_at: at,
}

export const credits = {
  get: endpoint({
    id: 'credits.get',
    route: 'GET /v1/credits',
    summary: 'Read the balance',
    tool: {
      name: 'credits_get',
      text: 'The balance: credits available, held and spent. Call it before expensive work.',
    },
    reply: Credits,
    example: { reply: creditsExample },
  }),

  ledger: endpoint({
    id: 'credits.ledger',
    route: 'GET /v1/credits/ledger',
    summary: 'List ledger entries, newest first',
    description:
      'Append-only: each entry includes the hash of the previous entry, so that later changes can be detected. Old entries that the operator archived are not listed. `format=csv` returns the page as a file.',
    query: Type.Object({
      ...PageQuery,
      kind: Type.Optional(StringEnum(ENTRY_KINDS)),
      format: StringEnum(['json', 'csv'], { default: 'json' }),
    }),
    reply: LedgerPage,
    produces: ['text/csv'],
    check: ({ query }) => checkSeqCursor(query.cursor),
    example: { reply: onePage(entry) },
  }),

  usage: endpoint({
    id: 'credits.usage',
    route: 'GET /v1/credits/usage',
    summary: 'Summarize metered calls by day, action, key, or day and action',
    query: Type.Object({
      since: Day('First day (UTC); defaults to 30 days ago.'),
      until: Day('Last day (UTC), inclusive; defaults to today.'),
      group_by: StringEnum(USAGE_GROUPS, { default: 'day' }),
      fill: Type.Boolean({
        default: false,
        description: 'When grouped by day: includes days without calls, for each action in the range.',
      }),
    }),
    reply: Usage,
    check: ({ query }, now) => checkRange(query, now),
    example: {
      reply: {
        since: '2026-01-01',
        until: '2026-01-31',
        group_by: 'day',
        credits: 5,
        data: [{ group: '2026-01-15', calls: 2, found: 1, credits: 5 }],
      },
      echo: ({ query: { since, until, group_by } }, reply) => ({
        ...reply,
        since: since ?? reply.since,
        until: until ?? reply.until,
        group_by,
        data: reply.data.map((row) => ({
          ...row,
          group: EXAMPLE_GROUPS[group_by],
          ...(group_by === 'day,action' && { action: EXAMPLE_GROUPS.action }),
        })),
      }),
    },
  }),
}
