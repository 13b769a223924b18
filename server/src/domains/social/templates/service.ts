import type { Context, Principal } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { callPlatform } from '../inbox/platform-call.ts'
import { getCapableAccount } from './account.ts'
import type { Template } from './contract/template.ts'
import { presentTemplate } from './present.ts'
import * as sql from './sql.ts'

export async function listTemplates(
  ctx: Context,
  db: Db,
  principal: Principal,
  accountId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Template>> {
  await getCapableAccount(ctx, db, principal, accountId, 'templates')
  const filter = { limit: query.limit, after: afterId(query.cursor, 'tpl') }
  const rows = await sql.listTemplates(db, principal.workspaceId, accountId, filter)
  return toPage(rows, presentTemplate)
}

export async function getTemplate(
  ctx: Context,
  db: Db,
  principal: Principal,
  accountId: string,
  id: string,
): Promise<Template> {
  await getCapableAccount(ctx, db, principal, accountId, 'templates')
  return presentTemplate(await getTemplateRow(db, principal.workspaceId, accountId, id))
}

async function getTemplateRow(db: Db, workspaceId: string, accountId: string, id: string): Promise<sql.TemplateRow> {
  const row = await sql.findTemplate(db, workspaceId, accountId, id)
  if (!row) throw notFound('template')
  return row
}

/** Calls the platform first, where deleting a deleted template is a success. */
export async function deleteTemplate(
  ctx: Context,
  principal: Principal,
  accountId: string,
  id: string,
): Promise<Template> {
  const { workspaceId } = principal
  const account = await getCapableAccount(ctx, ctx.db, principal, accountId, 'templates')
  const { external_id: externalId, name, status } = await getTemplateRow(ctx.db, workspaceId, accountId, id)
  if (status !== 'deleted')
    await callPlatform(ctx, account, 'templates', (templates, session) =>
      templates.delete(session, { externalId, name }),
    )
  const change = { status: 'deleted', updated_at: ctx.clock.now() } as const
  const row = await sql.updateTemplate(ctx.db, workspaceId, id, change)
  if (!row) throw notFound('template')
  return presentTemplate(row)
}
