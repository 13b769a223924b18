import type { Db } from '../../../../kit/postgres/db.ts'
import type { ProviderName } from '../contract/order.ts'

/** Order or workspace that a provider's id of a payment, bill or customer belongs to. */
export interface RefRow {
  workspace_id: string
  owner_id: string
}

/** Records the owner of a provider's id, unless it already has one; returns the owner. */
export async function insertRef(db: Db, provider: ProviderName, ref: string, owner: RefRow): Promise<RefRow> {
  await db`insert into payment_refs ${db({ provider, ref, ...owner })} on conflict do nothing`
  const [row] = await db<[RefRow]>`
    select workspace_id, owner_id from payment_refs where provider = ${provider} and ref = ${ref}`
  return row
}

export async function findRef(db: Db, provider: ProviderName, ref: string): Promise<RefRow | undefined> {
  const [row] = await db<RefRow[]>`
    select workspace_id, owner_id from payment_refs where provider = ${provider} and ref = ${ref}`
  return row
}
