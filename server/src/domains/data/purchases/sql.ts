import type { PaidPurchase } from '../../../kit/ledger.ts'
import { numberArray, textArray } from '../../../kit/postgres/arrays.ts'
import type { Db } from '../../../kit/postgres/db.ts'

export interface PurchaseRow {
  id: string
  action: string
  query: string
  question: Record<string, unknown>
  title: string | null
  items: number
  data: unknown
  people: string[]
  marks: string[] | null
  job_id: string | null
  request_id: string
  key_id: string
  credits: number
  bought_at: Date
}

/** A purchase without its data. */
export type PurchaseSummaryRow = Omit<PurchaseRow, 'data' | 'question'>

/** Inserts those whose charges cost credits, and skips those that are stored. */
export async function insertPurchases(db: Db, workspaceId: string, purchases: readonly PaidPurchase[]): Promise<void> {
  await db`
    insert into purchases (workspace_id, id, action, subject, query, question, title, items, data, people, marks, hold_id, request_id,
      key_id, credits, bought_at)
    select c.workspace_id, p.id, p.action, decode(p.subject, 'hex'), p.query, p.question::json, p.title, p.items, p.data::json,
      p.people::text[], p.marks::text[], p.hold_id, c.request_id, c.key_id, c.credits, c.bought_at
    from unnest(
      ${textArray(purchases.map(({ id }) => id))}::text[], ${textArray(purchases.map(({ action }) => action))}::text[],
      ${textArray(purchases.map(({ subject }) => Buffer.from(subject).toString('hex')))}::text[],
      ${textArray(purchases.map(({ query }) => query))}::text[],
      ${textArray(purchases.map(({ question }) => question))}::text[],
      ${textArray(purchases.map(({ title }) => title))}::text[],
      ${numberArray(purchases.map(({ items }) => items))}::integer[],
      ${textArray(purchases.map(({ data }) => data))}::text[],
      ${textArray(purchases.map(({ people }) => textArray(people)))}::text[],
      ${textArray(purchases.map(({ marks }) => marks && textArray(marks)))}::text[],
      ${textArray(purchases.map(({ holdId }) => holdId))}::text[]
    ) as p (id, action, subject, query, question, title, items, data, people, marks, hold_id)
    cross join lateral (
      select workspace_id, min(request_id) as request_id, min(key_id) as key_id, sum(credits)::bigint as credits,
        min(created_at) as bought_at
      from charges where workspace_id = ${workspaceId} and hold_id = p.hold_id group by workspace_id
    ) c
    where c.credits > 0
    on conflict do nothing`
}

export interface JobPurchase
  extends Pick<
    PurchaseRow,
    'id' | 'action' | 'query' | 'question' | 'items' | 'request_id' | 'key_id' | 'credits' | 'bought_at'
  > {
  subject: Uint8Array
  job_id: string
  hold_id: string
}

export async function insertJobPurchase(db: Db, workspaceId: string, row: JobPurchase): Promise<void> {
  const question = db.json(row.question as never)
  await db`
    insert into purchases ${db({ ...row, workspace_id: workspaceId, question, people: [] })} on conflict do nothing`
}

export interface PurchaseFilter {
  readonly limit: number
  /** Ids begin with their time, so `from` and `before` select a range of the primary key. */
  readonly before: string
  readonly from: string
  readonly seenMax: number
  readonly action: string | undefined
  /** Text in the question or the title. */
  readonly text: string | undefined
  readonly requestId: string | undefined
}

/** Rows that match, newest first; the last one that a page examines is returned even if it does not match. */
export async function listPurchases(
  db: Db,
  workspaceId: string,
  { limit, before, from, seenMax, action, text, requestId }: PurchaseFilter,
): Promise<(PurchaseSummaryRow & { n: number; matches: boolean })[]> {
  return db<(PurchaseSummaryRow & { n: number; matches: boolean })[]>`
    select * from (
      select row_number() over (order by id desc)::int as n, id, action, query, title, items, people, marks, job_id, request_id, key_id,
        credits, bought_at, (true ${action === undefined ? db`` : db`and action = ${action}`}
          ${requestId === undefined ? db`` : db`and request_id = ${requestId}`}
          ${text === undefined ? db`` : db`and strpos(lower(query || ' ' || coalesce(title, '')), ${text.toLowerCase()}) > 0`}) as matches
      from purchases where workspace_id = ${workspaceId} and id < ${before} and id >= ${from}
      order by id desc limit ${seenMax}
    ) as seen where matches or n = ${seenMax} order by n limit ${limit + 1}`
}

export async function findPurchase(db: Db, workspaceId: string, id: string): Promise<PurchaseRow | undefined> {
  const [row] = await db<PurchaseRow[]>`
    select id, action, query, question, title, items, data, people, marks, job_id, request_id, key_id, credits, bought_at
    from purchases where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

/** Returns the newest purchase of a datum. */
export async function findPurchaseOf(
  db: Db,
  workspaceId: string,
  subject: Uint8Array,
): Promise<PurchaseSummaryRow | undefined> {
  const [row] = await db<PurchaseSummaryRow[]>`
    select id, action, query, title, items, people, marks, job_id, request_id, key_id, credits, bought_at
    from purchases where workspace_id = ${workspaceId} and subject = ${subject} order by id desc limit 1`
  return row
}

export async function deletePurchaseByHold(db: Db, workspaceId: string, holdId: string): Promise<void> {
  await db`delete from purchases where workspace_id = ${workspaceId} and hold_id = ${holdId}`
}

export async function deletePurchasesBefore(db: Db, before: Date, atMost: number): Promise<number> {
  const { count } = await db`
    delete from purchases where (workspace_id, id) in (
      select workspace_id, id from purchases where bought_at < ${before} limit ${atMost})`
  return count
}
