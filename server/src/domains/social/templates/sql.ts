import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Template } from './contract/template.ts'

export interface TemplateRow {
  workspace_id: string
  id: string
  account_id: string
  external_id: string
  name: string
  language: string
  category: string
  components: Record<string, unknown>[]
  status: Template['status']
  rejection_reason: string | null
  created_at: Date
  updated_at: Date
}

/** Returns undefined when a template with this external id is known. */
export async function insertTemplate(db: Db, row: TemplateRow): Promise<TemplateRow | undefined> {
  const [stored] = await db<TemplateRow[]>`
    insert into templates ${db({ ...row, components: db.json(row.components) })}
    on conflict on constraint templates_external_key do nothing returning *`
  return stored
}

export async function findTemplateByExternalId(db: Db, workspaceId: string, accountId: string, externalId: string) {
  const [row] = await db<TemplateRow[]>`
    select * from templates where workspace_id = ${workspaceId} and account_id = ${accountId}
    and external_id = ${externalId}`
  return row
}

export async function lockTemplateByExternalId(db: Db, workspaceId: string, accountId: string, externalId: string) {
  const [row] = await db<TemplateRow[]>`
    select * from templates where workspace_id = ${workspaceId} and account_id = ${accountId}
    and external_id = ${externalId} for update`
  return row
}

export async function updateTemplate(
  db: Db,
  workspaceId: string,
  id: string,
  change: Partial<Pick<TemplateRow, 'category' | 'components' | 'status' | 'rejection_reason'>> & { updated_at: Date },
): Promise<TemplateRow | undefined> {
  const components = change.components && { components: db.json(change.components) }
  const [row] = await db<TemplateRow[]>`
    update templates set ${db({ ...change, ...components } as unknown as Record<string, string>)}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function findTemplate(db: Db, workspaceId: string, accountId: string, id: string) {
  const [row] = await db<TemplateRow[]>`
    select * from templates where workspace_id = ${workspaceId} and account_id = ${accountId} and id = ${id}`
  return row
}

/**
 * Finds a template by name. A name and language exist once on a platform, but a deleted template and another entity's may have
 * them too.
 */
export async function findTemplateByName(
  db: Db,
  workspaceId: string,
  accountId: string,
  { name, language }: { name: string; language: string },
): Promise<TemplateRow | undefined> {
  const [row] = await db<TemplateRow[]>`
    select * from templates where workspace_id = ${workspaceId} and account_id = ${accountId}
    and name = ${name} and language = ${language} and status <> 'deleted'
    order by (status = 'approved') desc, id desc limit 1`
  return row
}

export async function listTemplates(
  db: Db,
  workspaceId: string,
  accountId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<PageRows<TemplateRow>> {
  return readPage(
    db,
    limit,
    db<TemplateRow[]>`
    select * from templates where workspace_id = ${workspaceId} and account_id = ${accountId} and status <> 'deleted'
    ${after ? db`and id < ${after}` : db``} order by id desc`,
  )
}
