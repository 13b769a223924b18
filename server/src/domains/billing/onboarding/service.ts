import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { writeAudit } from '../../identity/audit/service.ts'
import { mintKey } from '../../identity/keys/service.ts'
import { addMember } from '../../identity/members/service.ts'
import type { UserWorkspace } from '../../identity/workspaces/contract.ts'
import { createWorkspace, getUserWorkspace, lockWorkspacesBy } from '../../identity/workspaces/service.ts'
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
  beforeCommit: (opened: NewWorkspace, tx: Db) => unknown = () => {},
): Promise<NewWorkspace> {
  return transaction(ctx.db, async (tx) => {
    const workspaceId = await createWorkspaceWithCredits(ctx, tx, name, null)
    const live = await mintKey(ctx, tx, workspaceId, { mode: 'live', name: 'First live key' })
    const test = await mintKey(ctx, tx, workspaceId, { mode: 'test', name: 'First test key' })
    const opened = { workspaceId, liveKey: live.key, testKey: test.key }
    await beforeCommit(opened, tx)
    return opened
  })
}

/** Opens a workspace for a user, who becomes its owner. */
export async function openOwnWorkspace(
  ctx: Context,
  db: Db,
  { user }: Principal,
  name: string,
): Promise<UserWorkspace> {
  if (!user) throw new Error('A workspace is opened by a user')
  return transaction(db, async (tx) => {
    if (!user.isOperator) await assertMayOpen(ctx, tx, user.id)
    const workspaceId = await createWorkspaceWithCredits(ctx, tx, name, user.id)
    await addMember(ctx, tx, workspaceId, { userId: user.id, role: 'owner', isFounder: true })
    const by = { actor: user.email, reason: '' }
    await writeAudit(ctx, tx, workspaceId, { by, action: 'workspaces.create', detail: { name } })
    return getUserWorkspace(tx, user.id, workspaceId)
  })
}

async function assertMayOpen(ctx: Context, tx: Db, userId: string): Promise<void> {
  const { isSignUpOpen, WORKSPACES_PER_USER: max } = ctx.config
  if (!isSignUpOpen)
    throw new ApiError('sign_up_closed', 'Only operators can open workspaces on this server. Ask one to open yours.')
  if ((await lockWorkspacesBy(tx, userId)) >= max)
    throw new ApiError('wrong_state', `You have opened ${max} workspaces, the maximum for one user.`)
}

/** Creates a workspace and grants its free credits in the same transaction, so that they are granted once. */
async function createWorkspaceWithCredits(
  ctx: Context,
  tx: Db,
  name: string,
  createdBy: string | null,
): Promise<string> {
  const workspaceId = await createWorkspace(ctx, tx, { name, createdBy })
  await grantSignupCredits(ctx, tx, workspaceId)
  return workspaceId
}
