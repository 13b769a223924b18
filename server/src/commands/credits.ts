import {
  adjustWorkspaceCredits,
  grantWorkspaceCredits,
  refundWorkspaceCharge,
  revokeWorkspaceGrant,
} from '../domains/billing/operator/credits.ts'
import type { Context } from '../kit/context.ts'
import { readArguments, UsageError } from './arguments.ts'

export const CREDITS_USAGE = `quoin-server credits COMMAND ... --actor WHO --reason WHY

  grant  WORKSPACE CREDITS [--key KEY]        grant credits; the same KEY grants only once
  revoke WORKSPACE GRANT [--credits N]        take back what is left of a grant, or N credits of it
  refund WORKSPACE HOLD [--credits N]         give back what a call cost; the call's receipt names the hold
  adjust WORKSPACE +N|-N                      correct a balance, up or down

Every change is written to the audit log with its actor and reason.`

export async function creditsCommand(ctx: Context, args: readonly string[]): Promise<string> {
  const read = readArguments(args, ['actor', 'reason', 'key', 'credits'], CREDITS_USAGE)
  const command = read.word(0)
  const workspaceId = read.word(1)
  const operand = read.word(2)
  const part = read.option('credits')
  const credits = part === undefined ? undefined : read.credits(part)
  const by = read.actorAndReason()
  switch (command) {
    case 'grant': {
      const key = read.option('key') ?? ctx.ids.ulid()
      const body = { workspace_id: workspaceId, credits: read.credits(operand), ...by }
      const grant = await grantWorkspaceCredits(ctx, ctx.db, key, body)
      return `Granted ${grant.credits} credits to ${workspaceId} as ${grant.id} (key ${key}).`
    }
    case 'revoke': {
      const revoked = await revokeWorkspaceGrant(ctx, workspaceId, { grantId: operand, credits }, by)
      return `Revoked ${revoked} credits of ${operand}.`
    }
    case 'refund': {
      const body = { workspace_id: workspaceId, ...(credits !== undefined && { credits }), ...by }
      const grant = await refundWorkspaceCharge(ctx, ctx.db, operand, body)
      return `Refunded ${grant.credits} credits of ${operand} as ${grant.id}.`
    }
    case 'adjust': {
      const change = read.credits(operand.replace(/^[+-]/, '')) * (operand.startsWith('-') ? -1 : 1)
      await adjustWorkspaceCredits(ctx, workspaceId, change, by)
      return `Adjusted the balance of ${workspaceId} by ${change} credits.`
    }
    default:
      throw new UsageError(CREDITS_USAGE)
  }
}
