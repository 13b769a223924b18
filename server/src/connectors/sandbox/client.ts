import { exchange, jsonRequest, type PlatformResponse } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Json } from '../session.ts'

/** Not a real host: the `http` that this connector gets answers it inside the process. */
export const SANDBOX_ORIGIN = 'https://sandbox.invalid'

export interface RequestOptions {
  readonly token?: string
  readonly body?: Json
  readonly query?: Readonly<Record<string, string>>
  readonly mutates?: boolean
}

export async function request(
  call: Call,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { token, body, query, mutates = false }: RequestOptions = {},
): Promise<PlatformResponse['body']> {
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const outbound = jsonRequest(method, `${SANDBOX_ORIGIN}${path}${search}`, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  })
  const answer = await exchange(call.http, { ...outbound, deadlineMs: 10_000 }, { mutates, classify: classifyCode })
  return answer.body
}

/** The only place that knows what the network's error codes mean. */
function classifyCode({ status, body }: PlatformResponse): PlatformError | undefined {
  const code: string = body?.error ?? ''
  const platformResponse = { status, code, message: body?.message ?? '' }
  if (code === 'token_expired' || code === 'token_revoked' || code === 'invalid_grant')
    return new PlatformError('auth', 'The sandbox no longer accepts this sign-in.', {
      platformResponse,
      remediation: 'Reconnect the account.',
    })
  if (status >= 400 && status < 429 && code)
    return new PlatformError('invalid', body.message, {
      platformResponse,
      rule: `sandbox.${code}`,
      remediation: 'Change what the message names and try again.',
    })
  return undefined
}
