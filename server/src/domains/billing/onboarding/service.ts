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
 * A workspace, its free credits and its first two keys: all of them or none. What must not be lost with a crash, such as
 * the only copy of the keys, is written by `beforeCommit`.
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
