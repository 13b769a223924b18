import type { HealthIssue } from '../../../../connectors/auth.ts'
import type { PlatformError } from '../../../../connectors/platform-error.ts'
import type { Context } from '../../../../kit/context.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { emitAccountEvent } from '../account-events.ts'
import { accountDisconnected } from '../contract/events.ts'
import { describeFailure } from '../platform-errors.ts'
import { lockAccount, updateAccount } from '../sql/accounts.ts'
import { findGrantVersion } from '../sql/grants.ts'
import type { AccountAccess } from './read-access.ts'

const SIGNED_OUT: HealthIssue = {
  code: 'reauth_required',
  message: 'The platform no longer accepts the sign-in.',
  remediation: 'Reconnect the account.',
  severity: 'error',
}

/** Marks an account `reauth_required` after the platform refused its tokens, unless they have been replaced meanwhile. */
export async function signOut(
  ctx: Context,
  access: AccountAccess,
  reason: string,
  error: PlatformError,
): Promise<void> {
  const { workspace_id: workspaceId, id, platform } = access.row
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    const account = await lockAccount(tx, workspaceId, id)
    const isCurrent = (await findGrantVersion(tx, workspaceId, id)) === access.version
    if (!account || !isCurrent || account.disconnected_at) return
    await updateAccount(tx, workspaceId, id, {
      status: 'reauth_required',
      disconnected_at: now,
      disconnect_reason: reason,
      health: {
        ...account.health,
        status: 'error',
        issues: [SIGNED_OUT],
        last_error: { ...describeFailure(platform, error), at: now.toISOString() },
      },
      check_at: null,
      updated_at: now,
    })
    await emitAccountEvent(ctx, tx, workspaceId, id, accountDisconnected)
  })
}
