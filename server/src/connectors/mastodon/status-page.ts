import type { TUnsafe } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import { isTooLarge, jsonRequest } from '../api/exchange.ts'
import { Id, tryRead } from '../api/response.ts'
import type { Session } from '../session.ts'
import { buildInstanceUrl, getInstance, type Query, read, send } from './instance.ts'
import { Status } from './status.ts'

export const PAGE_SIZE = 40

/** A page of statuses among which we look for our own: one of another shape fails the page. */
export const StatusPage = Type.Unsafe<readonly Status[]>(Type.Array(Status))
/** A page whose items are read one by one. */
export const AnyPage = Type.Unsafe<readonly unknown[]>(Type.Array(Type.Unknown()))

/** One page of a list, newest first. Servers may leave items out of it: only the `Link` header says what it covers. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** The position from which newer items follow; undefined for a page that covers nothing. */
  readonly newest: string | undefined
  /** The position from which older items follow. */
  readonly oldest: string | undefined
}

export async function readPage<Item>(
  session: Session,
  path: string,
  schema: TUnsafe<readonly Item[]>,
  query: Query,
): Promise<Page<Item>> {
  const instance = getInstance(session)
  const response = await send(instance, buildPageRequest(session, path, query))
  const items: readonly Item[] = read(instance, response, schema)
  const { newest, oldest } = readLinks(response.headers['link'])
  return { items, newest: newest ?? readItemId(items[0]), oldest: oldest ?? readItemId(items.at(-1)) }
}

/** Returns the newest id of a page that is too large to be read, from its header or its first bytes. */
export async function findExtent(session: Session, path: string, query: Query): Promise<string | undefined> {
  const request = { ...buildPageRequest(session, path, query), overflow: 'truncate' } as const
  const { headers, text } = await send(getInstance(session), request)
  return (
    readLinks(headers['link']).newest ?? /^\s*\[\s*\{\s*"id"\s*:\s*"(?<id>[^"\\]{1,100})"/.exec(text)?.groups?.['id']
  )
}

/** Reads a page of as many items as fit into a response; empty when not even one does. */
export async function readFittingPage(session: Session, path: string): Promise<readonly unknown[]> {
  for (let limit = PAGE_SIZE; limit >= 1; limit = Math.floor(limit / 4))
    try {
      return (await readPage(session, path, AnyPage, { limit })).items
    } catch (error) {
      if (!isTooLarge(error)) throw error
    }
  return []
}

function buildPageRequest(session: Session, path: string, query: Query) {
  return jsonRequest('GET', buildInstanceUrl(getInstance(session), path, query), { token: session.tokens.access })
}

const Item = Type.Object({ id: Id })

export function readItemId(item: unknown): string | undefined {
  const id = tryRead(Item, item)?.id
  return id === undefined ? undefined : String(id)
}

/** RFC 8288. Servers call the newer page `prev` and name its position `min_id` or `since_id`. */
function readLinks(header: string | string[] | undefined): Pick<Page<unknown>, 'newest' | 'oldest'> {
  const links = String(header ?? '').matchAll(/<(?<url>[^<>]*)>\s*;\s*rel="?(?<rel>next|prev)"?/gi)
  const queries = new Map(
    [...links].map(({ groups }) => [groups?.['rel'], URL.parse(groups?.['url'] ?? '')?.searchParams]),
  )
  const newer = queries.get('prev')
  return {
    newest: newer?.get('min_id') || newer?.get('since_id') || undefined,
    oldest: queries.get('next')?.get('max_id') || undefined,
  }
}
