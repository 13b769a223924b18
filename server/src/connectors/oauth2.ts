import { redactSecrets } from './answer-body.ts'
import type { AuthorizeRequest, ExchangeRequest } from './auth.ts'
import { type Answer, classifyStatus, exchange } from './exchange.ts'
import { PlatformError } from './platform-error.ts'
import type { Call, GrantCall, Tokens } from './session.ts'

/** How a platform speaks OAuth 2.0 (RFC 6749), where it does not differ from it in more than these. */
export interface OAuth2 {
  /** The platform's id, for the names of rules. */
  readonly platform: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** Where tokens are withdrawn (RFC 7009); absent where they cannot be. */
  readonly revokeUrl?: string
  /** How the app proves itself at the token endpoint. */
  readonly clientAuth: 'basic' | 'body'
  /** The parameter that has the app's id; `client_id` when absent. */
  readonly clientIdParam?: string
  /** Between scopes; a space when absent. */
  readonly scopeSeparator?: string
  /** Whether the platform takes a PKCE challenge (RFC 7636). */
  readonly usesPkce: boolean
  /** How a platform that does not answer `invalid_grant` words it that a refresh token is dead. */
  readonly deadRefreshToken?: RegExp
  /** More parameters of the page that the person is sent to. */
  readonly authorizeParams?: Readonly<Record<string, string>>
  /** More parameters of the exchange of a code. */
  readonly exchangeParams?: Readonly<Record<string, string>>
  /** Reads the errors of a token endpoint that does not answer them as RFC 6749 says. */
  readonly classify?: (answer: Answer) => PlatformError | undefined
}

/** The address of the platform's sign-in page. */
export function authorizeUrl(oauth: OAuth2, call: Call, request: AuthorizeRequest): string {
  const url = new URL(oauth.authorizeUrl)
  url.search = new URLSearchParams({
    ...Object.fromEntries(url.searchParams),
    response_type: 'code',
    [oauth.clientIdParam ?? 'client_id']: getClientCredentials(call).id,
    redirect_uri: request.redirectUri,
    scope: request.scopes.join(oauth.scopeSeparator ?? ' '),
    state: request.state,
    ...(oauth.usesPkce && { code_challenge: request.codeChallenge, code_challenge_method: 'S256' }),
    ...oauth.authorizeParams,
  }).toString()
  return url.href
}

export function exchangeCode(oauth: OAuth2, call: Call, request: ExchangeRequest): Promise<Answer['body']> {
  const { code, redirectUri, codeVerifier } = request
  return requestToken(oauth, call, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(oauth.usesPkce && { code_verifier: codeVerifier }),
    ...oauth.exchangeParams,
  })
}

/** A lost answer is ambiguous: a refresh token that is valid for one use may be used up. */
export function refreshTokens(oauth: OAuth2, call: GrantCall): Promise<Answer['body']> {
  return requestToken(oauth, call, { grant_type: 'refresh_token', refresh_token: call.tokens.refresh ?? '' })
}

/** Errors repeat nothing of the answer, which could contain the token. */
export async function revokeToken(oauth: OAuth2, call: Call, token: string, hint?: string): Promise<void> {
  const form = { token, ...(hint !== undefined && { token_type_hint: hint }) }
  await exchange(call.http, tokenRequest(oauth, call, oauth.revokeUrl ?? '', form), {
    classify: ({ status, headers }) => classifyStatus({ status, headers, text: '', body: undefined }, false),
  })
}

function tokenRequest(oauth: OAuth2, call: Call, url: string, params: Record<string, string>) {
  const { id, secret } = getClientCredentials(call)
  const isBasic = oauth.clientAuth === 'basic'
  const form = isBasic ? params : { ...params, [oauth.clientIdParam ?? 'client_id']: id, client_secret: secret }
  return {
    method: 'POST',
    url,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(isBasic && { authorization: `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}` }),
    },
    body: new URLSearchParams(form).toString(),
    deadlineMs: 20_000,
  } as const
}

async function requestToken(oauth: OAuth2, call: Call, params: Record<string, string>): Promise<Answer['body']> {
  const { secret } = getClientCredentials(call)
  const mutates = params['grant_type'] === 'refresh_token'
  const { body } = await exchange(call.http, tokenRequest(oauth, call, oauth.tokenUrl, params), {
    mutates,
    classify: (raw) => {
      const answer = redactSecrets(raw, [secret, params['code'], params['code_verifier'], params['refresh_token']])
      const isDead = mutates && oauth.deadRefreshToken?.test(String(answer.body?.error_description ?? ''))
      const read = isDead ? { ...answer, body: { ...answer.body, error: 'invalid_grant' } } : answer
      return oauth.classify?.(answer) ?? classifyOAuthError(oauth.platform, read) ?? classifyStatus(answer, mutates)
    },
  })
  const error = body?.error && classifyOAuthError(oauth.platform, { status: 200, headers: {}, text: '', body })
  if (error) throw error
  if (typeof body?.access_token !== 'string')
    throw new PlatformError(mutates ? 'ambiguous' : 'unavailable', 'The platform answered without an access token.')
  return body
}

/** RFC 6749 section 5.2. Only `invalid_grant` says that the sign-in is dead; the other codes are about our app. */
export function classifyOAuthError(platform: string, { status, body }: Answer): PlatformError | undefined {
  const code = typeof body?.error === 'string' ? body.error : ''
  if (code === '') return undefined
  const platformResponse = { status, code, message: String(body.error_description ?? '').slice(0, 300) }
  if (code === 'invalid_grant')
    return new PlatformError('auth', 'The platform no longer accepts this sign-in.', {
      rule: `${platform}.oauth.invalid_grant`,
      remediation: 'Connect the account again.',
      platformResponse,
    })
  if (status >= 500 || code === 'temporarily_unavailable' || code === 'server_error') return undefined
  return new PlatformError('invalid', `The platform refuses the sign-in: ${code}.`, {
    rule: `${platform}.oauth.${code.replaceAll(/[^a-z0-9_]/gi, '_').toLowerCase()}`,
    remediation: "Check the app's id, secret, redirect address and scopes at the platform.",
    platformResponse,
  })
}

/** `expires_in` counts from now. `reauthAt` where the refresh token ends too and does not renew itself. */
export function readTokens(body: Answer['body'], now: Date, reauthAt: Date | null = null): Tokens {
  const seconds = Number(body.expires_in)
  return {
    access: body.access_token,
    ...(typeof body.refresh_token === 'string' && { refresh: body.refresh_token }),
    expiresAt: seconds > 0 ? new Date(now.getTime() + seconds * 1000) : null,
    reauthAt,
  }
}

/** The app's credentials. The accounts slice starts no sign-in without them. */
export function getClientCredentials({ app }: Call): { readonly id: string; readonly secret: string } {
  return { id: app['client_id'] ?? '', secret: app['client_secret'] ?? '' }
}

const encode = (text: string) => encodeURIComponent(text)
