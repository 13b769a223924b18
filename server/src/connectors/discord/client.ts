import { VERSION } from '../../kit/version.ts'
import { readJsonBody } from '../answer-body.ts'
import type { Connector } from '../connector.ts'
import { classifyStatus, exchange, jsonRequest, type PlatformResponse, redactSecrets } from '../exchange.ts'
import { type FilePart, formWithFiles } from '../multipart.ts'
import type { Call, GrantCall, Json } from '../session.ts'
import { readHeaderUsage } from '../usage.ts'
import { classify } from './errors.ts'
import { API_VERSION } from './platform.ts'

const ORIGIN = 'https://discord.com'
/** Discord asks bots for this form of name. */
const USER_AGENT = `DiscordBot (Quoin, ${VERSION})`

export type Body = PlatformResponse['body']

export interface Bot {
  readonly call: Call
  readonly token: string
}

export function createBot(call: GrantCall): Bot {
  return { call, token: call.tokens.access }
}

interface RequestOptions {
  readonly body?: Json
  readonly files?: readonly FilePart[]
  readonly mutates?: boolean
}

export async function request(
  { call, token }: Bot,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, files = [], mutates = false }: RequestOptions = {},
): Promise<Body> {
  const url = `${ORIGIN}/api/${API_VERSION}${path}`
  const headers = { authorization: `Bot ${token}`, 'user-agent': USER_AGENT }
  const plain = jsonRequest(method, url, { headers, ...(body !== undefined && { body }) })
  const form = () => formWithFiles(url, { fields: [['payload_json', JSON.stringify(body)]], files })
  const outbound = files.length === 0 ? { ...plain, deadlineMs: 20_000 } : withHeaders(form(), headers)
  const answer = await exchange(call.http, outbound, {
    mutates,
    classify: (raw) => {
      const safe = redactSecrets(raw, [token])
      return classify(safe) ?? classifyStatus(safe, mutates)
    },
  })
  return readJsonBody(answer, mutates)
}

const withHeaders = (form: ReturnType<typeof formWithFiles>, headers: Record<string, string>) => ({
  ...form,
  headers: { ...form.headers, ...headers },
})

/**
 * Each route has a bucket of its own, and the headers tell of the one that was used. Small buckets belong to routes that are
 * called once: they say nothing about the next call.
 */
export const readUsage: NonNullable<Connector['readUsage']> = (headers) => {
  const limit = headers['x-ratelimit-limit']
  if (Number(limit) < 5) return []
  const resetSeconds = Math.ceil(Number(headers['x-ratelimit-reset-after'] ?? 1))
  return readHeaderUsage('account', { limit, remaining: headers['x-ratelimit-remaining'], resetSeconds })
}
