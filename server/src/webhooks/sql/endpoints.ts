import type { Db } from '../../kit/postgres/db.ts'
import type { EndpointRow } from '../rows.ts'

export async function insertEndpoint(db: Db, row: EndpointRow): Promise<void> {
  await db`insert into webhook_endpoints ${db(row)}`
}

export async function deleteJobEndpoints(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  await db`
    delete from webhook_endpoints
    where workspace_id = ${workspaceId} and id = any(${ids}) and job_id is not null`
}
