import type { Db } from '../../kit/postgres/db.ts'

/** Lists those of these types that an endpoint or a stream of the workspace gets. */
export async function listSubscribedTypes(
  db: Db,
  workspaceId: string,
  types: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db<{ type: string }[]>`
    select t.type from unnest(${types}::text[]) as t (type)
    where exists (
      select 1 from webhook_endpoints e where e.workspace_id = ${workspaceId} and e.events && array['*', t.type]
    ) or exists (
      select 1 from event_streams s
      where s.workspace_id = ${workspaceId} and s.expires_at > ${now} and s.events && array['*', t.type]
    )`
  return rows.map(({ type }) => type)
}
