import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { type Page, type PageRequest, type PageRows, pageInMemory } from '../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { writeAudit } from '../audit/service.ts'
import { REOPEN_DAYS, type UserWorkspace } from './contract.ts'
import * as sql from './sql.ts'

/** Creates a workspace. `createdBy` is the user who opens it; null for the operator and the first start. */
export async function createWorkspace(
  ctx: Context,
  db: Db,
  { name, createdBy }: { name: string; createdBy: string | null },
): Promise<string> {
  const id = ctx.ids.next('workspace')
  await sql.insertWorkspace(db, { id, name, created_by: createdBy, created_at: ctx.clock.now() })
  return id
}

/**
 * Returns the number of workspaces that a user has opened, including closed ones; until the transaction ends the user cannot open
 * another.
 */
export async function lockWorkspacesBy(tx: Db, userId: string): Promise<number> {
  await sql.lockOpener(tx, userId)
  return sql.countWorkspacesBy(tx, userId)
}

/** Finds the oldest workspace, which the first user becomes the owner of. */
export async function findFirstWorkspace(db: Db): Promise<string | undefined> {
  return sql.findFirstWorkspace(db)
}

/** Lists a user's workspaces, by name. */
export async function listUserWorkspaces(db: Db, userId: string): Promise<UserWorkspace[]> {
  return (await sql.listWorkspacesByUser(db, userId)).map(present)
}

export async function listWorkspacePage(db: Db, userId: string, query: PageRequest): Promise<Page<UserWorkspace>> {
  return pageInMemory(await listUserWorkspaces(db, userId), query, ({ id }) => id)
}

export async function getUserWorkspace(db: Db, userId: string, id: string): Promise<UserWorkspace> {
  const row = await sql.findUserWorkspace(db, userId, id)
  if (!row) throw notFound('workspace')
  return present(row)
}

/** Lists all workspaces, newest first, with the number of their members. */
export async function listAllWorkspaces(
  db: Db,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<sql.AdminWorkspaceRow>> {
  return sql.listAllWorkspaces(db, page)
}

/** Returns a workspace with the number of its members. */
export async function getCountedWorkspace(db: Db, id: string): Promise<sql.AdminWorkspaceRow> {
  const row = await sql.findCountedWorkspace(db, id)
  if (!row) throw notFound('workspace')
  return row
}

export async function setWorkspaceName(db: Db, id: string, name: string): Promise<void> {
  if (!(await sql.updateWorkspaceName(db, id, name))) throw notFound('workspace')
}

export async function renameWorkspace(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
  { name }: { name: string },
): Promise<UserWorkspace> {
  if (id !== principal.workspaceId) throw notFound('workspace')
  return transaction(db, async (tx) => {
    await setWorkspaceName(tx, id, name)
    const by = { actor: principal.user?.email ?? '', reason: '' }
    await writeAudit(ctx, tx, id, { by, action: 'workspaces.rename', detail: { name } })
    return getUserWorkspace(tx, principal.keyId, id)
  })
}

/** Closes a workspace: members and keys are refused from their next request on, on every process. Returns the closing time. */
export async function closeWorkspace(ctx: Context, tx: Db, id: string): Promise<Date> {
  const at = ctx.clock.now()
  if (!(await sql.updateClosed(tx, id, at))) {
    await assertWorkspaceExists(tx, id)
    throw new ApiError('wrong_state', 'This workspace is already closed.')
  }
  await announceAccess(ctx, tx)
  return at
}

export async function reopenWorkspace(ctx: Context, tx: Db, id: string): Promise<void> {
  const row = await sql.findWorkspace(tx, id)
  if (!row) throw notFound('workspace')
  if (!row.closed_at) throw new ApiError('wrong_state', 'This workspace is not closed.')
  if (row.quarantined_at)
    throw new ApiError(
      'wrong_state',
      'This workspace is waiting for the decision of the person who owns its email address.',
    )
  if (row.closed_at <= reopenableSince(ctx))
    throw new ApiError(
      'wrong_state',
      `This workspace closed more than ${REOPEN_DAYS} days ago and can no longer be reopened. Open a new one.`,
    )
  await sql.updateReopened(tx, id)
  await announceAccess(ctx, tx)
}

/** Returns the time before which a closed workspace can no longer be reopened. */
export function reopenableSince({ clock }: Context): Date {
  return new Date(clock.now().getTime() - REOPEN_DAYS * 86_400_000)
}

/** Closes a workspace until a person decides about it; nothing in it is ended. Returns false when it is already closed. */
export async function freezeWorkspace(tx: Db, id: string, at: Date): Promise<boolean> {
  return sql.updateFrozen(tx, id, at)
}

/** Ends the wait of a workspace. If it is reopened, it counts as the person's from now on. */
export async function unfreezeWorkspace(
  tx: Db,
  id: string,
  { isFrozen, creatorId }: { isFrozen: boolean; creatorId: string | null },
): Promise<void> {
  if (isFrozen) await sql.updateReopened(tx, id)
  if (creatorId !== null) await sql.updateCreator(tx, id, creatorId)
}

/** Leaves a frozen workspace closed permanently. */
export async function keepClosed(tx: Db, id: string): Promise<void> {
  await sql.updateQuarantineEnded(tx, id)
}

/** Stops counting the workspaces that a user opened as theirs; returns their ids. */
export async function disownWorkspaces(tx: Db, userId: string): Promise<string[]> {
  return sql.updateDisowned(tx, userId)
}

/**
 * Clears the cached sessions, keys and links of all processes. Announced last in a transaction: others lock the rows of keys
 * before they announce them.
 */
export async function announceAccess({ invalidation }: Context, tx: Db): Promise<void> {
  await invalidation.announce(tx, 'sessions')
  await invalidation.announce(tx, 'keys')
}

/** Returns true when the workspace still has this closing time, and locks it until the transaction ends. */
export async function lockIfClosed(tx: Db, id: string, closedAt: Date): Promise<boolean> {
  return (await sql.lockWorkspace(tx, id))?.closed_at?.getTime() === closedAt.getTime()
}

/** Checks links and tokens that were issued before a closing: no key or session vouches for their workspace. */
export async function isWorkspaceOpen(db: Db, id: string): Promise<boolean> {
  return (await sql.findWorkspace(db, id))?.closed_at === null
}

/** Checks that the workspace is open, and prevents its closing until the transaction ends. */
export async function lockIfOpen(tx: Db, id: string): Promise<boolean> {
  return (await sql.lockWorkspace(tx, id))?.closed_at === null
}

/** Refuses work that was admitted before the workspace closed and would be stored afterwards. */
export async function assertWorkspaceOpen(tx: Db, id: string): Promise<void> {
  if (!(await lockIfOpen(tx, id))) throw workspaceClosed()
}

export function workspaceClosed(): ApiError {
  return new ApiError('workspace_closed', 'This workspace is closed. The operator of this server can reopen it.')
}

function present(row: sql.UserWorkspaceRow): UserWorkspace {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    profile_ids: row.profile_ids,
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
  }
}

/** Returns false only before the first start of a new database has opened its first workspace. */
export async function hasWorkspaces(db: Db): Promise<boolean> {
  return sql.hasWorkspaces(db)
}

export async function findWorkspaceName(db: Db, id: string): Promise<string | undefined> {
  return sql.findWorkspaceName(db, id)
}

export async function assertWorkspaceExists(db: Db, id: string): Promise<void> {
  if (!(await sql.hasWorkspace(db, id))) throw notFound('workspace')
}

interface TestQuota {
  /** Headers that show the remaining quota. */
  readonly headers: Record<string, string>
  readonly refusal: ApiError | null
}

/** Counts a call with a test key against the workspace's quota of the UTC day; every call counts, whatever its outcome. */
export async function countTestCall(ctx: Context, workspaceId: string): Promise<TestQuota> {
  const now = ctx.clock.now()
  const quota = ctx.config.TEST_QUOTA_PER_DAY
  const calls = await sql.countTestCall(ctx.db, workspaceId, now.toISOString().slice(0, 10), quota)
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  const seconds = Math.ceil((midnight - now.getTime()) / 1000)
  const headers = {
    'x-test-quota-limit': String(quota),
    'x-test-quota-remaining': String(quota - (calls ?? quota)),
    'x-test-quota-reset': String(seconds),
  }
  if (calls !== undefined) return { headers, refusal: null }
  const detail = `This workspace has used its ${quota} test calls for today. The quota resets at 00:00 UTC.`
  const wait = { 'retry-after': String(seconds), 'ratelimit-policy': `"test-daily";q=${quota};w=86400` }
  return { headers, refusal: new ApiError('test_quota_exceeded', detail, { headers: wait, members: { quota } }) }
}
