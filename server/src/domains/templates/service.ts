import type { Capability } from '../../connectors/connector.ts'
import type { Context, Principal } from '../../kit/context.ts'
import { type Db, transaction } from '../../kit/db.ts'
import { ApiError, notFound } from '../../kit/errors.ts'
import { afterId, type Page, pageOf } from '../../kit/page.ts'
import { getAccount, getConnector, requireCapability } from '../accounts/service.ts'
import { askPlatform } from '../feeds/service.ts'
import type { CreateTemplateRequest, RegisteredNumber, RegisterNumberRequest, Template } from './contract.ts'
import { storeTemplate } from './feed.ts'
import { presentTemplate } from './present.ts'
import * as sql from './sql.ts'

/** One name and language exists once on the platform, so a repeat after a lost answer makes no second: a poll brings the first. */
export async function createTemplate(
  ctx: Context,
  principal: Principal,
  accountId: string,
  request: CreateTemplateRequest,
): Promise<Template> {
  const account = await getCapable(ctx, ctx.db, principal, accountId, 'templates')
  const { name, language, category, components = [] } = request
  const made = await askPlatform(ctx, account, async (session, { templates }) =>
    templates?.create(session, { name, language, category, components }),
  )
  if (!made) throw new ApiError('unsupported_by_platform')
  return found(await transaction(ctx.db, (tx) => storeTemplate(tx, ctx, account, made)))
}

export async function listTemplates(
  ctx: Context,
  db: Db,
  principal: Principal,
  accountId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Template>> {
  await getCapable(ctx, db, principal, accountId, 'templates')
  const filter = { limit: query.limit, after: afterId(query.cursor) }
  const rows = await sql.listTemplates(db, principal.workspaceId, accountId, filter)
  return pageOf(rows, query.limit, presentTemplate)
}

export async function getTemplate(
  ctx: Context,
  db: Db,
  principal: Principal,
  accountId: string,
  id: string,
): Promise<Template> {
  await getCapable(ctx, db, principal, accountId, 'templates')
  return found(await sql.findTemplate(db, principal.workspaceId, accountId, id))
}

/** On the platform first, where one that is gone already is a success. */
export async function deleteTemplate(
  ctx: Context,
  principal: Principal,
  accountId: string,
  id: string,
): Promise<Template> {
  const account = await getCapable(ctx, ctx.db, principal, accountId, 'templates')
  const template = await sql.findTemplate(ctx.db, principal.workspaceId, accountId, id)
  if (!template) throw notFound('template')
  const { external_id: externalId, name } = template
  if (template.status !== 'deleted')
    await askPlatform(ctx, account, async (session, { templates }) => {
      await templates?.delete(session, { externalId, name })
    })
  const change = { status: 'deleted', updated_at: ctx.clock.now() } as const
  return found(await sql.updateTemplate(ctx.db, principal.workspaceId, id, change))
}

/** The pin is for this call alone. */
export async function registerNumber(
  ctx: Context,
  principal: Principal,
  accountId: string,
  { pin, data_localization_region: region = null }: RegisterNumberRequest,
): Promise<RegisteredNumber> {
  const account = await getCapable(ctx, ctx.db, principal, accountId, 'numbers')
  const number = await askPlatform(ctx, account, async (session, { numbers }) =>
    numbers?.register(session, { pin, dataLocalizationRegion: region }),
  )
  if (!number) throw new ApiError('unsupported_by_platform')
  return { account_id: accountId, phone_number_id: number.phoneNumberId, status: number.status }
}

async function getCapable(ctx: Context, db: Db, principal: Principal, accountId: string, capability: Capability) {
  const { platform } = await getAccount(db, principal, accountId)
  requireCapability(getConnector(ctx, platform), capability)
  return { workspaceId: principal.workspaceId, id: accountId, platform }
}

function found(row: sql.TemplateRow | undefined): Template {
  if (!row) throw notFound('template')
  return presentTemplate(row)
}
