import { createWorkspaceKey, revokeWorkspaceKey } from '../domains/billing/operator/keys.ts'
import { keys } from '../domains/identity/keys/contract.ts'
import { type AdminApiKey, listAllKeys, listKeysMintedBy } from '../domains/identity/keys/service.ts'
import { createValidator } from '../http/body/validate.ts'
import { actorAndReason, type RunOnContext } from './command.ts'

const PAGE_SIZE = 100

export const listKeys: RunOnContext = async (ctx, { words: [workspaceId], options: { cursor } }) => {
  const page = await listAllKeys(ctx.db, workspaceId, { limit: PAGE_SIZE, cursor })
  if (page.data.length === 0) return { text: 'No keys.', data: page }
  const lines = page.data.map((key) => formatKey(key, ctx.clock.now()))
  return {
    text: [...lines, ...(page.next_cursor ? [`There are more. Add --cursor ${page.next_cursor}`] : [])].join('\n'),
    data: page,
  }
}

/** Validates with the API's own schema, so that the command creates no key that the API would refuse. */
export const createKey: RunOnContext = async (ctx, { words: [workspaceId = ''], options }) => {
  const by = actorAndReason(options)
  const profiles = options['profiles']?.split(',')
  const { name = null, mode = 'live', permission = 'read_write', expires = null, budget } = options
  const given = {
    name,
    mode,
    permission,
    ...(profiles && { scope: 'profiles', profile_ids: profiles }),
    expires_at: expires,
    monthly_budget: budget === undefined ? null : Number(budget),
  }
  const { body } = createValidator(keys.create).all({ params: {}, query: {}, body: given }, ctx.clock.now())
  const created = await createWorkspaceKey(ctx, workspaceId, body as never, by)
  return {
    text: `Created ${created.id} for ${workspaceId}. Store the key now; it is never shown again:\n${created.key}`,
    data: created,
  }
}

export const revokeKey: RunOnContext = async (ctx, { words: [workspaceId = '', keyId = ''], options }) => {
  const revoked = await revokeWorkspaceKey(ctx, workspaceId, keyId, actorAndReason(options))
  const minted = await listKeysMintedBy(ctx, ctx.db, workspaceId, keyId)
  const left = minted.length > 0 ? `\nThese keys, created with it, still work: ${minted.join(', ')}.` : ''
  return { text: `Revoked ${keyId} at ${revoked.revoked_at}.${left}`, data: { ...revoked, minted_keys: minted } }
}

function formatKey(key: AdminApiKey, now: Date): string {
  const { id, workspace_id, key_prefix, mode, permission, scope, monthly_budget, expires_at, minted_by } = key
  const hasExpired = expires_at !== null && new Date(expires_at) <= now
  const state = key.revoked_at ? `revoked ${key.revoked_at}` : hasExpired ? `expired ${expires_at}` : 'usable'
  return [
    id,
    workspace_id,
    `${key_prefix}...`,
    mode,
    permission,
    scope === 'profiles' ? `profiles ${key.profile_ids.join(',')}` : 'full',
    state,
    ...(monthly_budget === undefined ? [] : [`budget ${monthly_budget}`]),
    ...(expires_at && state === 'usable' ? [`until ${expires_at}`] : []),
    `used ${key.last_used_at ?? 'never'}`,
    ...(minted_by ? [`minted by ${minted_by}`] : []),
    // Names come from users: control characters must not reach the terminal.
    ...(key.name ? [JSON.stringify(key.name.replace(/\p{C}/gu, ' '))] : []),
  ].join('  ')
}
