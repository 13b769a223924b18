import type { Db } from '../../../../kit/postgres/db.ts'

export interface ThrottlePolicy {
  /** Number of failures without a wait. */
  readonly free: number
  readonly waitSecondsMax: number
  /** Seconds without a failure after which the count starts again. */
  readonly forgetSeconds: number
}

export interface AttemptClaim {
  /** Failures since the count started, including this attempt; 0 when it was not counted. */
  readonly failures: number
  /** Set when the attempt may not be checked. */
  readonly blockedUntil?: Date
}

/** Counts an attempt as failed before it is checked, so that concurrent attempts count too. */
export async function claimAttempt(
  db: Db,
  subject: Uint8Array,
  now: Date,
  pace: ThrottlePolicy,
): Promise<AttemptClaim> {
  const [claimed] = await db<{ failures: number }[]>`
    insert into sign_in_attempts as a (subject, failures, blocked_until, updated_at) values (${subject}, 1, ${now}, ${now})
    on conflict (subject) do update set
      failures = case when a.updated_at < ${now}::timestamptz - ${pace.forgetSeconds} * interval '1 second' then 1 else a.failures + 1 end,
      blocked_until = case
        when a.updated_at < ${now}::timestamptz - ${pace.forgetSeconds} * interval '1 second' or a.failures < ${pace.free} then ${now}
        else ${now}::timestamptz + least(${pace.waitSecondsMax}, power(2, least(a.failures - ${pace.free}, 20))) * interval '1 second' end,
      updated_at = ${now}
    where a.blocked_until <= ${now}
    returning failures`
  if (claimed) return claimed
  const [blocked] = await db<{ until: Date }[]>`
    select blocked_until as until from sign_in_attempts where subject = ${subject}`
  return { failures: 0, blockedUntil: blocked?.until ?? now }
}

export async function deleteAttempts(db: Db, subject: Uint8Array): Promise<void> {
  await db`delete from sign_in_attempts where subject = ${subject}`
}

export async function updateAttemptForgotten(db: Db, subject: Uint8Array): Promise<void> {
  await db`update sign_in_attempts set failures = failures - 1 where subject = ${subject} and failures > 0`
}

export async function deleteOldAttempts(db: Db, before: Date): Promise<void> {
  await db`delete from sign_in_attempts where updated_at < ${before}`
}
