import { FAULT_NAMES, type Fault } from '../../../connectors/sandbox/faults.ts'
import type { Context } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import * as sql from './sql/faults.ts'
import type { Caller } from './sql/people.ts'

/** What shall go wrong with this call: what it brought with it, once, or what was scripted for its operation. */
export async function takeFault(
  ctx: Context,
  workspaceId: string,
  operation: string,
  caller: Caller | undefined,
  body: { fault?: unknown; handle?: unknown },
): Promise<Fault | undefined> {
  const brought = FAULT_NAMES.find((name) => name === body.fault)
  const key = `${operation}:${String(body.handle)}`
  if (brought && (await sql.insertFaultUse(ctx.db, workspaceId, key, ctx.clock.now()))) return brought
  if (caller && !caller.has_faults) return undefined
  return transaction(ctx.db, async (tx) => {
    const found = await sql.lockFault(tx, workspaceId, { operation, username: caller?.username ?? null })
    if (found) await sql.countDownFault(tx, found)
    return found?.fault as Fault | undefined
  })
}
