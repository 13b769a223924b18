import type { Batch, ListRequest } from '../inbox.ts'
import type { Json, Session } from '../session.ts'
import { request } from './client.ts'
import type { Item } from './items.ts'

/** Requests that are made as the session's entity: the network keeps comments, messages and reviews for each page. */
const asEntity = ({ entity }: Session) => ({ entity_id: entity.externalId })

export const buildItemPath = (collection: string, id: string) => `/${collection}/${encodeURIComponent(id)}`

export async function listSince<T>(
  session: Session,
  path: string,
  { cursor }: ListRequest,
  read: (item: Item) => T,
): Promise<Batch<T>> {
  const query = { ...asEntity(session), ...(cursor !== null && { after: cursor }) }
  const answer = await request(session, 'GET', path, { token: session.tokens.access, query })
  return { items: answer.items.map(read), cursor: answer.cursor, hasMore: answer.has_more }
}

/** Makes something: a repeat may make a second one. */
export function post(session: Session, path: string, body: Record<string, Json>): Promise<Item> {
  return request(session, 'POST', path, {
    token: session.tokens.access,
    body: { ...asEntity(session), ...body },
    mutates: true,
  })
}

/** Sets something: a repeat changes nothing. */
export function put(session: Session, path: string, body: Record<string, Json>): Promise<Item> {
  return request(session, 'PUT', path, { token: session.tokens.access, body: { ...asEntity(session), ...body } })
}

export async function remove(
  session: Session,
  path: string,
  query: Record<string, string> = asEntity(session),
): Promise<void> {
  await request(session, 'DELETE', path, { token: session.tokens.access, query })
}
