import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { EndpointRow } from '../../../webhooks/rows.ts'

/** Prevents other transactions from adding an endpoint to the workspace until this one ends. */
export async function lockEndpoints(db: Db, workspaceId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('webhooks'), hashtext(${workspaceId}))`
}

export async function countEndpoints(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*) as n from webhook_endpoints where workspace_id = ${workspaceId} and job_id is null`
  return row?.n ?? 0
}

export async function findEndpoint(db: Db, workspaceId: string, id: string): Promise<EndpointRow | undefined> {
  const [row] = await db<EndpointRow[]>`
    select * from webhook_endpoints where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function lockEndpoint(db: Db, workspaceId: string, id: string): Promise<EndpointRow | undefined> {
  const [row] = await db<EndpointRow[]>`
    select * from webhook_endpoints where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

export async function listEndpoints(
  db: Db,
  workspaceId: string,
  page: { limit: number; after: string | undefined; only?: readonly string[] | null | undefined },
): Promise<PageRows<EndpointRow>> {
  return readPage(
    db,
    page.limit,
    db<EndpointRow[]>`
    select * from webhook_endpoints where workspace_id = ${workspaceId} and job_id is null
    ${page.after ? db`and id < ${page.after}` : db``} ${page.only ? db`and id = any(${page.only})` : db``}
    order by id desc`,
  )
}

export async function updateEndpoint(
  db: Db,
  workspaceId: string,
  id: string,
  change: Partial<EndpointRow> & Pick<EndpointRow, 'updated_at'>,
): Promise<EndpointRow | undefined> {
  const [row] = await db<EndpointRow[]>`
    update webhook_endpoints set ${db(change)} where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function updateEndpointsDisabled(
  db: Db,
  workspaceId: string,
  change: Pick<EndpointRow, 'status' | 'disabled_reason' | 'updated_at'>,
): Promise<number> {
  const { count } = await db`
    update webhook_endpoints set ${db(change)} where workspace_id = ${workspaceId} and status = 'active'`
  return count
}

export async function deleteEndpoint(db: Db, workspaceId: string, id: string): Promise<EndpointRow | undefined> {
  const [row] = await db<EndpointRow[]>`
    delete from webhook_endpoints where workspace_id = ${workspaceId} and id = ${id} and job_id is null returning *`
  return row
}

/**
 * Stores a new secret; the old one keeps signing until `until`. Returns no row while the overlap of an earlier rotation has not
 * ended.
 */
export async function updateEndpointSecret(
  db: Db,
  workspaceId: string,
  id: string,
  { secret, now, until }: { secret: string; now: Date; until: Date },
): Promise<EndpointRow | undefined> {
  const [row] = await db<EndpointRow[]>`
    update webhook_endpoints set previous_secret = secret, previous_secret_until = ${until}, secret = ${secret}, updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id} and job_id is null
      and (previous_secret_until is null or previous_secret_until <= ${now})
    returning *`
  return row
}
