import { isDeepStrictEqual } from 'node:util'
import type { Capability, Connector } from '../../../connectors/connector.ts'
import { PlatformError } from '../../../connectors/failure.ts'
import type { Batch } from '../../../connectors/inbox.ts'
import type { Session } from '../../../connectors/session.ts'
import type { FoundTemplate } from '../../../connectors/templates.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { getAccount } from '../accounts/accounts.ts'
import { apiErrorOf } from '../accounts/platform-errors.ts'
import { getConnector, requireCapability } from '../accounts/platforms.ts'
import { withAccess } from '../accounts/tokens/access.ts'
import { askPlatform } from '../feeds/service.ts'
import type { CreateTemplateRequest, RegisteredNumber, RegisterNumberRequest, Template } from './contract/templates.ts'
import { storeTemplate } from './feed.ts'
import { presentTemplate } from './present.ts'
import * as sql from './sql.ts'

/**
 * One name and language exists once on the platform, so a repeat after a lost answer makes no second: where the platform
 * says that it exists, or does not say what became of it, it is looked for there.
 */
export async function createTemplate(
  ctx: Context,
  principal: Principal,
  accountId: string,
  request: CreateTemplateRequest,
): Promise<Template> {
  const account = await getCapable(ctx, ctx.db, principal, accountId, 'templates')
  const { name, language, category, components = [] } = request
  const wanted = { name, language, category, components }
  const made = await withAccess(ctx, account.workspaceId, { accountId }, async (session, { templates }) => {
    if (!templates) throw new ApiError('unsupported_by_platform')
    return templates.create(session, wanted)
  }).catch(async (error: unknown) => {
    const isThere = error instanceof PlatformError && error.rule === `${account.platform}.template_exists`
    const isUnknown = error instanceof PlatformError && error.kind === 'ambiguous'
    const there = isThere || isUnknown ? await findMade(ctx, account, wanted) : undefined
    if (there) return there
    throw apiErrorOf(account.platform, error)
  })
  return found(await transaction(ctx.db, (tx) => storeTemplate(tx, ctx, account, made)))
}

const PAGES_MAX = 100

/** The template that a call made whose answer got lost: one that we did not know, or that says the same. */
async function findMade(
  ctx: Context,
  { workspaceId, id: accountId }: { workspaceId: string; id: string },
  wanted: Pick<FoundTemplate, 'name' | 'language' | 'category' | 'components'>,
): Promise<FoundTemplate | undefined> {
  const there = await withAccess(ctx, workspaceId, { accountId }, findByName(wanted)).catch((error: unknown) => {
    if (error instanceof PlatformError || error instanceof ApiError) return undefined
    throw error
  })
  if (!there) return undefined
  const known = await sql.findTemplateByExternalId(ctx.db, workspaceId, accountId, there.externalId)
  const isSame = isDeepStrictEqual([there.category, there.components], [wanted.category, wanted.components])
  return !known || isSame ? there : undefined
}

function findByName({ name, language }: Pick<FoundTemplate, 'name' | 'language'>) {
  return async (session: Session, { templates }: Connector): Promise<FoundTemplate | undefined> => {
    let last: FoundTemplate | undefined
    let cursor: string | null = null
    for (let page = 0; page < PAGES_MAX; page++) {
      const batch: Batch<FoundTemplate> | undefined = await templates?.list(session, { cursor })
      last = batch?.items.findLast((one) => one.name === name && one.language === language) ?? last
      if (!batch?.hasMore) break
      cursor = batch.cursor ?? cursor
    }
    return last?.status === 'deleted' ? undefined : last
  }
}

export async function listTemplates(
  ctx: Context,
  db: Db,
  principal: Principal,
  accountId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Template>> {
  await getCapable(ctx, db, principal, accountId, 'templates')
  const filter = { limit: query.limit, after: afterId(query.cursor, 'tpl') }
  const rows = await sql.listTemplates(db, principal.workspaceId, accountId, filter)
  return pageOf(rows, presentTemplate)
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
