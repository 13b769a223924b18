import { isTooLarge } from '../api/exchange.ts'
import { AnyBody, tryRead } from '../api/response.ts'
import type { Session } from '../session.ts'
import { hasRule, isNotOffered } from './errors.ts'
import { getInstance, request } from './instance.ts'
import { canListStatuses } from './server-kind.ts'
import { buildStatusPath, Status } from './status.ts'
import { AnyPage } from './status-page.ts'

/** Maximum number of ids in one request. */
export const STATUSES_MAX = 20

/** Reads statuses by their ids. Deleted ones are missing, and so are those that cannot be read. */
export async function readStatuses(session: Session, ids: readonly string[]): Promise<Map<string, Status>> {
  const found = new Map<string, Status>()
  let canList = canListStatuses(session.entity) && ids.length > 1
  for (let from = 0; from < ids.length; from += STATUSES_MAX) {
    const batch = ids.slice(from, from + STATUSES_MAX)
    const listed: Status[] | undefined = canList ? await findListed(session, batch) : undefined
    canList = listed !== undefined
    for (const status of listed ?? (await readEach(session, batch))) found.set(String(status.id), status)
  }
  return found
}

/** Returns undefined where the server cannot list statuses by their ids, or the response is too large. */
async function findListed(session: Session, id: readonly string[]): Promise<Status[] | undefined> {
  try {
    const response = await request(getInstance(session), 'GET', '/api/v1/statuses', { schema: AnyBody, query: { id } })
    return tryRead(AnyPage, response)?.flatMap((item) => tryRead(Status, item) ?? [])
  } catch (error) {
    if (isNotOffered(error) || isTooLarge(error)) return undefined
    throw error
  }
}

async function readEach(session: Session, ids: readonly string[]): Promise<Status[]> {
  const statuses: Status[] = []
  for (const id of ids) {
    const status = await findStatus(session, id)
    if (status) statuses.push(status)
  }
  return statuses
}

/** Reads a status: undefined when it is gone, null when it exists and cannot be read. */
export async function findStatus(session: Session, id: string): Promise<Status | null | undefined> {
  try {
    const response = await request(getInstance(session), 'GET', buildStatusPath(id), { schema: AnyBody })
    return tryRead(Status, response) ?? null
  } catch (error) {
    if (hasRule(error, 'not_found')) return undefined
    if (isTooLarge(error)) return null
    throw error
  }
}
