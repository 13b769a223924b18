import { FAULT_NAMES, type Fault } from '../../../../connectors/sandbox/faults.ts'
import type { Context } from '../../../../kit/context.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import * as sql from '../sql/faults.ts'
import type { SandboxCaller } from '../sql/people.ts'

interface FaultyCall {
  readonly operation: string
  readonly caller: SandboxCaller | undefined
  readonly body: { readonly fault?: unknown; readonly handle?: unknown }
}

/** Returns the fault of this call, if any: one that the request itself names, once; otherwise one scripted for the operation. */
export async function consumeFault(
  ctx: Context,
  workspaceId: string,
  { operation, caller, body }: FaultyCall,
): Promise<Fault | undefined> {
  const named = FAULT_NAMES.find((name) => name === body.fault)
  const key = `${operation}:${String(body.handle)}`
  if (named && (await sql.insertFaultUse(ctx.db, workspaceId, key, ctx.clock.now()))) return named
  if (caller && !caller.has_faults) return undefined
  return transaction(ctx.db, async (tx) => {
    const scripted = await sql.lockFault(tx, workspaceId, { operation, username: caller?.username ?? null })
    if (scripted) await sql.countDownFault(tx, scripted)
    return scripted?.fault as Fault | undefined
  })
}
