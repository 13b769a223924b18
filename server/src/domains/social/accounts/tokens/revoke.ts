import { findConnector } from '../../../../connectors/registry.ts'
import type { Context } from '../../../../kit/context.ts'
import { callFor } from '../platforms.ts'
import { findAccess } from '../sql/grants.ts'
import { identityOf } from './access.ts'
import { openTokens } from './grants.ts'

/** Withdraws a sign-in that was forgotten here, unless the platform gave the same token to the one that came after it. */
export async function revokeGrant(
  ctx: Context,
  workspaceId: string,
  { account_id: accountId, tokens: sealed }: { account_id: string; tokens: string },
): Promise<void> {
  const account = await findAccess(ctx.db, workspaceId, accountId, null)
  const connector = account && findConnector(account.platform)
  if (!account || !connector?.auth.revoke) return
  const tokens = openTokens(ctx, accountId, sealed)
  if (account.tokens !== null && openTokens(ctx, accountId, account.tokens).access === tokens.access) return
  await connector.auth.revoke({ ...callFor(ctx, workspaceId, connector), tokens, identity: identityOf(account) })
}
