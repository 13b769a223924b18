import type { Tone } from './tone.ts'

/** Tones of the API's status values; all others are quiet. */
const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  completed: 'good',
  connected: 'good',
  delivered: 'good',
  found: 'good',
  healthy: 'good',
  paid: 'good',
  published: 'good',
  sent: 'good',
  succeeded: 'good',
  valid: 'good',
  completed_with_errors: 'warn',
  expiring: 'warn',
  needs_reauth: 'warn',
  partial: 'warn',
  partially_published: 'warn',
  pending: 'warn',
  retrying: 'warn',
  risky: 'warn',
  unconfirmed: 'warn',
  dead: 'bad',
  disputed: 'bad',
  error: 'bad',
  expired: 'bad',
  failed: 'bad',
  invalid: 'bad',
  rejected: 'bad',
  revoked: 'bad',
  canceling: 'info',
  suspended: 'bad',
  processing: 'info',
  publishing: 'info',
  queued: 'info',
  running: 'info',
  scheduled: 'info',
}

/** A status as a word on a tint, with a dot; the word alone is sufficient. */
export function StatusBadge({ status, label, tone }: { status: string; label?: string; tone?: Tone }) {
  return (
    <span className={`status is-${tone ?? TONES[status] ?? 'quiet'}`}>
      {label ?? (status.charAt(0).toUpperCase() + status.slice(1)).replaceAll('_', ' ')}
    </span>
  )
}
