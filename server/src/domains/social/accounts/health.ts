import type { HealthIssue, HealthReport } from '../../../connectors/auth.ts'
import { PlatformError } from '../../../connectors/platform-error.ts'
import type { Identity } from '../../../connectors/session.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { emitAccountEvent } from './account-events.ts'
import { getAccount } from './accounts.ts'
import { accountConnected, accountExpiring } from './contract/events.ts'
import { type AccountHealth, type AccountStatus, SIGNED_IN_STATUSES } from './contract/resources.ts'
import { storeEntities } from './entities.ts'
import { webhookUrl } from './platform-calls.ts'
import { describeFailure } from './platform-errors.ts'
import { presentHealth } from './present.ts'
import * as sql from './sql/accounts.ts'
import { withTokens } from './tokens/access.ts'
import { type AccountAccess, buildSession } from './tokens/read-access.ts'

const DAY_MS = 86_400_000
/** Days before the person must sign in again at which `account.expiring` is emitted, once each. */
const EXPIRY_NOTICE_DAYS = [14, 7, 1]
const RETRY_MS = 3_600_000
const CHECKED_STATUSES: readonly AccountStatus[] = [...SIGNED_IN_STATUSES, 'reauth_required']

export async function checkHealthNow(ctx: Context, principal: Principal, accountId: string): Promise<AccountHealth> {
  const { workspaceId } = principal
  const { status } = await getAccount(ctx.db, principal, accountId)
  if (!CHECKED_STATUSES.includes(status))
    throw new ApiError('wrong_state', `The account is ${status}, so there is no sign-in to check. Reconnect it first.`)
  await checkAccount(ctx, workspaceId, accountId)
  return presentHealth(await sql.getAccountRow(ctx.db, workspaceId, accountId))
}

/** Asks the platform and stores its report. The account is signed out only when the platform refuses the sign-in. */
export async function checkAccount(ctx: Context, workspaceId: string, accountId: string): Promise<void> {
  try {
    const call = { workspaceId, target: { accountId }, statuses: CHECKED_STATUSES }
    const { access, report } = await withTokens(ctx, call, async (it) => ({
      access: it,
      report: await it.connector.checkHealth(buildSession(ctx, it)),
    }))
    const issues = [...report.issues, ...(await subscribe(ctx, access))]
    await storeReport(ctx, access, { ...report, issues })
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    await storeFailure(ctx, workspaceId, accountId, error)
  }
}

/** Subscribes to the account's webhooks, where the platform allows it. A refusal becomes an issue of the account. */
async function subscribe(ctx: Context, access: AccountAccess): Promise<HealthIssue[]> {
  const { connector, app, row } = access
  if (!connector.inbound?.subscribe || row.entity_external_id === null) return []
  try {
    await connector.inbound.subscribe(buildSession(ctx, access), webhookUrl(ctx, connector.platform, app))
    return []
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const message = `${connector.platform.label} does not send webhooks for this account: ${error.message}`
    const remediation = error.remediation ?? 'Check that this server can be reached at its public URL over HTTPS.'
    return [{ code: 'webhooks_not_subscribed', message, remediation, severity: 'warning' }]
  }
}

async function storeReport(ctx: Context, access: AccountAccess, report: HealthReport): Promise<void> {
  const { workspace_id: workspaceId, id } = access.row
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    const account = await sql.lockAccount(tx, workspaceId, id)
    if (!account || !CHECKED_STATUSES.includes(account.status)) return
    const granted = report.scopes ?? account.granted_scopes
    const missing = access.connector.platform.auth.scopes.filter((scope) => !granted.includes(scope))
    const { reauthAt } = access.tokens
    const noticeDays = reauthAt ? dueNotice(reauthAt, now) : undefined
    const issues = [...report.issues, ...(reauthAt && noticeDays !== undefined ? [expiryIssue(reauthAt)] : [])]
    const isBack = account.status === 'reauth_required'
    await sql.updateAccount(tx, workspaceId, id, {
      status: noticeDays === undefined ? 'connected' : 'expiring',
      granted_scopes: [...granted],
      ...(report.identity && toIdentityColumns(report.identity)),
      health: {
        status: assessHealth(issues, missing),
        checked_at: now.toISOString(),
        scopes: { granted, missing },
        issues,
        last_error: null,
      },
      check_at: nextCheck(now, reauthAt),
      expiry_told_days: noticeDays ?? null,
      ...(isBack && { connected_at: now, disconnected_at: null, disconnect_reason: null }),
      updated_at: now,
    })
    if (report.entities) await storeEntities(ctx, tx, workspaceId, id, report.entities)
    if (isBack) await emitAccountEvent(ctx, tx, workspaceId, id, accountConnected)
    const lastNotice = account.expiry_told_days ?? Number.POSITIVE_INFINITY
    if (noticeDays !== undefined && noticeDays < lastNotice)
      await emitAccountEvent(ctx, tx, workspaceId, id, accountExpiring)
  })
}

function toIdentityColumns({ displayName, username, avatarUrl }: Identity) {
  return { display_name: displayName, username, avatar_url: avatarUrl }
}

/** Stores a failed check as a warning; an account that is signed out keeps its error. */
async function storeFailure(ctx: Context, workspaceId: string, id: string, error: PlatformError): Promise<void> {
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    const account = await sql.lockAccount(tx, workspaceId, id)
    const isSignedOut = account?.status === 'reauth_required'
    if (!account || (account.disconnected_at && !isSignedOut)) return
    const status = isSignedOut ? 'error' : 'warning'
    const lastError = { ...describeFailure(account.platform, error), at: now.toISOString() }
    await sql.updateAccount(tx, workspaceId, id, {
      health: { ...account.health, status, checked_at: now.toISOString(), last_error: lastError },
      check_at: isSignedOut ? null : new Date(now.getTime() + RETRY_MS),
      updated_at: now,
    })
  })
}

/** Returns the smallest threshold that has been reached before the sign-in ends, if any. */
function dueNotice(reauthAt: Date, now: Date): number | undefined {
  const leftMs = reauthAt.getTime() - now.getTime()
  return EXPIRY_NOTICE_DAYS.filter((days) => leftMs <= days * DAY_MS).at(-1)
}

/** Returns the next check: after a day, or when the next threshold is reached. */
function nextCheck(now: Date, reauthAt: Date | null): Date {
  const times = [now.getTime() + DAY_MS]
  if (reauthAt) times.push(...[...EXPIRY_NOTICE_DAYS, 0].map((days) => reauthAt.getTime() - days * DAY_MS))
  return new Date(Math.min(...times.filter((time) => time > now.getTime())))
}

function assessHealth(issues: readonly HealthIssue[], missingScopes: readonly string[]): string {
  if (issues.some(({ severity }) => severity === 'error')) return 'error'
  return issues.length > 0 || missingScopes.length > 0 ? 'warning' : 'healthy'
}

function expiryIssue(reauthAt: Date): HealthIssue {
  const message = `The sign-in expires at ${reauthAt.toISOString()}.`
  return { code: 'expiring', message, remediation: 'Reconnect the account.', severity: 'warning' }
}
