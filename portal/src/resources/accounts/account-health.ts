import type { Item } from '../../api/client.ts'
import type { Tone } from '../../components/tone.ts'

export type Account = Item<'accounts.list'>

export const ACCOUNT_STATES: Readonly<Record<Account['status'], { word: string; tone: Tone }>> = {
  connected: { word: 'Connected', tone: 'good' },
  expiring: { word: 'Sign-in expires soon', tone: 'warn' },
  pending_selection: { word: 'Selection needed', tone: 'warn' },
  reauth_required: { word: 'Signed out', tone: 'bad' },
  disconnected: { word: 'Disconnected', tone: 'quiet' },
}

export interface Issue {
  readonly code?: string
  readonly message: string
  readonly remediation?: string
  readonly severity?: string
}

/** Result of the last health check; every field may be missing before the first check. */
export interface Health {
  readonly status?: string
  readonly checked_at?: string
  readonly token?: {
    readonly expires_at: string | null
    readonly renews_itself: boolean
    sign_in_again_at: string | null
  } | null
  readonly scopes?: { readonly granted: readonly string[]; readonly missing: readonly string[] }
  readonly issues?: readonly Issue[]
  readonly last_error?: (Issue & { readonly at?: string }) | null
}

export function readHealth({ health }: Pick<Account, 'health'>): Health {
  return health
}

/** Returns the label of an account's status; a connected account with a problem gets the label of the problem. */
export function describeAccountState(account: Account): { word: string; tone: Tone } {
  const { status } = readHealth(account)
  if (account.status !== 'connected') return ACCOUNT_STATES[account.status]
  if (status === 'error') return { word: 'Not working', tone: 'bad' }
  return status === 'warning' ? { word: 'Needs attention', tone: 'warn' } : ACCOUNT_STATES.connected
}

/** Rates the urgency of an account's problem: 0 means nothing to do. */
export function rateUrgency(account: Account): number {
  const { status } = readHealth(account)
  if (account.status === 'reauth_required') return 5
  if (account.status === 'pending_selection') return 4
  if (account.status === 'disconnected') return -1
  if (status === 'error') return 3
  if (account.status === 'expiring') return 2
  return status === 'warning' ? 1 : 0
}

/** Returns the reason why an account needs attention, as a sentence; undefined if it does not. */
export function describeAccountProblem(account: Account): string | undefined {
  if (rateUrgency(account) <= 0) return undefined
  const { issues = [], last_error, scopes, token } = readHealth(account)
  if (account.status === 'pending_selection')
    return 'The page or channel it acts as no longer exists. Select another one.'
  const said = issues[0]?.message ?? last_error?.message
  if (said !== undefined) return said
  if (account.status === 'reauth_required') return 'The platform no longer accepts the sign-in.'
  if (token?.sign_in_again_at) return 'The sign-in expires soon.'
  if (scopes && scopes.missing.length > 0) return `Missing permissions: ${scopes.missing.join(', ')}.`
  return 'The last check found a problem.'
}
