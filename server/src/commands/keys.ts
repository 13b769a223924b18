import { createWorkspaceKey, revokeWorkspaceKey } from '../domains/billing/operator/keys.ts'
import { keys } from '../domains/identity/keys/contract.ts'
import { type AdminApiKey, listAllKeys, listKeysMintedBy } from '../domains/identity/keys/service.ts'
import { validatorOf } from '../http/validate.ts'
import type { Context } from '../kit/context.ts'
import { type Arguments, readArguments, UsageError } from './arguments.ts'

export const KEYS_USAGE = `quoin-server keys COMMAND ...

  list   [WORKSPACE] [--cursor CURSOR]              list the newest 100 keys of all workspaces, or of WORKSPACE
  create WORKSPACE --actor WHO --reason WHY         create a key and show it; it is never shown again
         [--name NAME] [--mode live|test] [--permission read_write|read] [--profiles ID,ID]
         [--budget CREDITS] [--expires TIME]        TIME as in 2026-12-31T00:00:00Z
  revoke WORKSPACE KEY --actor WHO --reason WHY     revoke the key with the id KEY, at once on running servers too`

const OPTIONS = ['actor', 'reason', 'cursor', 'name', 'mode', 'permission', 'profiles', 'budget', 'expires']
const PAGE_SIZE = 100

export async function keysCommand(ctx: Context, args: readonly string[]): Promise<string> {
  const read = readArguments(args, OPTIONS, KEYS_USAGE)
  switch (read.word(0)) {
    case 'list':
      return list(ctx, read.optionalWord(1), read.option('cursor'))
    case 'create':
      return create(ctx, read.word(1), read)
    case 'revoke':
      return revoke(ctx, read.word(1), read.word(2), read)
    default:
      throw new UsageError(KEYS_USAGE)
  }
}

async function list(ctx: Context, workspaceId: string | undefined, cursor: string | undefined): Promise<string> {
  const page = await listAllKeys(ctx.db, workspaceId, { limit: PAGE_SIZE, cursor })
  if (page.data.length === 0) return 'No keys.'
  const lines = page.data.map((key) => lineOf(key, ctx.clock.now()))
  return [...lines, ...(page.next_cursor ? [`More with --cursor ${page.next_cursor}`] : [])].join('\n')
}

/** Validates with the API's own schema, so that the command makes no key that the API would refuse. */
async function create(ctx: Context, workspaceId: string, read: Arguments): Promise<string> {
  const by = read.actorAndReason()
  const profiles = read.option('profiles')?.split(',')
  const budget = read.option('budget')
  const body = {
    name: read.option('name') ?? null,
    mode: read.option('mode') ?? 'live',
    permission: read.option('permission') ?? 'read_write',
    ...(profiles && { scope: 'profiles', profile_ids: profiles }),
    expires_at: read.option('expires') ?? null,
    monthly_budget: budget === undefined ? null : Number(budget),
  }
  validatorOf(keys.create).all({ params: {}, query: {}, body }, ctx.clock.now())
  const created = await createWorkspaceKey(ctx, workspaceId, body as never, by)
  return `Created ${created.id} for ${workspaceId}. Store the key now; it is never shown again:\n${created.key}`
}

async function revoke(ctx: Context, workspaceId: string, keyId: string, read: Arguments): Promise<string> {
  const { revoked_at: at } = await revokeWorkspaceKey(ctx, workspaceId, keyId, read.actorAndReason())
  const minted = await listKeysMintedBy(ctx, ctx.db, workspaceId, keyId)
  const left = minted.length > 0 ? `\nKeys that it minted still work: ${minted.join(', ')}.` : ''
  return `Revoked ${keyId} at ${at}.${left}`
}

function lineOf(key: AdminApiKey, now: Date): string {
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
    // A name is written by a user: control characters in it must not reach the terminal.
    ...(key.name ? [JSON.stringify(key.name.replace(/\p{C}/gu, ' '))] : []),
  ].join('  ')
}
