import { isTooLarge } from '../exchange.ts'
import type { Session } from '../session.ts'
import { type Body, getInstance, isNotFound, isNotOffered, request } from './instance.ts'
import { canListStatuses } from './server-kind.ts'
import { statusPath } from './status.ts'

/** As many as one request may name. */
export const STATUSES_MAX = 20

/** Statuses by their ids; a deleted one is missing. */
export async function readStatuses(session: Session, ids: readonly string[]): Promise<Map<string, Body>> {
  const found = new Map<string, Body>()
  let canList = canListStatuses(session.entity) && ids.length > 1
  for (let from = 0; from < ids.length; from += STATUSES_MAX) {
    const asked = ids.slice(from, from + STATUSES_MAX)
    const listed: Body[] | undefined = canList ? await findListed(session, asked) : undefined
    canList = listed !== undefined
    for (const status of listed ?? (await readEach(session, asked))) found.set(String(status.id), status)
  }
  return found
}

/** Undefined where the server cannot list statuses by their ids, or the answer is too large. */
async function findListed(session: Session, id: readonly string[]): Promise<Body[] | undefined> {
  try {
    const listed = await request(getInstance(session), 'GET', '/api/v1/statuses', { query: { id } })
    return Array.isArray(listed) ? listed : undefined
  } catch (error) {
    if (isNotOffered(error) || isTooLarge(error)) return undefined
    throw error
  }
}

async function readEach(session: Session, ids: readonly string[]): Promise<Body[]> {
  const statuses: Body[] = []
  for (const id of ids) {
    const status = await findStatus(session, id)
    if (status?.id !== undefined) statuses.push(status)
  }
  return statuses
}

/** Undefined when it is gone; empty when it is there and too large to be read. */
export async function findStatus(session: Session, id: string): Promise<Body> {
  try {
    return await request(getInstance(session), 'GET', statusPath(id))
  } catch (error) {
    if (isNotFound(error)) return undefined
    if (isTooLarge(error)) return {}
    throw error
  }
}
