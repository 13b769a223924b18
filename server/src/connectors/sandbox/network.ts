import { type Answer, exchange, jsonRequest } from '../exchange.ts'
import { PlatformError } from '../failure.ts'
import type { Call, Json } from '../session.ts'

/** No name server knows it: whoever gives a connector its `http` answers this host from inside the process. */
export const SANDBOX_ORIGIN = 'https://sandbox.invalid'

export interface Ask {
  readonly token?: string
  readonly body?: Json
  readonly query?: Readonly<Record<string, string>>
  readonly mutates?: boolean
}

/** One request to the network. Which of its codes mean what is said here and nowhere else. */
export async function ask(
  call: Call,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { token, body, query, mutates = false }: Ask = {},
): Promise<Answer['body']> {
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const request = jsonRequest(method, `${SANDBOX_ORIGIN}${path}${search}`, {
    ...(token !== undefined && { token }),
    ...(body !== undefined && { body }),
  })
  const { body: answer } = await exchange(call.http, { ...request, deadlineMs: 10_000 }, { mutates, judge })
  return answer
}

function judge({ status, body }: Answer): PlatformError | undefined {
  const code: string = body?.error ?? ''
  const platformResponse = { status, code, message: body?.message ?? '' }
  if (code === 'token_expired' || code === 'token_revoked' || code === 'invalid_grant')
    return new PlatformError('auth', 'The sandbox does not accept this sign-in any more.', {
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
