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
  /** Ids, separated by spaces. */
  people: string
  marks: string[] | null
  job_id: string | null
  request_id: string
  key_id: string
  credits: number
  bought_at: Date
}

/** A purchase without its data. */
export type PurchaseSummaryRow = Omit<PurchaseRow, 'data' | 'question'>

/**
 * Inserts purchases whose charges were made, and skips those that are stored. Reads the charges by their key: a batch that was
 * planned while the table was empty would read all of it.
 */
export async function insertPurchases(
  db: Db,
  workspaceId: string,
  purchases: readonly PaidPurchase[],
  now: Date | null,
): Promise<void> {
  await db`
    insert into purchases (workspace_id, id, action, subject, query, question, title, items, data, people, marks, hold_id, request_id,
      key_id, credits, bought_at)
    select w.workspace_id, p.id, p.action, decode(p.subject, 'hex'), p.query, p.question::json, p.title, p.items, p.data::json,
      p.people, p.marks::text[], p.hold_id, p.request_id, p.key_id, p.credits, coalesce(${now}::timestamptz, now())
    from wallets w cross join unnest(
      ${textArray(purchases.map(({ id }) => id))}::text[], ${textArray(purchases.map(({ action }) => action))}::text[],
      ${textArray(purchases.map(({ subject }) => subject))}::text[], ${textArray(purchases.map(({ query }) => query))}::text[],
      ${textArray(purchases.map(({ question }) => question))}::text[],
      ${textArray(purchases.map(({ title }) => title))}::text[],
      ${numberArray(purchases.map(({ items }) => items))}::integer[],
      ${textArray(purchases.map(({ data }) => data))}::text[],
      ${textArray(purchases.map(({ people }) => people.join(' ')))}::text[],
      ${textArray(purchases.map(({ marks }) => marks && textArray(marks)))}::text[],
      ${textArray(purchases.map(({ holdId }) => holdId))}::text[],
      ${textArray(purchases.map(({ requestId }) => requestId))}::text[],
      ${textArray(purchases.map(({ keyId }) => keyId))}::text[],
      ${numberArray(purchases.map(({ credits }) => credits))}::bigint[]
    ) as p (id, action, subject, query, question, title, items, data, people, marks, hold_id, request_id, key_id, credits)
    where w.workspace_id = ${workspaceId}
      and (select true from charges c where c.workspace_id = ${workspaceId} and c.hold_id = p.hold_id limit 1)
    on conflict do nothing`
}

export interface JobPurchase
  extends Pick<
    PurchaseRow,
    'id' | 'action' | 'query' | 'question' | 'items' | 'request_id' | 'key_id' | 'credits' | 'bought_at'
  > {
  subject: string
  job_id: string
  hold_id: string
}

export async function insertJobPurchase(db: Db, workspaceId: string, row: JobPurchase): Promise<void> {
  const question = db.json(row.question as never)
  await db`
    insert into purchases ${db({ ...row, workspace_id: workspaceId, question, subject: Buffer.from(row.subject, 'hex'), people: '' })} on conflict do nothing`
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
export async function findNewestPurchase(
  db: Db,
  workspaceId: string,
  subject: string,
): Promise<PurchaseSummaryRow | undefined> {
  const [row] = await db<PurchaseSummaryRow[]>`
    select id, action, query, title, items, people, marks, job_id, request_id, key_id, credits, bought_at
    from purchases where workspace_id = ${workspaceId} and subject = ${Buffer.from(subject, 'hex')} order by id desc limit 1`
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
