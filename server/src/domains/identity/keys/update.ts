import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { auditCaller } from '../audit/service.ts'
import type { ApiKey, ApiKeyChange } from './contract.ts'
import { lockMinter, present } from './service.ts'
import * as sql from './sql.ts'
import { assertNotStronger } from './strength.ts'

/** Makes a key weaker, or stronger up to the calling key. Names can be changed freely. */
export async function updateKey(
  ctx: Context,
  db: Db,
  caller: Principal,
  id: string,
  body: ApiKeyChange,
): Promise<ApiKey> {
  const { workspaceId } = caller
  return transaction(db, async (tx) => {
    await sql.lockKeys(tx, workspaceId)
    await lockMinter(tx, caller)
    const row = await sql.findKey(tx, workspaceId, id)
    if (!row) throw notFound('API key')
    assertUsable(row, ctx.clock.now())
    const change = toKeyChange(body)
    if (Object.keys(change).length === 0) return present(row)
    const changed = { ...row, ...change }
    if (isStronger(changed, row))
      assertNotStronger(caller, {
        mode: row.mode,
        role: row.role,
        monthlyBudget: changed.monthly_budget,
        expiresAt: changed.expires_at,
      })
    const updated = await sql.updateKey(tx, workspaceId, id, change)
    await ctx.invalidation.announce(tx, 'keys')
    await auditCaller(ctx, tx, caller, { action: 'keys.update', detail: { key_id: id, ...body } })
    return present(updated)
  })
}

function assertUsable({ revoked_at, expires_at }: sql.KeyRow, now: Date): void {
  const end = revoked_at ? 'was revoked' : expires_at && expires_at <= now ? 'has expired' : undefined
  if (end) throw new ApiError('wrong_state', `This key ${end}, so it cannot be changed. Create a new one.`)
}

function toKeyChange({ name, permission, expires_at, monthly_budget }: ApiKeyChange): Partial<sql.KeyRow> {
  return {
    ...(name !== undefined && { name }),
    ...(permission !== undefined && { permission }),
    ...(expires_at !== undefined && { expires_at: expires_at === null ? null : new Date(expires_at) }),
    ...(monthly_budget !== undefined && { monthly_budget }),
  }
}

const NEVER = Number.POSITIVE_INFINITY

function isStronger(a: sql.KeyRow, b: sql.KeyRow): boolean {
  return (
    (a.permission === 'read_write' && b.permission === 'read') ||
    (a.expires_at?.getTime() ?? NEVER) > (b.expires_at?.getTime() ?? NEVER) ||
    (a.monthly_budget ?? NEVER) > (b.monthly_budget ?? NEVER)
  )
}
