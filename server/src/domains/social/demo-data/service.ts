import type { Context, Principal } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { type Db, isDeadlock, transaction, violatedConstraint } from '../../../kit/postgres/db.ts'
import { cancel, enqueue } from '../../../queue/queue.ts'
import { createProfile, deleteProfile, lockProfile } from '../../identity/profiles/service.ts'
import { disconnectAccount, listAccounts } from '../accounts/accounts.ts'
import { assertSandboxNetwork } from '../sandbox-network/enabled.ts'
import { freeNames } from '../sandbox-network/people.ts'
import { type DemoData, fillDemoJob } from './contract.ts'
import { PEOPLE } from './demo-content.ts'
import { removePeople } from './people.ts'
import * as sql from './sql.ts'

const ATTEMPTS_MAX = 5

export async function getDemoData(db: Db, workspaceId: string): Promise<DemoData> {
  return present(await sql.findDemo(db, workspaceId))
}

/** Commits the profile, its record and the job that fills it together: after a kill all of them exist, or none. */
export async function createDemoData(ctx: Context, db: Db, workspaceId: string): Promise<DemoData> {
  assertSandboxNetwork(ctx)
  const known = await sql.findDemo(db, workspaceId)
  if (known) return present(known)
  const add = () =>
    transaction(db, async (tx) => {
      const people = await freeNames(tx, workspaceId, PEOPLE)
      const { id } = await createProfile(ctx, tx, workspaceId, { name: 'Demo' })
      const row: sql.DemoRow = {
        workspace_id: workspaceId,
        profile_id: id,
        people,
        stage: 'profile',
        created_at: ctx.clock.now(),
      }
      await sql.insertDemo(tx, row)
      await enqueue(ctx, tx, fillDemoJob, { profile_id: id, people }, { workspaceId, dedupe: id })
      return present(row)
    })
  return add().catch((error: unknown) => {
    // A concurrent call was faster.
    if (violatedConstraint(error) === 'demo_data_pkey') return getDemoData(db, workspaceId)
    throw error
  })
}

/** Retries on a deadlock: messages and comments that arrive meanwhile lock the same rows in another order. */
export async function deleteDemoData(ctx: Context, db: Db, principal: Principal): Promise<DemoData> {
  for (let attempt = 1; ; attempt++)
    try {
      return await remove(ctx, db, principal)
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isDeadlock(error)) throw error
    }
}

/**
 * Removes everything in one transaction: after a kill nothing is lost. A job that fills the profile meanwhile finds it gone and
 * ends.
 */
function remove(ctx: Context, db: Db, principal: Principal): Promise<DemoData> {
  const { workspaceId } = principal
  return transaction(db, async (tx) => {
    const row = await sql.lockDemo(tx, workspaceId)
    if (!row) throw notFound('demo data')
    await cancel(tx, workspaceId, fillDemoJob, row.profile_id)
    await lockProfile(tx, workspaceId, row.profile_id)
    const accounts = await listAccounts(tx, principal, { profile_id: row.profile_id, limit: 100 })
    for (const { id } of accounts.data) await disconnectAccount(ctx, tx, principal, id)
    await deleteProfile(tx, principal, row.profile_id)
    await removePeople(tx, workspaceId, row.people)
    return present(undefined)
  })
}

function present(row: sql.DemoRow | undefined): DemoData {
  if (!row) return { status: 'none', profile_id: null, created_at: null }
  return {
    status: row.stage === 'ready' ? 'ready' : 'preparing',
    profile_id: row.profile_id,
    created_at: row.created_at.toISOString(),
  }
}
