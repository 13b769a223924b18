import type { Connector } from '../../../../connectors/connector.ts'
import { findConnector } from '../../../../connectors/registry.ts'
import type { Session } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { listAccountsActingAs, listAccountsUnder } from '../accounts.ts'
import { getApp } from '../apps/app.ts'
import { findAccess } from '../sql/grants.ts'
import { openTokens } from './grants.ts'
import { sessionOf } from './open.ts'

interface DeletedGrant {
  readonly account_id: string
  readonly tokens: string
  readonly app_id?: string | null
}

/**
 * Ends the webhooks of a deleted sign-in, unless another account needs them, and withdraws the sign-in, unless a
 * later sign-in of the account got the same token.
 */
export async function revokeGrant(ctx: Context, workspaceId: string, deleted: DeletedGrant): Promise<void> {
  const { account_id: accountId, tokens: sealed, app_id: appId = null } = deleted
  const row = await findAccess(ctx.db, workspaceId, accountId, null)
  const connector = row && (await findConnector(row.platform))
  if (!row || !connector) return
  const tokens = openTokens(ctx, accountId, sealed)
  if (row.tokens !== null && openTokens(ctx, accountId, row.tokens).access === tokens.access) return
  const app = await getApp(ctx, ctx.db, connector.platform, appId)
  const session = sessionOf(ctx, { row, app, connector, tokens, version: 0 })
  if (session.entity.externalId !== '' && !(await isShared(ctx, connector, session)))
    await connector.inbound?.unsubscribe?.(session)
  await connector.auth.revoke?.(session)
}

/** Whether another account needs the subscription: of the same entity, or of the same parent where it is the parent's. */
async function isShared({ db }: Context, { platform, inbound }: Connector, { entity }: Session): Promise<boolean> {
  const { externalId, parentExternalId } = entity
  const others =
    inbound?.isOfParent && parentExternalId !== null
      ? await listAccountsUnder(db, platform.id, parentExternalId)
      : await listAccountsActingAs(db, platform.id, externalId)
  return others.length > 0
}
