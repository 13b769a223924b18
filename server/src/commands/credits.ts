import { adjust, grant, refund, revoke } from '../domains/billing/operator/service.ts'
import type { Context } from '../kit/context.ts'
import { readArguments, UsageError } from './arguments.ts'

export const CREDITS_USAGE = `quoin-server credits ACT ... --actor WHO --reason WHY

  grant  WORKSPACE CREDITS [--key KEY]        give credits; the same KEY gives once
  revoke WORKSPACE GRANT [--credits N]        take back what is left of a grant
  refund WORKSPACE HOLD [--credits N]         give back what a call cost; its receipt names the hold
  adjust WORKSPACE +N|-N                      correct a balance, up or down`

/** Every act is written into the audit log with its actor and reason. */
export async function creditsCommand(ctx: Context, args: readonly string[]): Promise<string> {
  const read = readArguments(args, ['actor', 'reason', 'key', 'credits'], CREDITS_USAGE)
  const act = read.word(0)
  const workspaceId = read.word(1)
  const what = read.word(2)
  const part = read.option('credits')
  const credits = part === undefined ? undefined : read.credits(part)
  const because = read.because()
  switch (act) {
    case 'grant': {
      const key = read.option('key') ?? ctx.ids.ulid()
      const body = { workspace_id: workspaceId, credits: read.credits(what), ...because }
      const given = await grant(ctx, ctx.db, key, body)
      return `Granted ${given.credits} credits to ${workspaceId}: ${given.id} (key ${key}).`
    }
    case 'revoke':
      return `Took ${await revoke(ctx, workspaceId, { grantId: what, credits }, because)} credits of ${what}.`
    case 'refund': {
      const body = { workspace_id: workspaceId, ...(credits !== undefined && { credits }), ...because }
      const given = await refund(ctx, ctx.db, what, body)
      return `Refunded ${given.credits} credits of ${what}: ${given.id}.`
    }
    case 'adjust': {
      const by = read.credits(what.replace(/^[+-]/, '')) * (what.startsWith('-') ? -1 : 1)
      await adjust(ctx, workspaceId, by, because)
      return `Adjusted ${workspaceId} by ${by} credits.`
    }
    default:
      throw new UsageError(CREDITS_USAGE)
  }
}
