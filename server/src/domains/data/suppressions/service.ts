import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { SuppressionKind } from '../../../sources/directory/contract.ts'
import { listSuppressions, type SuppressionRow } from '../../../sources/directory/sql/suppressions.ts'
import { liftSuppression, suppress } from '../../../sources/directory/suppress/suppress.ts'
import type { Suppression, SuppressionRequest } from './contract.ts'

/** Suppresses for one workspace, or for all with `EVERYWHERE`. */
export async function createSuppression(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { kind, value, reason = null }: SuppressionRequest,
): Promise<Suppression> {
  const row = { id: ctx.ids.next('suppression'), kind, value, reason, now: ctx.clock.now() }
  return present(await suppress(db, workspaceId, row))
}

export async function listWorkspaceSuppressions(
  db: Db,
  workspaceId: string,
  { limit, cursor, kind, q }: { limit: number; cursor?: string; kind?: SuppressionKind; q?: string },
): Promise<Page<Suppression>> {
  const filter = { ...(kind && { kind }), ...(q && { text: q.toLowerCase() }) }
  return toPage(await listSuppressions(db, workspaceId, { after: afterId(cursor), limit, ...filter }), present)
}

export async function deleteSuppression(ctx: Context, db: Db, workspaceId: string, id: string): Promise<Suppression> {
  const row = await liftSuppression(db, workspaceId, id, ctx.clock.now())
  if (!row) throw notFound('suppression')
  return present(row)
}

function present(row: SuppressionRow): Suppression {
  const { id, value, reason } = row
  return { id, kind: row.kind as SuppressionKind, value, reason, created_at: row.created_at.toISOString() }
}
