import { maskSecrets } from '../kit/log/log.ts'
import { GiveUp, type Job, NextTick, RetryLater } from './job.ts'

/** The result of an attempt before it is recorded. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly delaySeconds: number; readonly error: string }
  | { readonly kind: 'later'; readonly at: Date; readonly error: string }
  | { readonly kind: 'tick'; readonly at: Date }
  | { readonly kind: 'dead'; readonly error: string }

const ERROR_CHARACTERS = 2000

/** Decides the outcome of an attempt that threw, for a job with `attempts` recorded before it. `random` is in 0..1. */
export function decideJobOutcome(job: Job, attempts: number, thrown: unknown, random: number): Outcome {
  if (thrown instanceof NextTick) return { kind: 'tick', at: thrown.at }
  const error = formatAttemptError(thrown)
  if (thrown instanceof RetryLater) return { kind: 'later', at: thrown.at, error }
  if (thrown instanceof GiveUp || attempts + 1 >= job.attempts) return { kind: 'dead', error }
  return { kind: 'retry', delaySeconds: backoffSeconds(job, attempts + 1, random), error }
}

/** Returns the delay after the n-th failed attempt. */
export function backoffSeconds(job: Pick<Job, 'retry' | 'jitter'>, attempt: number, random: number): number {
  const { retry, jitter } = job
  const planned = typeof retry === 'function' ? retry(attempt) : (retry[attempt - 1] ?? retry.at(-1) ?? 0)
  return planned * (1 + jitter * (2 * random - 1))
}

function formatAttemptError(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  return maskSecrets(text.slice(0, 2 * ERROR_CHARACTERS))
    .replaceAll('\0', '')
    .slice(0, ERROR_CHARACTERS)
}
