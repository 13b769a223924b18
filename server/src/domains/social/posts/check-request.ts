import { invalidValue, missingField, type Violation } from '../../../kit/declare/errors.ts'
import type { TargetRequest } from './contract/requests.ts'

const PAST_MS_MAX = 300_000

interface PostBody {
  readonly scheduled_at?: string | null
  readonly targets?: readonly TargetRequest[]
}

/** Checks the rules of a post's body that JSON Schema cannot express. */
export function checkPostBody({ scheduled_at, targets = [] }: PostBody, now: Date): Violation[] {
  return [...checkSchedule(scheduled_at, now), ...checkTargets(targets)]
}

/** Checks that a draft has a profile, as every post must. */
export function checkDraft({ profile_id, targets = [] }: PostBody & { profile_id?: string }): Violation[] {
  if (profile_id !== undefined || targets.length > 0) return []
  return [{ ...missingField(['body', 'profile_id']), msg: 'Field required: a draft without targets needs a profile' }]
}

export function checkRange({ since, until }: { since?: string; until?: string }): Violation[] {
  if (since === undefined || until === undefined || new Date(since) <= new Date(until)) return []
  return [invalidValue(['query', 'since'], 'since must not be after until')]
}

/** Tolerates a client's clock that is a little slow. A time long past is a mistake, and a published post cannot be undone. */
function checkSchedule(given: string | null | undefined, now: Date): Violation[] {
  if (!given || new Date(given).getTime() >= now.getTime() - PAST_MS_MAX) return []
  return [invalidValue(['body', 'scheduled_at'], 'this time is more than five minutes ago')]
}

/** Refuses duplicate accounts, which would publish two copies. */
function checkTargets(given: readonly TargetRequest[]): Violation[] {
  const ids = given.map((target) => target.account_id)
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at
      ? []
      : [invalidValue(['body', 'targets', at, 'account_id'], 'this account is already a target of the post')],
  )
}
