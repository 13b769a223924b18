import { isDeepStrictEqual } from 'node:util'
import type { PushedTemplate } from '../../../connectors/templates.ts'
import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { emit } from '../../../webhooks/emit.ts'
import { EMPTY_BATCH, everySeconds, type Feed, type FeedAccount } from '../feeds/feed.ts'
import { templateStatusChanged } from './contract/template.ts'
import { presentTemplate } from './present.ts'
import * as sql from './sql.ts'

export const templateFeed: Feed<PushedTemplate> = {
  id: 'templates',
  capability: 'templates',
  next: everySeconds(120),
  pushed: ['template'],
  async read({ session, connector, since }) {
    return (await connector.templates?.list(session, since)) ?? EMPTY_BATCH
  },
  async store(ctx, tx, account, items) {
    for (const item of items) await storeTemplate(ctx, tx, account, item)
  },
}

/**
 * Stores a template and emits an event when the status of a known one has changed. A push may contain the status alone: an
 * unknown template is then left to the next poll.
 */
export async function storeTemplate(
  ctx: Context,
  tx: Db,
  { workspaceId, id: accountId }: Pick<FeedAccount, 'workspaceId' | 'id'>,
  found: PushedTemplate,
): Promise<sql.TemplateRow | undefined> {
  const made = await insertTemplate(ctx, tx, { workspaceId, id: accountId }, found)
  if (made) return made
  const now = ctx.clock.now()
  const known = await sql.lockTemplateByExternalId(tx, workspaceId, accountId, found.externalId)
  // A deleted template stays deleted: a late copy does not restore it.
  if (!known || known.status === 'deleted') return known
  const facts = {
    category: found.category ?? known.category,
    components: [...(found.components ?? known.components)],
    status: found.status,
    rejection_reason: found.rejectionReason,
  }
  const before = {
    category: known.category,
    components: known.components,
    status: known.status,
    rejection_reason: known.rejection_reason,
  }
  const isSame = isDeepStrictEqual(facts, before)
  // Equal components keep the order in which the caller sent their fields.
  const kept = isDeepStrictEqual(facts.components, known.components) ? known.components : facts.components
  const change = { ...facts, components: kept, updated_at: now }
  const row = isSame ? known : await sql.updateTemplate(tx, workspaceId, known.id, change)
  if (row && row.status !== before.status)
    await emit(ctx, tx, templateStatusChanged, { template: presentTemplate(row) }, { workspaceId })
  return row
}

/** Returns undefined for a known template, or one with too little data. */
async function insertTemplate(
  ctx: Context,
  tx: Db,
  { workspaceId, id: accountId }: Pick<FeedAccount, 'workspaceId' | 'id'>,
  { externalId, name, language, category, components, status, rejectionReason }: PushedTemplate,
): Promise<sql.TemplateRow | undefined> {
  if (name === undefined || language === undefined || category === undefined || components === undefined)
    return undefined
  const now = ctx.clock.now()
  return sql.insertTemplate(tx, {
    workspace_id: workspaceId,
    id: ctx.ids.next('template'),
    account_id: accountId,
    external_id: externalId,
    name,
    language,
    category,
    components: [...components],
    status,
    rejection_reason: rejectionReason,
    created_at: now,
    updated_at: now,
  })
}
