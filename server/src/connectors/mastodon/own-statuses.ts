import type { Session } from '../session.ts'
import type { Body } from './instance.ts'
import { CLOCK_SKEW_MS, findSource, listOwnStatuses, typed } from './status.ts'
import { PAGE_SIZE } from './status-page.ts'

const PAGES_MAX = 5

export interface StatusSearch {
  /** When the intent to send was committed: only statuses from then on are looked at. */
  readonly intentAt: Date
  readonly text: string
  readonly isCandidate: (status: Body) => boolean
}

export interface StatusSearchResult {
  /** Undefined when it was not found. */
  readonly status: Body
  /** False when a status could be the one, or be further back than was read: then its absence proves nothing. */
  readonly isCertain: boolean
}

/** Searches what the account has written since a moment. A status does not show its Idempotency-Key, so its text decides. */
export async function findOwnStatus(
  session: Session,
  { intentAt, text, isCandidate }: StatusSearch,
): Promise<StatusSearchResult> {
  const earliest = intentAt.getTime() - CLOCK_SKEW_MS
  let isCertain = true
  let before: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const { items, oldest } = await listOwnStatuses(session, {
      limit: PAGE_SIZE,
      ...(before !== undefined && { max_id: before }),
    })
    for (const status of items) {
      if (Date.parse(status.created_at) < earliest) return { status: undefined, isCertain }
      if (!isCandidate(status)) continue
      const source = await findSource(session, String(status.id))
      if (source && source.text === typed(text) && source.warning === '') return { status, isCertain: true }
      isCertain &&= source !== undefined
    }
    if (oldest === undefined || oldest === before) return { status: undefined, isCertain }
    before = oldest
  }
  return { status: undefined, isCertain: false }
}
