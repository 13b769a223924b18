import type { Static, TSchema, TUnsafe } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { jsonRequest } from '../api/exchange.ts'
import { requestJson } from '../api/response.ts'
import { readHeaderUsage } from '../api/usage.ts'
import type { Connector } from '../connector.ts'
import type { GrantCall, Json } from '../session.ts'
import { classifyError, readRetrySeconds } from './errors.ts'
import { API_VERSION, pinterest } from './platform.ts'

export const API = `https://api.pinterest.com/${API_VERSION}`

interface RequestOptions<S extends TSchema> {
  /** The shape of the response. */
  readonly schema: S
  readonly query?: Record<string, string>
  readonly body?: Json
  readonly mutates?: boolean
}

export async function request<S extends TSchema>(
  call: GrantCall,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { schema, query = {}, body, mutates = false }: RequestOptions<S>,
): Promise<Static<S>> {
  const search = new URLSearchParams(query).toString()
  const token = call.tokens.access
  const outbound = jsonRequest(method, `${API}${path}${search && `?${search}`}`, {
    token,
    ...(body !== undefined && { body }),
  })
  return requestJson(
    pinterest,
    call,
    { deadlineMs: 20_000, bytesMax: BYTES_MAX, ...outbound },
    { schema, mutates, secrets: [token], classify: classifyError },
  )
}

/** A page of 250 pins with the addresses of all their images. */
const BYTES_MAX = 4_194_304

interface ListPage<Item> {
  readonly bookmark?: string | null
  readonly items?: readonly Item[] | null
}

/** Builds the schema of a page of these items. Call it once for each kind: a compiled schema is kept. */
export function buildPageSchema<S extends TSchema>(item: S): TUnsafe<ListPage<Static<S>>> {
  return Type.Unsafe(Type.Object({ bookmark: Maybe(Type.String()), items: Maybe(Type.Array(item)) }))
}

/**
 * Reads page by page, at most `pagesMax`. An item of another shape fails the page: without it a post that exists would be taken for
 * absent and sent again, and a board for deleted.
 */
export async function* listPages<Item>(
  call: GrantCall,
  path: string,
  schema: TUnsafe<ListPage<Item>>,
  pagesMax: number,
): AsyncGenerator<{ items: readonly Item[]; isEnd: boolean }> {
  let after: string | undefined
  for (let page = 0; page < pagesMax; page++) {
    const query = { page_size: '250', ...(after !== undefined && { bookmark: after }) }
    const { items, bookmark }: ListPage<Item> = await request(call, 'GET', path, { schema, query })
    after = bookmark || undefined
    yield { items: items ?? [], isEnd: after === undefined }
    if (after === undefined) return
  }
}

/** Limits are counted for each user of the app and kind of endpoint. */
export const readUsage: NonNullable<Connector['readUsage']> = (headers) =>
  ['x-userendpoint-ratelimit', 'x-ratelimit'].flatMap((prefix) =>
    readHeaderUsage('account', {
      limit: firstNumber(headers[`${prefix}-limit`]),
      remaining: firstNumber(headers[`${prefix}-remaining`]),
      resetSeconds: readRetrySeconds(headers) ?? 60,
    }),
  )

/** A limit may be followed by its windows: `100, 100;w=1, 1000;w=60`. */
function firstNumber(header: string | string[] | undefined): number | undefined {
  const number = Number.parseInt(String(header), 10)
  return Number.isNaN(number) ? undefined : number
}
