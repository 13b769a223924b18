import type { TUnsafe } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Session } from '../session.ts'
import { isNotOffered } from './errors.ts'
import { getInstance, type Query, request } from './instance.ts'
import { buildStatusPath, getAccountId, type Status } from './status.ts'
import { PAGE_SIZE, type Page, readPage, StatusPage } from './status-page.ts'

/** Maximum by which the server's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000
const PAGES_MAX = 5

/** Lists the account's own statuses, newest first, including those that only the account may see. */
export function listOwnStatuses<Item>(
  session: Session,
  schema: TUnsafe<readonly Item[]>,
  query: Query,
): Promise<Page<Item>> {
  const path = `/api/v1/accounts/${encodeURIComponent(getAccountId(session))}/statuses`
  return readPage(session, path, schema, { exclude_reblogs: true, ...query })
}

/** A status as its author typed it. */
export interface StatusSource {
  readonly text: string
  readonly warning: string
}

const Source = Type.Object({ text: Maybe(Type.String()), spoiler_text: Maybe(Type.String()) })

/** Reads a source, which the server shows only to the author; undefined where it shows none. */
export async function findSource(session: Session, id: string): Promise<StatusSource | undefined> {
  try {
    const path = `${buildStatusPath(id)}/source`
    const { text, spoiler_text } = await request(getInstance(session), 'GET', path, { schema: Source })
    if (typeof text !== 'string') return undefined
    return { text: normalizeText(text), warning: normalizeText(spoiler_text ?? '') }
  } catch (error) {
    if (isNotOffered(error)) return undefined
    throw error
  }
}

/** Removes blank space at both ends, as servers do. */
export const normalizeText = (text: string) => text.replaceAll('\r\n', '\n').trim()

export interface StatusSearch {
  /** When the intent to send was committed. Older statuses are ignored. */
  readonly intentAt: Date
  readonly text: string
  readonly isCandidate: (status: Status) => boolean
}

export interface StatusSearchResult {
  /** Undefined when it was not found. */
  readonly status?: Status
  /** False when a status could be the one, or be further back than was read: then its absence proves nothing. */
  readonly isCertain: boolean
}

/** Searches the account's newer statuses for a text: a status does not show its Idempotency-Key. */
export async function findOwnStatus(
  session: Session,
  { intentAt, text, isCandidate }: StatusSearch,
): Promise<StatusSearchResult> {
  const earliest = intentAt.getTime() - CLOCK_SKEW_MS
  let isCertain = true
  let before: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { limit: PAGE_SIZE, ...(before !== undefined && { max_id: before }) }
    const { items, oldest } = await listOwnStatuses(session, StatusPage, query)
    for (const status of items) {
      if (Date.parse(status.created_at ?? '') < earliest) return { isCertain }
      if (!isCandidate(status)) continue
      const source = await findSource(session, String(status.id))
      if (source && source.text === normalizeText(text) && source.warning === '') return { status, isCertain: true }
      isCertain &&= source !== undefined
    }
    if (oldest === undefined || oldest === before) return { isCertain }
    before = oldest
  }
  return { isCertain: false }
}
