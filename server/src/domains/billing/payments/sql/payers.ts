import type { Db } from '../../../../kit/postgres/db.ts'

export interface PayerRow {
  workspace_id: string
  provider: string
  customer_id: string | null
  method_id: string | null
  declines: number
  blocked_reason: string | null
  updated_at: Date
}

export async function findPayer(db: Db, workspaceId: string, provider: string): Promise<PayerRow | undefined> {
  const [row] = await db<PayerRow[]>`
    select * from payers where workspace_id = ${workspaceId} and provider = ${provider}`
  return row
}

/** Remembers what is known of a payer. A payment method other than the one before starts with a clean slate. */
export async function upsertPayer(
  db: Db,
  workspaceId: string,
  provider: string,
  { customerId, methodId }: { customerId: string | null; methodId: string | null },
  now: Date,
): Promise<void> {
  await db`
    insert into payers as p (workspace_id, provider, customer_id, method_id, declines, updated_at)
    values (${workspaceId}, ${provider}, ${customerId}, ${methodId}, 0, ${now})
    on conflict (workspace_id, provider) do update set
      customer_id = coalesce(excluded.customer_id, p.customer_id),
      method_id = coalesce(excluded.method_id, p.method_id),
      declines = case when excluded.method_id is distinct from p.method_id and excluded.method_id is not null then 0 else p.declines end,
      blocked_reason = case when excluded.method_id is distinct from p.method_id and excluded.method_id is not null then null else p.blocked_reason end,
      updated_at = excluded.updated_at`
}

export async function updatePayerDeclined(
  db: Db,
  workspaceId: string,
  provider: string,
  { declinesMost, reason, now }: { declinesMost: number; reason: string; now: Date },
): Promise<void> {
  await db`
    update payers set declines = declines + 1, updated_at = ${now},
      blocked_reason = case when declines + 1 >= ${declinesMost} then ${reason} else blocked_reason end
    where workspace_id = ${workspaceId} and provider = ${provider}`
}

export async function updatePayerPaid(db: Db, workspaceId: string, provider: string, now: Date): Promise<void> {
  await db`
    update payers set declines = 0, updated_at = ${now}
    where workspace_id = ${workspaceId} and provider = ${provider} and declines > 0`
}

export async function blockPayer(
  db: Db,
  workspaceId: string,
  provider: string,
  reason: string,
  now: Date,
): Promise<void> {
  await db`
    insert into payers as p (workspace_id, provider, declines, blocked_reason, updated_at)
    values (${workspaceId}, ${provider}, 0, ${reason}, ${now})
    on conflict (workspace_id, provider) do update set blocked_reason = ${reason}, updated_at = ${now}`
}

export interface RefRow {
  workspace_id: string
  owner_id: string
}

/** Whose it is now: the owner given, or the one it had before. */
export async function insertRef(db: Db, provider: string, ref: string, owner: RefRow): Promise<RefRow> {
  await db`insert into payment_refs ${db({ provider, ref, ...owner })} on conflict do nothing`
  const [row] = await db<[RefRow]>`
    select workspace_id, owner_id from payment_refs where provider = ${provider} and ref = ${ref}`
  return row
}

export async function findRef(db: Db, provider: string, ref: string): Promise<RefRow | undefined> {
  const [row] = await db<RefRow[]>`
    select workspace_id, owner_id from payment_refs where provider = ${provider} and ref = ${ref}`
  return row
}

/** False when the event was dealt with before. */
export async function insertEvent(
  db: Db,
  event: { provider: string; id: string; type: string; received_at: Date },
): Promise<boolean> {
  const { count } = await db`insert into payment_events ${db(event)} on conflict do nothing`
  return count > 0
}

export async function hasEvent(db: Db, provider: string, id: string): Promise<boolean> {
  const [row] = await db`select 1 from payment_events where provider = ${provider} and id = ${id}`
  return row !== undefined
}

export async function deleteEventsBefore(db: Db, before: Date, atMost: number): Promise<number> {
  const { count } = await db`
    delete from payment_events where (provider, id) in (
      select provider, id from payment_events where received_at < ${before} order by received_at limit ${atMost})`
  return count
}
