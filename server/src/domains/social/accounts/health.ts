import type { HealthIssue, HealthReport } from '../../../connectors/auth.ts'
import { PlatformError } from '../../../connectors/failure.ts'
import type { Identity } from '../../../connectors/session.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { emit } from '../../../webhooks/emit.ts'
import { getAccount } from './accounts.ts'
import { getAccountRow, storeEntities } from './connecting/store.ts'
import { accountConnected, type accountEvents, accountExpiring } from './contract/events.ts'
import type { AccountHealth } from './contract/resources.ts'
import { describeFailure } from './platform-errors.ts'
import { presentAccount, presentHealth } from './present.ts'
import * as sql from './sql/accounts.ts'
import { type Access, attempt, sessionOf, USABLE } from './tokens/access.ts'

const DAY_MS = 86_400_000
/** Told once at each: the first leaves time to plan, the last none to forget. */
const TOLD_DAYS = [14, 7, 1]
const RETRY_MS = 3_600_000

export async function checkHealthNow(ctx: Context, principal: Principal, accountId: string): Promise<AccountHealth> {
  const { workspaceId } = principal
  const account = await getAccount(ctx.db, principal, accountId)
  if (account.status === 'disconnected' || account.status === 'pending_selection')
    throw new ApiError('wrong_state', `The account is ${account.status}: there is nothing to check.`)
  await checkAccount(ctx, workspaceId, accountId)
  return presentHealth(await getAccountRow(ctx.db, workspaceId, accountId))
}

/** Asks the platform and writes down what it says. Only a sign-in that it refuses signs the account out. */
export async function checkAccount(ctx: Context, workspaceId: string, accountId: string): Promise<void> {
  try {
    const caller = { workspaceId, accountId, as: null }
    const { access, report } = await attempt(ctx, caller, [...USABLE, 'reauth_required'], async (it) => ({
      access: it,
      report: await it.connector.checkHealth(sessionOf(ctx, it)),
    }))
    await writeReport(ctx, access, report)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    await writeFailure(ctx, workspaceId, accountId, error)
  }
}

async function writeReport(ctx: Context, access: Access, report: HealthReport): Promise<void> {
  const { workspace_id: workspaceId, id } = access.row
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    const account = await sql.lockAccount(tx, workspaceId, id)
    if (!account || account.status === 'disconnected' || account.status === 'pending_selection') return
    const granted = report.scopes ?? account.granted_scopes
    const missing = access.connector.auth.scopes.filter((scope) => !granted.includes(scope))
    const { reauthAt } = access.tokens
    const due = reauthAt ? dueNotice(reauthAt, now) : undefined
    const issues = [...report.issues, ...(reauthAt && due !== undefined ? [endingAt(reauthAt)] : [])]
    const isBack = account.status === 'reauth_required'
    await sql.updateAccount(tx, workspaceId, id, {
      status: due === undefined ? 'connected' : 'expiring',
      granted_scopes: [...granted],
      ...(report.identity && namesOf(report.identity)),
      health: {
        status: judge(issues, missing),
        checked_at: now.toISOString(),
        scopes: { granted, missing },
        issues,
        last_error: null,
      },
      check_at: nextCheck(now, reauthAt),
      expiry_told_days: due ?? null,
      ...(isBack && { connected_at: now, disconnected_at: null, disconnect_reason: null }),
      updated_at: now,
    })
    if (report.entities) await storeEntities(ctx, tx, workspaceId, id, report.entities)
    if (isBack) await tell(ctx, tx, workspaceId, id, accountConnected)
    const isNews = due !== undefined && (account.expiry_told_days === null || due < account.expiry_told_days)
    if (isNews) await tell(ctx, tx, workspaceId, id, accountExpiring)
  })
}

function namesOf({ displayName, username, avatarUrl }: Identity) {
  return { display_name: displayName, username, avatar_url: avatarUrl }
}

async function tell(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  id: string,
  event: (typeof accountEvents)[number],
): Promise<void> {
  const account = presentAccount(await getAccountRow(tx, workspaceId, id))
  await emit(ctx, tx, event, { account }, { workspaceId })
}

/** What a look met. Only a sign-in that the platform refused, by now or before, is more than a warning. */
async function writeFailure(ctx: Context, workspaceId: string, id: string, error: PlatformError): Promise<void> {
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

/** The smallest of the thresholds that the end is within, if any. */
function dueNotice(reauthAt: Date, now: Date): number | undefined {
  const left = reauthAt.getTime() - now.getTime()
  return TOLD_DAYS.filter((days) => left <= days * DAY_MS).at(-1)
}

/** Once a day, and when the next threshold is reached. */
function nextCheck(now: Date, reauthAt: Date | null): Date {
  const moments = [now.getTime() + DAY_MS]
  if (reauthAt) moments.push(...[...TOLD_DAYS, 0].map((days) => reauthAt.getTime() - days * DAY_MS))
  return new Date(Math.min(...moments.filter((moment) => moment > now.getTime())))
}

function judge(issues: readonly HealthIssue[], missing: readonly string[]): string {
  if (issues.some(({ severity }) => severity === 'error')) return 'error'
  return issues.length > 0 || missing.length > 0 ? 'warning' : 'healthy'
}

function endingAt(moment: Date): HealthIssue {
  const message = `The sign-in ends at ${moment.toISOString()}.`
  return { code: 'expiring', message, remediation: 'Reconnect the account.', severity: 'warning' }
}
