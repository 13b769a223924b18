import type { Static, TSchema } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import { VERSION } from '../../kit/version.ts'
import { jsonRequest } from '../api/exchange.ts'
import { type FilePart, formWithFiles } from '../api/multipart.ts'
import { requestJson } from '../api/response.ts'
import { readHeaderUsage } from '../api/usage.ts'
import type { Connector } from '../connector.ts'
import type { Call, GrantCall, Json } from '../session.ts'
import { classifyError } from './errors.ts'
import { API_VERSION, discord } from './platform.ts'

const ORIGIN = 'https://discord.com'
/** Discord asks bots for this form of name. */
const USER_AGENT = `DiscordBot (Quoin, ${VERSION})`

/** An id of Discord: a number of 64 bits, written as text. */
export const Snowflake = Type.String({ pattern: '^[0-9]{1,20}$' })

export interface Bot {
  readonly call: Call
  readonly token: string
}

export function createBot(call: GrantCall): Bot {
  return { call, token: call.tokens.access }
}

interface RequestOptions<S extends TSchema> {
  /** The shape of the response. */
  readonly schema: S
  readonly body?: Json
  readonly files?: readonly FilePart[]
  readonly mutates?: boolean
}

export async function request<S extends TSchema>(
  { call, token }: Bot,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { schema, body, files = [], mutates = false }: RequestOptions<S>,
): Promise<Static<S>> {
  const url = `${ORIGIN}/api/${API_VERSION}${path}`
  const json = jsonRequest(method, url, body === undefined ? {} : { body })
  const outbound =
    files.length === 0
      ? { ...json, deadlineMs: 20_000 }
      : formWithFiles(url, { fields: [['payload_json', JSON.stringify(body)]], files })
  const headers = { ...outbound.headers, authorization: `Bot ${token}`, 'user-agent': USER_AGENT }
  return requestJson(
    discord,
    call,
    { ...outbound, headers },
    { schema, mutates, secrets: [token], classify: classifyError },
  )
}

/**
 * Reads the usage of the bucket that the request used; each route has a bucket of its own. Small buckets belong to routes that are
 * called once: they say nothing about the next call.
 */
export const readUsage: NonNullable<Connector['readUsage']> = (headers) => {
  const limit = headers['x-ratelimit-limit']
  if (Number(limit) < 5) return []
  const resetSeconds = Math.ceil(Number(headers['x-ratelimit-reset-after'] ?? 1))
  return readHeaderUsage('account', { limit, remaining: headers['x-ratelimit-remaining'], resetSeconds })
}
