import { readJsonBody } from '../answer-body.ts'
import { classifyStatus, exchange, jsonRequest, type PlatformResponse, redactSecrets } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Json } from '../session.ts'
import { classifyError } from './errors.ts'
import { API_VERSION } from './platform.ts'

export type Body = PlatformResponse['body']

export const API = `https://open.tiktokapis.com/${API_VERSION}`

interface RequestOptions {
  readonly fields?: readonly string[]
  readonly body?: Json
  readonly mutates?: boolean
}

/** Returns `data` of the answer. */
export async function request(
  call: GrantCall,
  method: 'GET' | 'POST',
  path: string,
  options: RequestOptions = {},
): Promise<Body> {
  const answer = await send(call, method, path, options)
  return readJsonBody(answer, options.mutates ?? false).data ?? {}
}

export async function send(
  call: GrantCall,
  method: 'GET' | 'POST',
  path: string,
  { fields, body, mutates = false }: RequestOptions = {},
): Promise<PlatformResponse> {
  const token = call.tokens.access
  const outbound = jsonRequest(method, `${API}${path}${fields ? `?fields=${fields.join(',')}` : ''}`, {
    token,
    ...(body !== undefined && { body, headers: { 'content-type': 'application/json; charset=UTF-8' } }),
  })
  const classify = (raw: PlatformResponse) => {
    const shown = redactSecrets(raw, [token])
    return classifyError(shown) ?? classifyStatus(shown, mutates)
  }
  const answer = await exchange(call.http, { deadlineMs: 20_000, ...outbound }, { mutates, classify })
  const code = answer.body?.error?.code
  if (code === undefined || code === 'ok') return answer
  throw (
    classifyError(redactSecrets(answer, [token])) ??
    new PlatformError('invalid', `TikTok refuses: ${String(code)}.`, {
      platformResponse: { status: answer.status, code: String(code) },
    })
  )
}
