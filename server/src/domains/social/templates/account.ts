import type { Capability } from '../../../connectors/platform.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { getAccount } from '../accounts/accounts.ts'
import { assertCapability, type PlatformRow } from '../inbox/platform-call.ts'

/** Returns the account of a call if the principal may access it and its platform has the capability. */
export async function getCapableAccount(
  ctx: Context,
  db: Db,
  principal: Principal,
  accountId: string,
  capability: Capability,
): Promise<PlatformRow> {
  const { platform } = await getAccount(db, principal, accountId)
  const account = {
    workspace_id: principal.workspaceId,
    account_id: accountId,
    platform,
    entity_external_id: null,
  }
  assertCapability(ctx, account, capability)
  return account
}
