import { isDeepStrictEqual } from 'node:util'
import type { Connector } from '../../../connectors/connector.ts'
import type { Batch } from '../../../connectors/inbox.ts'
import { PlatformError } from '../../../connectors/platform-error.ts'
import type { Session } from '../../../connectors/session.ts'
import type { FoundTemplate } from '../../../connectors/templates.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { transaction, violatedConstraint } from '../../../kit/postgres/db.ts'
import { toPlatformApiError } from '../accounts/platform-errors.ts'
import { withAccess } from '../accounts/tokens/access.ts'
import type { PlatformRow } from '../inbox/platform-call.ts'
import { getCapableAccount } from './account.ts'
import type { Template } from './contract/template.ts'
import type { CreateTemplateRequest } from './contract/templates.ts'
import { storeTemplate } from './feed.ts'
import { presentTemplate } from './present.ts'
import { findTemplateByExternalId } from './sql.ts'

type NewTemplate = Pick<FoundTemplate, 'name' | 'language' | 'category' | 'components'>

/**
 * Creates a template. A name and language exist only once on a platform, so a repeat after a lost response creates no second
 * template. When the platform reports that it exists, or the outcome is unknown, the template is looked up there.
 */
export async function createTemplate(
  ctx: Context,
  principal: Principal,
  accountId: string,
  { name, language, category, components = [] }: CreateTemplateRequest,
): Promise<Template> {
  const account = await getCapableAccount(ctx, ctx.db, principal, accountId, 'templates')
  const { workspaceId } = principal
  const wanted = { name, language, category, components }
  const created = withAccess(ctx, workspaceId, { accountId }, async (session, { templates }) => {
    if (!templates) throw new ApiError('unsupported_by_platform')
    return templates.create(session, wanted)
  })
  const template = await created.catch(async (error: unknown) => {
    const isExisting = error instanceof PlatformError && error.rule === `${account.platform}.template_exists`
    const isUnknown = error instanceof PlatformError && error.kind === 'ambiguous'
    const found = isExisting || isUnknown ? await findCreated(ctx, account, wanted) : undefined
    if (found) return found
    throw toPlatformApiError(account.platform, error)
  })
  // A platform may return the fields in another order.
  const asSent = isDeepStrictEqual(template.components, components) ? { ...template, components } : template
  const stored = transaction(ctx.db, (tx) => storeTemplate(ctx, tx, { workspaceId, id: accountId }, asSent))
  const row = await stored.catch((error: unknown) => {
    throw violatedConstraint(error) === 'templates_account_fkey' ? notFound('account') : error
  })
  if (!row) throw notFound('template')
  return presentTemplate(row)
}

/** Finds the template that an earlier call created without a response: one that is unknown here, or has the same content. */
async function findCreated(
  ctx: Context,
  { workspace_id: workspaceId, account_id: accountId }: PlatformRow,
  wanted: NewTemplate,
): Promise<FoundTemplate | undefined> {
  const search = withAccess(ctx, workspaceId, { accountId }, (session, connector) =>
    findByName(session, connector, wanted),
  )
  const found = await search.catch((error: unknown) => {
    if (error instanceof PlatformError || error instanceof ApiError) return undefined
    throw error
  })
  if (!found) return undefined
  const known = await findTemplateByExternalId(ctx.db, workspaceId, accountId, found.externalId)
  const isSame = isDeepStrictEqual([found.category, found.components], [wanted.category, wanted.components])
  return !known || isSame ? found : undefined
}

const PAGES_MAX = 100

/** Finds a template by name. The last entry of the platform's list counts: it is the current state of the template. */
async function findByName(
  session: Session,
  { templates }: Connector,
  { name, language }: NewTemplate,
): Promise<FoundTemplate | undefined> {
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
