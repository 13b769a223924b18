import type { Context } from '../../../kit/context.ts'
import { createYielder } from '../../../kit/cooperative.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { SuppressionKind } from '../../../sources/directory/contract.ts'
import { suppressionKey } from '../../../sources/directory/suppress/keys.ts'
import { suppressMany } from '../../../sources/directory/suppress/suppress-many.ts'
import { type ManySuppressed, type ManySuppressionsRequest, VIOLATIONS } from './contract.ts'

/** Suppresses all valid values, and returns the reason for each of the others. A value that is sent twice counts once. */
export async function createSuppressions(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { values, kind: given, reason = null }: ManySuppressionsRequest,
): Promise<ManySuppressed> {
  const byKey = new Map<
    string,
    { id: string; kind: SuppressionKind; value: string; mark: string; reason: string | null }
  >()
  const refused: ManySuppressed['refused'] = []
  const yielder = createYielder()
  for (const [index, text] of values.entries()) {
    if (yielder.isDue()) await yielder.yield()
    const value = text.trim()
    const kind = given ?? detectSuppressionKind(value)
    const mark = suppressionKey(kind, value)
    if (mark === undefined) refused.push({ index, value, message: VIOLATIONS[kind] })
    else if (!byKey.has(mark)) byKey.set(mark, { id: ctx.ids.next('suppression'), kind, value, mark, reason })
  }
  const rows = [...byKey.values()]
  const added = rows.length === 0 ? 0 : await suppressMany(db, workspaceId, rows, ctx.clock.now())
  return { added, already: values.length - refused.length - added, refused }
}

function detectSuppressionKind(value: string): SuppressionKind {
  if (value.includes('@')) return 'email'
  if (/^[0-9a-f]{64}$/i.test(value)) return 'email_sha256'
  return /[_:]/.test(value) ? 'person' : 'domain'
}
