import type { Context } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import * as sql from './sql.ts'

export async function createWorkspace(ctx: Context, db: Db, name: string): Promise<string> {
  const id = ctx.ids.next('workspace')
  await sql.insertWorkspace(db, { id, name, created_at: ctx.clock.now() })
  return id
}

/** False only before the first start of a new database has opened its first workspace. */
export async function hasWorkspaces(db: Db): Promise<boolean> {
  return sql.hasWorkspaces(db)
}

/** The name that people know the workspace by. */
export async function findWorkspaceName(db: Db, id: string): Promise<string | undefined> {
  return sql.findWorkspaceName(db, id)
}

export async function assertWorkspaceExists(db: Db, id: string): Promise<void> {
  if (!(await sql.hasWorkspace(db, id))) throw notFound('workspace')
}

/**
 * Counts a call with a test key against the workspace's quota of the UTC day; every call counts, whatever its answer. Returns the
 * headers that show what is left.
 */
export async function countTestCall(ctx: Context, workspaceId: string): Promise<Record<string, string>> {
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
  if (calls !== undefined) return headers
  throw new ApiError(
    'test_quota_exceeded',
    `This workspace has used its ${quota} test calls of today. The quota starts again at 00:00 UTC.`,
    {
      headers: { ...headers, 'retry-after': String(seconds), 'ratelimit-policy': `"test-daily";q=${quota};w=86400` },
      members: { quota },
    },
  )
}
