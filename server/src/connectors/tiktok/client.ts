import type { Static, TSchema, TUnsafe } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { exchange, jsonRequest, type PlatformResponse, redactSecrets } from '../api/exchange.ts'
import { readResponse } from '../api/response.ts'
import type { GrantCall, Json } from '../session.ts'
import { classifyError, classifySuccess } from './errors.ts'
import { API_VERSION, tiktok } from './platform.ts'

export const API = `https://open.tiktokapis.com/${API_VERSION}`

interface Envelope<Data> {
  readonly data: Data
}

/** Builds the schema of a response with this `data`. Call it once for each kind: a compiled schema is kept. */
export function buildEnvelopeSchema<S extends TSchema>(data: S): TUnsafe<Envelope<Static<S>>> {
  return Type.Unsafe(Type.Object({ data, error: Maybe(Type.Object({ code: Maybe(Type.String()) })) }))
}

interface RequestOptions<Data> {
  /** The shape of the response. */
  readonly schema: TUnsafe<Envelope<Data>>
  readonly fields?: readonly string[]
  readonly body?: Json
  readonly mutates?: boolean
}

/** Returns `data` of the response, and the response itself. */
export async function request<Data>(
  call: GrantCall,
  method: 'GET' | 'POST',
  path: string,
  { schema, fields, body, mutates = false }: RequestOptions<Data>,
): Promise<{ readonly data: Data; readonly response: PlatformResponse }> {
  const token = call.tokens.access
  const outbound = jsonRequest(method, `${API}${path}${fields ? `?fields=${fields.join(',')}` : ''}`, {
    token,
    ...(body !== undefined && { body, headers: { 'content-type': 'application/json; charset=UTF-8' } }),
  })
  const options = { mutates, secrets: [token] }
  const response = await exchange(
    call.http,
    { deadlineMs: 20_000, ...outbound },
    { ...options, classify: classifyError },
  )
  const error = classifySuccess(redactSecrets(response, options.secrets))
  if (error) throw error
  const { data }: Envelope<Data> = readResponse(tiktok, response, schema, { ...options, report: call.report })
  return { data, response }
}
