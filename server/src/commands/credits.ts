import {
  adjustWorkspaceCredits,
  grantWorkspaceCredits,
  refundWorkspaceCharge,
  revokeWorkspaceGrant,
} from '../domains/billing/operator/credits.ts'
import { actorAndReason, type Options, type RunOnContext } from './command.ts'

/** Reads the number of credits. Undefined means all of them. */
function readCreditsOption({ credits }: Options): number | undefined {
  return credits === undefined ? undefined : Number(credits)
}

export const grant: RunOnContext = async (ctx, { words: [workspaceId = '', credits], options }) => {
  const key = options['key'] ?? ctx.ids.ulid()
  const body = { workspace_id: workspaceId, credits: Number(credits), ...actorAndReason(options) }
  const made = await grantWorkspaceCredits(ctx, ctx.db, key, body)
  return {
    text: `Granted ${made.credits} credits to ${workspaceId} as ${made.id} (key ${key}).`,
    data: { ...made, key },
  }
}

export const revoke: RunOnContext = async (ctx, { words: [workspaceId = '', grantId = ''], options }) => {
  const part = { grantId, credits: readCreditsOption(options) }
  const revoked = await revokeWorkspaceGrant(ctx, workspaceId, part, actorAndReason(options))
  return { text: `Revoked ${revoked} credits of ${grantId}.`, data: { id: grantId, credits_revoked: revoked } }
}

export const refund: RunOnContext = async (ctx, { words: [workspaceId = '', holdId = ''], options }) => {
  const credits = readCreditsOption(options)
  const by = actorAndReason(options)
  const body = { workspace_id: workspaceId, ...(credits !== undefined && { credits }), ...by }
  const made = await refundWorkspaceCharge(ctx, ctx.db, holdId, body)
  return { text: `Refunded ${made.credits} credits of ${holdId} as ${made.id}.`, data: made }
}

export const adjust: RunOnContext = async (ctx, { words: [workspaceId = '', given], options }) => {
  const change = Number(given)
  await adjustWorkspaceCredits(ctx, workspaceId, change, actorAndReason(options))
  return {
    text: `Adjusted the balance of ${workspaceId} by ${change} credits.`,
    data: { workspace_id: workspaceId, change },
  }
}
