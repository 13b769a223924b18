import type { Db } from '../../../../kit/postgres/db.ts'
import type { ProviderName } from '../contract/order.ts'

export interface PayerRow {
  workspace_id: string
  provider: ProviderName
  customer_id: string | null
  method_id: string | null
  declines: number
  blocked_reason: string | null
  updated_at: Date
}

export async function findPayer(db: Db, workspaceId: string, provider: ProviderName): Promise<PayerRow | undefined> {
  const [row] = await db<PayerRow[]>`
    select * from payers where workspace_id = ${workspaceId} and provider = ${provider}`
  return row
}

/** Stores a payer; null keeps the stored value. A new payment method resets the number of declines and lifts a block. */
export async function upsertPayer(
  db: Db,
  workspaceId: string,
  provider: ProviderName,
  { customerId, methodId, now }: { customerId: string | null; methodId: string | null; now: Date },
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
  provider: ProviderName,
  { declinesMax, reason, now }: { declinesMax: number; reason: string; now: Date },
): Promise<void> {
  await db`
    update payers set declines = declines + 1, updated_at = ${now},
      blocked_reason = case when declines + 1 >= ${declinesMax} then ${reason} else blocked_reason end
    where workspace_id = ${workspaceId} and provider = ${provider}`
}

export async function updatePayerPaid(db: Db, workspaceId: string, provider: ProviderName, now: Date): Promise<void> {
  await db`
    update payers set declines = 0, updated_at = ${now}
    where workspace_id = ${workspaceId} and provider = ${provider} and declines > 0`
}

export async function blockPayer(
  db: Db,
  workspaceId: string,
  provider: ProviderName,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await db`
    insert into payers as p (workspace_id, provider, declines, blocked_reason, updated_at)
    values (${workspaceId}, ${provider}, 0, ${reason}, ${now})
    on conflict (workspace_id, provider) do update set blocked_reason = ${reason}, updated_at = ${now}`
}
