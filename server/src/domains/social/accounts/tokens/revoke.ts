import type { Connector } from '../../../../connectors/connector.ts'
import { findConnector } from '../../../../connectors/registry.ts'
import type { Session } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { listAccountsAt } from '../accounts.ts'
import { type App, getApp, listSameApps } from '../apps/app.ts'
import type { AccountAddress } from '../sql/accounts.ts'
import { findAccess, hasIdentityGrant } from '../sql/grants.ts'
import { openTokens } from './grants.ts'
import { buildSession } from './read-access.ts'

interface DeletedGrant {
  readonly account_id: string
  readonly tokens: string
  readonly app_id?: string | null
}

/**
 * Ends the webhooks of a deleted sign-in, unless another account needs them, and revokes the sign-in, unless a later sign-in got
 * the same token or would end with it.
 */
export async function revokeGrant(ctx: Context, workspaceId: string, deleted: DeletedGrant): Promise<void> {
  const { account_id: accountId, tokens: sealed, app_id: appId = null } = deleted
  const row = await findAccess(ctx.db, workspaceId, accountId, null)
  const connector = row && (await findConnector(row.platform))
  if (!row || !connector) return
  const tokens = openTokens(ctx, accountId, sealed)
  if (row.tokens !== null && openTokens(ctx, accountId, row.tokens).access === tokens.access) return
  const app = await getApp(ctx, ctx.db, connector.platform, appId)
  const session = buildSession(ctx, { row, app, connector, tokens, version: 0 })
  if (session.entity.externalId !== '' && !(await isShared(ctx, connector, app, session)))
    await connector.inbound?.unsubscribe?.(session)
  if (!(await hasOtherGrants(ctx, connector, session, appId))) await connector.auth.revoke?.(session)
}

/** Returns true when the person is still signed in elsewhere, on platforms where revoking one sign-in ends all of them. */
function hasOtherGrants({ db }: Context, { auth }: Connector, { identity }: Session, appId: string | null) {
  return auth.revokesAllOn ? hasIdentityGrant(db, auth.revokesAllOn, identity.externalId, appId) : false
}

/** Returns true when another account that signed in with the same app needs the subscription. */
async function isShared(ctx: Context, connector: Connector, app: App, session: Session): Promise<boolean> {
  const { platform } = connector
  const appIds = await listSameApps(ctx, ctx.db, platform, app)
  const scope = { platform: platform.id, appIds, workspaceId: app.workspaceId }
  return (await listAccountsAt(ctx.db, scope, resolveSubscriptionAddress(connector, session))).length > 0
}

/** Returns the owner of the subscription: the person or bot, the parent, or the entity itself. */
function resolveSubscriptionAddress({ inbound }: Connector, { identity, entity }: Session): AccountAddress {
  if (inbound?.readIdentity) return { identityExternalId: identity.externalId }
  const { externalId, parentExternalId } = entity
  return inbound?.isOfParent && parentExternalId !== null
    ? { parentEntityExternalId: parentExternalId }
    : { entityExternalId: externalId }
}
