import { readJsonBody } from '../answer-body.ts'
import { isTooLarge, jsonRequest } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { type Body, buildInstanceUrl, getInstance, type RequestOptions, send } from './instance.ts'

export const PAGE_SIZE = 40

/** One page of a list, newest first. Servers may leave items out of it: only the `Link` header says what it covers. */
export interface StatusPage {
  readonly items: Body[]
  /** The id to read on from towards newer items; undefined for a page that covers nothing. */
  readonly newest: string | undefined
  /** The id to read on from towards older items. */
  readonly oldest: string | undefined
}

type Query = NonNullable<RequestOptions['query']>

export async function readPage(session: Session, path: string, query: Query): Promise<StatusPage> {
  const instance = getInstance(session)
  const answer = await send(instance, pageRequest(session, path, query))
  const body = readJsonBody(answer, false)
  if (!Array.isArray(body))
    throw new PlatformError('unavailable', 'The server did not answer with a list.', {
      platformResponse: { status: answer.status },
    })
  const { newest, oldest } = readLinks(answer.headers['link'])
  return { items: body, newest: newest ?? readItemId(body[0]), oldest: oldest ?? readItemId(body.at(-1)) }
}

/** The ids that a page covers, read from its header or its first bytes, for a page that is too large to be read. */
export async function findExtent(session: Session, path: string, query: Query): Promise<string | undefined> {
  const request = { ...pageRequest(session, path, query), overflow: 'truncate' } as const
  const { headers, text } = await send(getInstance(session), request)
  return (
    readLinks(headers['link']).newest ?? /^\s*\[\s*\{\s*"id"\s*:\s*"(?<id>[^"\\]{1,100})"/.exec(text)?.groups?.['id']
  )
}

/** Reads a page of as many items as fit into an answer; empty when not even one does. */
export async function readFittingPage(session: Session, path: string, query: Query): Promise<StatusPage> {
  for (let limit = PAGE_SIZE; limit >= 1; limit = Math.floor(limit / 4))
    try {
      return await readPage(session, path, { ...query, limit })
    } catch (error) {
      if (!isTooLarge(error)) throw error
    }
  return { items: [], newest: undefined, oldest: undefined }
}

function pageRequest(session: Session, path: string, query: Query) {
  const instance = getInstance(session)
  return jsonRequest('GET', buildInstanceUrl(instance, path, query), { token: session.tokens.access })
}

const readItemId = (item: Body): string | undefined => (item?.id === undefined ? undefined : String(item.id))

/** RFC 8288. Servers call the newer page `prev` and name its position `min_id` or `since_id`. */
function readLinks(header: string | string[] | undefined): Pick<StatusPage, 'newest' | 'oldest'> {
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
