import { readJsonBody, redactSecrets } from '../answer-body.ts'
import type { Connector } from '../connector.ts'
import { type Answer, classifyStatus, exchange, jsonRequest } from '../exchange.ts'
import type { GrantCall, Json } from '../session.ts'
import { readHeaderUsage } from '../usage.ts'
import { classifyError, secondsToWait } from './errors.ts'
import { API_VERSION } from './platform.ts'

export type Body = Answer['body']

export const API = `https://api.pinterest.com/${API_VERSION}`

export async function request(
  call: GrantCall,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { query = {}, body, mutates = false }: { query?: Record<string, string>; body?: Json; mutates?: boolean } = {},
): Promise<Body> {
  const search = new URLSearchParams(query).toString()
  const token = call.tokens.access
  const outbound = jsonRequest(method, `${API}${path}${search && `?${search}`}`, {
    token,
    ...(body !== undefined && { body }),
  })
  const answer = await exchange(
    call.http,
    { deadlineMs: 20_000, bytesMax: BYTES_MAX, ...outbound },
    {
      mutates,
      classify: (raw) => {
        const shown = redactSecrets(raw, [token])
        return classifyError(shown) ?? classifyStatus(shown, mutates)
      },
    },
  )
  return readJsonBody(answer, mutates)
}

/** A page of 250 pins with the addresses of all their images. */
const BYTES_MAX = 4_194_304

/** Reads page by page, at most `pagesMax`. */
export async function* listPages(
  call: GrantCall,
  path: string,
  pagesMax: number,
): AsyncGenerator<{ items: Body[]; isEnd: boolean }> {
  let bookmark: string | null = null
  for (let page = 0; page < pagesMax; page++) {
    const answer: Body = await request(call, 'GET', path, {
      query: { page_size: '250', ...(bookmark !== null && { bookmark }) },
    })
    bookmark = typeof answer.bookmark === 'string' && answer.bookmark !== '' ? answer.bookmark : null
    yield { items: Array.isArray(answer.items) ? answer.items : [], isEnd: bookmark === null }
    if (bookmark === null) return
  }
}

/** Limits are counted for each user of the app and kind of endpoint. */
export const readUsage: NonNullable<Connector['readUsage']> = (headers) =>
  ['x-userendpoint-ratelimit', 'x-ratelimit'].flatMap((prefix) =>
    readHeaderUsage('account', {
      limit: firstNumber(headers[`${prefix}-limit`]),
      remaining: firstNumber(headers[`${prefix}-remaining`]),
      resetSeconds: secondsToWait(headers),
    }),
  )

/** A limit may be followed by its windows: `100, 100;w=1, 1000;w=60`. */
function firstNumber(header: string | string[] | undefined): number | undefined {
  const number = Number.parseInt(String(header), 10)
  return Number.isNaN(number) ? undefined : number
}
