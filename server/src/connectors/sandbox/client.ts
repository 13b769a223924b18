import type { Static, TSchema, TUnsafe } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import { jsonRequest, type PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors } from '../api/known-errors.ts'
import { AnyBody, requestJson, tryRead } from '../api/response.ts'
import type { Batch, ListRequest } from '../inbox.ts'
import type { PlatformError } from '../platform-error.ts'
import type { Call, Json, Session } from '../session.ts'
import { sandbox } from './platform.ts'

/** Not a real host: the `http` of this connector serves it inside the process. */
export const SANDBOX_ORIGIN = 'https://sandbox.invalid'

interface RequestOptions<S extends TSchema> {
  /** The shape of the response. */
  readonly schema: S
  readonly token?: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
  readonly mutates?: boolean
}

export async function request<S extends TSchema>(
  call: Call,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { schema, token, body, query, mutates = false }: RequestOptions<S>,
): Promise<Static<S>> {
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const outbound = jsonRequest(method, `${SANDBOX_ORIGIN}${path}${search}`, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body: body as Json }),
  })
  return requestJson(
    sandbox,
    call,
    { ...outbound, deadlineMs: 10_000 },
    { schema, mutates, secrets: [token], classify: classifyError },
  )
}

export const { createError, hasRule } = createPlatformErrors(sandbox)

const Refusal = Type.Object({ error: Type.String({ minLength: 1 }), message: Type.String() })
const SIGN_IN_ENDED = ['token_expired', 'token_revoked', 'invalid_grant']

function classifyError({ status, body }: PlatformResponse): PlatformError | undefined {
  const refusal = tryRead(Refusal, body)
  if (!refusal) return undefined
  const { error: code, message } = refusal
  if (SIGN_IN_ENDED.includes(code)) {
    const ended = { message: 'The sandbox no longer accepts this sign-in.', remediation: 'Reconnect the account.' }
    return createError({ kind: 'auth', rule: code, ...ended }, { status, code, message })
  }
  if (status < 400 || status >= 429) return undefined
  const remediation = 'Change what the message names and try again.'
  return createError({ kind: 'invalid', rule: code, remediation }, { status, code, message })
}

/** The network keeps comments, messages and reviews for each page: these requests are made as the session's entity. */
const asEntity = ({ entity }: Session) => ({ entity_id: entity.externalId })

export const buildItemPath = (collection: string, id: string) => `/${collection}/${encodeURIComponent(id)}`

interface FeedPage<Item> {
  readonly items: readonly Item[]
  readonly cursor: string
  readonly has_more: boolean
}

/** A list of items that is read from a cursor on. */
interface ItemFeed<Item, Found> {
  readonly path: string
  readonly schema: TUnsafe<FeedPage<Item>>
  readonly read: (item: Item) => Found
}

/** Call it once for each kind of item: a compiled schema is kept. */
export function declareFeed<S extends TSchema, Found>(
  path: string,
  item: S,
  read: (item: Static<S>) => Found,
): ItemFeed<Static<S>, Found> {
  const page = Type.Object({ items: Type.Array(item), cursor: Type.String(), has_more: Type.Boolean() })
  return { path, schema: Type.Unsafe(page), read }
}

export async function listSince<Item, Found>(
  session: Session,
  { path, schema, read }: ItemFeed<Item, Found>,
  { cursor: after }: ListRequest,
): Promise<Batch<Found>> {
  const query = { ...asEntity(session), ...(after !== null && { after }) }
  const page = await request(session, 'GET', path, { schema, token: session.tokens.access, query })
  return { items: page.items.map(read), cursor: page.cursor, hasMore: page.has_more }
}

/** Creates an item: a repeat may create a second one. */
export function post<S extends TSchema>(
  session: Session,
  path: string,
  schema: S,
  body: Readonly<Record<string, unknown>>,
): Promise<Static<S>> {
  return request(session, 'POST', path, {
    schema,
    token: session.tokens.access,
    body: { ...asEntity(session), ...body },
    mutates: true,
  })
}

/** Changes an item: a repeat has no further effect. */
export function put<S extends TSchema>(
  session: Session,
  path: string,
  schema: S,
  body: Readonly<Record<string, unknown>>,
): Promise<Static<S>> {
  return request(session, 'PUT', path, {
    schema,
    token: session.tokens.access,
    body: { ...asEntity(session), ...body },
  })
}

export async function remove(
  session: Session,
  path: string,
  query: Readonly<Record<string, string>> = asEntity(session),
): Promise<void> {
  await request(session, 'DELETE', path, { schema: AnyBody, token: session.tokens.access, query })
}
