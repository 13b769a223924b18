import type { Context } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { mintKey } from '../../identity/keys/service.ts'
import { createWorkspace } from '../../identity/workspaces/service.ts'
import { grantSignupCredits } from '../credits/grants.ts'

export interface NewWorkspace {
  readonly workspaceId: string
  readonly liveKey: string
  readonly testKey: string
}

/**
 * Creates a workspace with its free credits and its first two keys in one transaction. `beforeCommit` writes what a crash
 * must not lose, such as the only copy of the keys.
 */
export async function openWorkspace(
  ctx: Context,
  name: string,
  beforeCommit: (opened: NewWorkspace) => void = () => {},
): Promise<NewWorkspace> {
  return transaction(ctx.db, async (tx) => {
    const workspaceId = await createWorkspace(ctx, tx, name)
    await grantSignupCredits(ctx, tx, workspaceId)
    const live = await mintKey(ctx, tx, workspaceId, { mode: 'live', name: 'First live key' })
    const test = await mintKey(ctx, tx, workspaceId, { mode: 'test', name: 'First test key' })
    const opened = { workspaceId, liveKey: live.key, testKey: test.key }
    beforeCommit(opened)
    return opened
  })
}
