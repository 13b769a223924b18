import type { HealthIssue } from '../../../connectors/auth.ts'
import { findConnector } from '../../../connectors/registry.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { assertReachable } from '../../identity/profiles/service.ts'
import { emitAccountEvent } from './account-events.ts'
import { accountDisconnected } from './contract/events.ts'
import { revokeGrantJob } from './contract/jobs.ts'
import type { Account, AccountHealth, AccountStatus } from './contract/resources.ts'
import { presentAccount, presentHealth } from './present.ts'
import * as sql from './sql/accounts.ts'
import { endConnections } from './sql/connections.ts'
import { deleteGrant } from './sql/grants.ts'

export interface AccountQuery {
  readonly limit: number
  readonly cursor?: string
  readonly profile_id?: string
  readonly platform?: string
  readonly status?: AccountStatus
}

export async function getAccount(db: Db, principal: Principal, id: string): Promise<Account> {
  const row = await sql.getAccountRow(db, principal.workspaceId, id)
  assertReachable(principal, row.profile_id)
  return presentAccount(row)
}

export async function getAccountHealth(db: Db, principal: Principal, id: string): Promise<AccountHealth> {
  const { platform, status, health } = await getAccount(db, principal, id)
  return { account_id: id, platform, status, health }
}

export function listAccounts(db: Db, principal: Principal, query: AccountQuery): Promise<Page<Account>> {
  return list(db, principal, query, presentAccount)
}

export function listAccountHealth(db: Db, principal: Principal, query: AccountQuery): Promise<Page<AccountHealth>> {
  return list(db, principal, query, presentHealth)
}

async function list<T>(
  db: Db,
  principal: Principal,
  query: AccountQuery,
  present: (row: sql.AccountRow) => T,
): Promise<Page<T>> {
  const rows = await sql.listAccounts(db, principal.workspaceId, {
    limit: query.limit,
    after: afterId(query.cursor, 'acc'),
    only: principal.profileIds,
    profileId: query.profile_id,
    platform: query.platform,
    status: query.status,
  })
  return toPage(rows, present)
}

export type AccountScope = sql.AccountScope

/** Lists the signed-in accounts in a scope that have an address. */
export async function listAccountsAt(
  db: Db,
  scope: sql.AccountScope,
  address: sql.AccountAddress,
): Promise<{ workspaceId: string; id: string }[]> {
  const rows = await sql.listAccountsAt(db, scope, address)
  return rows.map(({ workspace_id, id }) => ({ workspaceId: workspace_id, id }))
}

const DISCONNECTED: HealthIssue = {
  code: 'disconnected',
  message: 'The account was disconnected.',
  remediation: 'Reconnect the account.',
  severity: 'error',
}

/** Deletes the tokens and keeps everything else. A second call changes nothing and emits nothing. */
export async function disconnectAccount(ctx: Context, db: Db, principal: Principal, id: string): Promise<Account> {
  const { platform } = await getAccount(db, principal, id)
  return disconnect(ctx, db, principal.workspaceId, { id, platform, reason: 'requested' })
}

const DISCONNECTED_AT_ONCE = 20

/**
 * Disconnects some of the accounts, and ends connections that wait for a person. Returns the number of accounts; 0 when none is
 * left.
 */
export async function disconnectAccounts(ctx: Context, tx: Db, workspaceId: string): Promise<number> {
  await endConnections(tx, workspaceId, ctx.clock.now())
  const connected = await sql.listConnected(tx, workspaceId, DISCONNECTED_AT_ONCE)
  for (const account of connected) await disconnect(ctx, tx, workspaceId, { ...account, reason: 'workspace_closed' })
  return connected.length
}

async function disconnect(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { id, platform, reason }: { id: string; platform: string; reason: string },
): Promise<Account> {
  const connector = await findConnector(platform)
  return transaction(db, async (tx) => {
    const account = await sql.lockAccount(tx, workspaceId, id)
    if (!account) throw notFound('account')
    if (account.status === 'disconnected') return presentAccount(await sql.getAccountRow(tx, workspaceId, id))
    const now = ctx.clock.now()
    const grant = await deleteGrant(tx, workspaceId, id)
    // The tokens stay sealed in the job, which calls the platform after this transaction.
    if (grant && (connector?.auth.revoke || connector?.inbound?.unsubscribe))
      await enqueue(ctx, tx, revokeGrantJob, { account_id: id, ...grant }, { workspaceId })
    await sql.updateAccount(tx, workspaceId, id, {
      status: 'disconnected',
      disconnected_at: now,
      disconnect_reason: reason,
      health: { ...account.health, status: 'error', issues: [DISCONNECTED] },
      check_at: null,
      expiry_told_days: null,
      updated_at: now,
    })
    return emitAccountEvent(ctx, tx, workspaceId, id, accountDisconnected)
  })
}
