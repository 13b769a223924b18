import { findConnector } from '../../../../connectors/registry.ts'
import type { Context } from '../../../../kit/context.ts'
import { callFor } from '../platforms.ts'
import { findAccess } from '../sql/grants.ts'
import { openTokens } from './grants.ts'
import { identityOf } from './open.ts'

/** Withdraws a deleted sign-in at the platform, unless a later sign-in of the account got the same token. */
export async function revokeGrant(
  ctx: Context,
  workspaceId: string,
  { account_id: accountId, tokens: sealed }: { account_id: string; tokens: string },
): Promise<void> {
  const account = await findAccess(ctx.db, workspaceId, accountId, null)
  const connector = account && (await findConnector(account.platform))
  if (!account || !connector?.auth.revoke) return
  const tokens = openTokens(ctx, accountId, sealed)
  if (account.tokens !== null && openTokens(ctx, accountId, account.tokens).access === tokens.access) return
  await connector.auth.revoke({
    ...callFor(ctx, workspaceId, connector.platform),
    tokens,
    identity: identityOf(account),
  })
}
