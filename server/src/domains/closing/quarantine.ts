import type { Context, SignedInUser } from '../../kit/context.ts'
import { type Page, toPage } from '../../kit/declare/page.ts'
import { type Db, transaction } from '../../kit/postgres/db.ts'
import { enqueue } from '../../queue/queue.ts'
import { writeAudit } from '../identity/audit/service.ts'
import { listKeys } from '../identity/keys/service.ts'
import { listKeysById, revokeAllKeys } from '../identity/keys/suspend.ts'
import { detachMembers, revokeOpenInvitations } from '../identity/members/detach-members.ts'
import { listMembers } from '../identity/members/service.ts'
import { revokePortalLinks } from '../identity/portal-links/service.ts'
import { type QuarantinedWorkspace, SHOWN_MAX, type TakeOverRequest } from '../identity/quarantine/contract.ts'
import {
  claimQuarantined,
  listQuarantined,
  type QuarantinedRow,
  restoreMembership,
} from '../identity/quarantine/service.ts'
import type { UserWorkspace } from '../identity/workspaces/contract.ts'
import { getUserWorkspace, keepClosed } from '../identity/workspaces/service.ts'
import { endOwnApps, listOwnApps } from '../social/accounts/apps/app.ts'
import { disableWebhooks } from '../webhooks/endpoints.ts'
import { COUNT_MAX, finishClosingJob } from './contract.ts'
import { findClosing } from './sql.ts'

export async function listQuarantinedWorkspaces(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  query: { limit: number; cursor?: string },
): Promise<Page<QuarantinedWorkspace>> {
  const { rows, hasMore } = await listQuarantined(db, user.id, query)
  const found = await Promise.all(rows.map(async (row) => ({ ...row, ...(await describe(ctx, db, row)) })))
  return toPage(
    { rows: found, hasMore },
    ({ workspace_id, workspace_name, role, is_frozen, quarantined_at, ...rest }) => ({
      workspace_id,
      workspace_name,
      role,
      is_frozen,
      api_keys: rest.api_keys,
      members: rest.members,
      accounts: rest.accounts,
      scheduled_posts: rest.scheduled_posts,
      webhooks: rest.webhooks,
      apps: rest.apps,
      quarantined_at: quarantined_at.toISOString(),
    }),
  )
}

type WorkspaceContents = Pick<
  QuarantinedWorkspace,
  'api_keys' | 'members' | 'accounts' | 'scheduled_posts' | 'webhooks' | 'apps'
>

/** Describes a workspace. If others own it, only the parts created under the account are shown. */
async function describe(ctx: Context, db: Db, row: QuarantinedRow): Promise<WorkspaceContents> {
  const { workspace_id: workspaceId, is_frozen: isFrozen, key_ids: keyIds } = row
  const keys = isFrozen
    ? (await listKeys(ctx, db, workspaceId, { limit: SHOWN_MAX, status: 'active' })).data
    : await listKeysById(db, workspaceId, keyIds.slice(-SHOWN_MAX))
  const api_keys = keys.map(({ id, name, key_prefix, created_at, last_used_at }) => ({
    id,
    name,
    key_prefix,
    created_at,
    last_used_at,
  }))
  if (!isFrozen) return { api_keys, members: [], accounts: 0, scheduled_posts: 0, webhooks: 0, apps: [] }
  const { data } = await listMembers(db, workspaceId, { limit: SHOWN_MAX })
  const counts = await findClosing(db, workspaceId, { now: ctx.clock.now(), countMax: COUNT_MAX })
  return {
    api_keys,
    members: data.map(({ email, role }) => ({ email, role })),
    accounts: counts?.accounts ?? 0,
    scheduled_posts: counts?.scheduled_posts ?? 0,
    webhooks: counts?.webhooks ?? 0,
    apps: await listOwnApps(db, workspaceId),
  }
}

/** Takes over a workspace in one transaction: if the process is killed midway, the workspace still waits for the decision. */
export async function takeOverWorkspace(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  id: string,
  { keep }: TakeOverRequest,
): Promise<UserWorkspace> {
  return transaction(db, async (tx) => {
    const row = await claimQuarantined(tx, user.id, id)
    if (row.is_frozen) await endFormerAccess(ctx, tx, id, keep)
    await restoreMembership(ctx, tx, row, { hasKeys: keep.includes('api_keys') })
    const by = { actor: user.email, reason: '' }
    await writeAudit(ctx, tx, id, { by, action: 'quarantine.take_over', detail: { user_id: user.id, keep } })
    return getUserWorkspace(tx, user.id, id)
  })
}

/** Ends all access that the creator of the workspace could still have. */
async function endFormerAccess(ctx: Context, tx: Db, id: string, keep: TakeOverRequest['keep']): Promise<void> {
  await revokePortalLinks(ctx, tx, id)
  await revokeOpenInvitations(ctx, tx, id)
  if (!keep.includes('api_keys')) await revokeAllKeys(ctx, tx, id)
  if (!keep.includes('members')) await detachMembers(tx, id)
  if (!keep.includes('apps')) await endOwnApps(ctx, tx, id)
  if (keep.includes('webhooks')) return
  const reason = 'The workspace was taken over by the person who owns its email address.'
  while ((await disableWebhooks(ctx, tx, id, reason)) > 0);
}

/** Discards a workspace. A frozen workspace stays closed, and the closing job ends everything that runs in it. */
export async function discardWorkspace(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  id: string,
): Promise<{ status: 'discarded' }> {
  return transaction(db, async (tx) => {
    const { is_frozen: isFrozen, quarantined_at } = await claimQuarantined(tx, user.id, id)
    if (isFrozen) {
      await keepClosed(tx, id)
      const closed_at = quarantined_at.toISOString()
      await enqueue(ctx, tx, finishClosingJob, { closed_at }, { workspaceId: id, dedupe: closed_at })
    }
    const by = { actor: user.email, reason: '' }
    await writeAudit(ctx, tx, id, { by, action: 'quarantine.discard', detail: { user_id: user.id } })
    return { status: 'discarded' }
  })
}
