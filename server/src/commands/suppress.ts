import { suppressions } from '../domains/data/suppressions/contract.ts'
import {
  createSuppression,
  deleteSuppression,
  listWorkspaceSuppressions,
} from '../domains/data/suppressions/service.ts'
import { ALL_WORKSPACES, writeAudit } from '../domains/identity/audit/service.ts'
import { transaction } from '../kit/postgres/db.ts'
import { SUPPRESSION_KINDS } from '../sources/directory/contract.ts'
import { selectDirectoryDb } from '../sources/directory/open-directory.ts'
import { EVERYWHERE } from '../sources/directory/suppress/suppress.ts'
import { actorAndReason, type RunOnContext, UsageError } from './command.ts'

/** Adds a suppression for all workspaces. A workspace adds its own with /v1/suppressions. */
export const add: RunOnContext = async (ctx, { words: [given, value = ''], options }) => {
  const by = actorAndReason(options)
  const kind = SUPPRESSION_KINDS.find((known) => known === given)
  if (!kind) throw new UsageError(`Unknown kind ${given}. Use one of: ${SUPPRESSION_KINDS.join(', ')}.`)
  const body = { kind, value, reason: by.reason }
  const [wrong] = suppressions.create.check?.({ params: undefined, query: undefined, body }, ctx.clock.now()) ?? []
  if (wrong) throw new UsageError(`${value}: ${String(wrong.ctx?.['error'])}.`)
  const made = await transaction(ctx.db, async (tx) => {
    const suppression = await createSuppression(ctx, selectDirectoryDb(ctx, tx), EVERYWHERE, body)
    const detail = { suppression_id: suppression.id, kind }
    await writeAudit(ctx, tx, ALL_WORKSPACES, { by, action: 'suppressions.add', detail })
    return suppression
  })
  return { text: `Suppressed ${made.kind} ${made.value} for every workspace (${made.id}).`, data: made }
}

export const list: RunOnContext = async (ctx, { options: { cursor } }) => {
  const query = { limit: 100, ...(cursor !== undefined && { cursor }) }
  const page = await listWorkspaceSuppressions(ctx.directory, EVERYWHERE, query)
  const lines = page.data.map((each) =>
    `${each.id}  ${each.created_at}  ${each.kind} ${each.value}  ${each.reason ?? ''}`.trimEnd(),
  )
  const more = page.next_cursor ? [`There are more. Add --cursor ${page.next_cursor}`] : []
  return { text: [...lines, ...more].join('\n') || 'No suppressions apply to every workspace.', data: page }
}

export const remove: RunOnContext = async (ctx, { words: [id = ''], options }) => {
  const by = actorAndReason(options)
  const gone = await transaction(ctx.db, async (tx) => {
    const suppression = await deleteSuppression(ctx, selectDirectoryDb(ctx, tx), EVERYWHERE, id)
    const detail = { suppression_id: id, kind: suppression.kind }
    await writeAudit(ctx, tx, ALL_WORKSPACES, { by, action: 'suppressions.remove', detail })
    return suppression
  })
  return { text: `Removed the suppression of ${gone.kind} ${gone.value}.`, data: gone }
}
