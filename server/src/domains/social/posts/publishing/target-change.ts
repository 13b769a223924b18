import type { PublishedPost } from '../../../../connectors/publish.ts'
import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import type { TargetChange } from '../sql/outcomes.ts'
import { canReconcile } from '../target-jobs.ts'
import { askDelaySeconds } from './reconcile-outcome.ts'
import { outcomeUnknown } from './target-error.ts'

export function publishedChange({ externalId, externalUrl }: PublishedPost): TargetChange {
  const external = { id: externalId, url: externalUrl }
  return { status: 'published', error: null, delaySeconds: null, hasIntent: true, external }
}

export function failedChange(error: ErrorObject): TargetChange {
  return { status: 'failed', error, delaySeconds: null, hasIntent: false }
}

/** Schedules a question to a platform that can be asked; on any other a person has to check. */
export function unconfirmedChange(platform: string): TargetChange {
  const isAsked = canReconcile(platform)
  const delaySeconds = isAsked ? askDelaySeconds(0) : null
  return { status: 'unconfirmed', error: outcomeUnknown(isAsked), delaySeconds, hasIntent: true }
}
