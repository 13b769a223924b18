import { isDeepStrictEqual } from 'node:util'
import type { FoundTemplate } from '../../../connectors/templates.ts'
import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { emit } from '../../../webhooks/emit.ts'
import { everySeconds, type Feed, type FeedAccount } from '../feeds/service.ts'
import { templateStatusChanged } from './contract/template.ts'
import { presentTemplate } from './present.ts'
import * as sql from './sql.ts'

const NOTHING = { items: [], cursor: null, hasMore: false }

export const templateFeed: Feed<FoundTemplate> = {
  id: 'templates',
  capability: 'templates',
  next: everySeconds(120),
  pushed: ['template'],
  async read({ session, connector, cursor }) {
    return (await connector.templates?.list(session, { cursor })) ?? NOTHING
  },
  async store(tx, ctx, account, items) {
    for (const item of items) await storeTemplate(tx, ctx, account, item)
  },
}

/** Told when the status of one that we knew has changed; the platform does not say from what. */
export async function storeTemplate(
  tx: Db,
  ctx: Context,
  { workspaceId, id: accountId }: Pick<FeedAccount, 'workspaceId' | 'id'>,
  { externalId, name, language, category, components, status, rejectionReason }: FoundTemplate,
): Promise<sql.TemplateRow | undefined> {
  const now = ctx.clock.now()
  const facts = { category, components: [...components], status, rejection_reason: rejectionReason }
  const made = await sql.insertTemplate(tx, {
    workspace_id: workspaceId,
    id: ctx.ids.next('template'),
    account_id: accountId,
    external_id: externalId,
    name,
    language,
    ...facts,
    created_at: now,
    updated_at: now,
  })
  if (made) return made
  const known = await sql.lockTemplateByExternalId(tx, workspaceId, accountId, externalId)
  // What is deleted stays so: a late copy does not bring it back.
  if (!known || known.status === 'deleted') return known
  const { category: was, components: had, status: before, rejection_reason: reason } = known
  const isSame = isDeepStrictEqual(facts, { category: was, components: had, status: before, rejection_reason: reason })
  const row = isSame ? known : await sql.updateTemplate(tx, workspaceId, known.id, { ...facts, updated_at: now })
  if (row && row.status !== before)
    await emit(ctx, tx, templateStatusChanged, { template: presentTemplate(row) }, { workspaceId })
  return row
}
