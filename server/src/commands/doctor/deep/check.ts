import type { NewWorkspace } from '../../../domains/billing/onboarding/service.ts'
import type { Context } from '../../../kit/context.ts'
import type { HttpClient } from './http-client.ts'

type Outcome = 'ok' | 'failed' | 'skipped'

/** The result of a check. The text says what was tried and seen; the advice of a failed check says what to do. */
export interface CheckResult {
  readonly outcome: Outcome
  readonly text: string
  readonly advice?: string
}

/** What every check may use. */
export interface Surroundings {
  readonly ctx: Context
  /** The URL at which users reach the server. */
  readonly url: URL
  /** Aborted when the command is interrupted. */
  readonly signal: AbortSignal
}

/** A server that responds, and what the checks may use of it: one temporary workspace. */
export interface Deployment extends Surroundings {
  readonly http: HttpClient
  readonly workspace: NewWorkspace
  readonly receiver: ReceiverOptions
}

/** How the server reaches this command's receiver of webhooks. */
export interface ReceiverOptions {
  /** A public URL that leads to the receiver. Without one the receiver is on loopback. */
  readonly url: string | undefined
  readonly port: number
}

interface Check<Needs> {
  readonly name: string
  readonly run: (needs: Needs) => Promise<CheckResult>
}

export interface CheckGroup<Needs = Deployment> {
  readonly heading: string
  readonly checks: readonly Check<Needs>[]
}

export function ok(text: string): CheckResult {
  return { outcome: 'ok', text }
}

export function failed(text: string, advice: string): CheckResult {
  return { outcome: 'failed', text, advice }
}

export function skipped(text: string): CheckResult {
  return { outcome: 'skipped', text }
}
