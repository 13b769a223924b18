import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { classifyStatus, exchange, type PlatformResponse, redactSecrets } from '../api/exchange.ts'
import { readResponse, tryRead } from '../api/response.ts'
import type { AuthorizeRequest, ExchangeRequest } from '../auth.ts'
import type { PlatformName } from '../platform.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Tokens } from '../session.ts'

/** The parameters of a platform's OAuth 2.0 (RFC 6749). */
export interface OAuth2 {
  readonly platform: PlatformName
  readonly authorizeUrl: string
  readonly tokenUrl: string
  /** The endpoint that revokes tokens (RFC 7009); absent where they cannot be revoked. */
  readonly revokeUrl?: string
  /** Place of the app's credentials in a call of the token endpoint. */
  readonly clientAuth: 'basic' | 'body'
  /** The parameter that has the app's id; `client_id` when absent. */
  readonly clientIdParam?: string
  /** Separator of scopes; a space when absent. */
  readonly scopeSeparator?: string
  /** True if the platform accepts a PKCE challenge (RFC 7636). */
  readonly usesPkce: boolean
  /** Error description of an expired refresh token, for a platform that does not send `invalid_grant`. */
  readonly expiredRefreshToken?: RegExp
  /** More parameters of the sign-in page. */
  readonly authorizeParams?: Readonly<Record<string, string>>
  /** More parameters of the exchange of a code. */
  readonly exchangeParams?: Readonly<Record<string, string>>
  /** Reads the errors of a token endpoint that does not follow RFC 6749. */
  readonly classify?: (response: PlatformResponse) => PlatformError | undefined
}

/** The success of a token endpoint (RFC 6749 section 5.1). Lifetimes and scopes differ in form from platform to platform. */
export type TokenResponse = Static<typeof TokenResponse> & { readonly [field: string]: unknown }
const TokenResponse = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  refresh_token: Maybe(Type.String()),
  expires_in: Type.Optional(Type.Unknown()),
  scope: Type.Optional(Type.Unknown()),
})

const TokenError = Type.Object({
  error: Type.String({ minLength: 1 }),
  error_description: Type.Optional(Type.Unknown()),
})

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

export function exchangeCode(oauth: OAuth2, call: Call, request: ExchangeRequest): Promise<TokenResponse> {
  const { code, redirectUri, codeVerifier } = request
  return requestToken(oauth, call, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(oauth.usesPkce && { code_verifier: codeVerifier }),
    ...oauth.exchangeParams,
  })
}

/** A lost response is ambiguous: a refresh token that is valid for one use may be used up. */
export function refreshTokens(oauth: OAuth2, call: GrantCall): Promise<TokenResponse> {
  return requestToken(oauth, call, { grant_type: 'refresh_token', refresh_token: call.tokens.refresh ?? '' })
}

/** Errors repeat nothing of the response, which could contain the token. */
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

async function requestToken(oauth: OAuth2, call: Call, params: Record<string, string>): Promise<TokenResponse> {
  const mutates = params['grant_type'] === 'refresh_token'
  const secrets = [getClientCredentials(call).secret, params['code'], params['code_verifier'], params['refresh_token']]
  const response = await exchange(call.http, tokenRequest(oauth, call, oauth.tokenUrl, params), {
    mutates,
    secrets,
    classify: (refusal) =>
      oauth.classify?.(refusal) ??
      classifyOAuthError(oauth.platform, mutates ? toInvalidGrant(oauth, refusal) : refusal),
  })
  // Some platforms send an error with status 200.
  const error = classifyOAuthError(oauth.platform, redactSecrets(response, secrets))
  if (error) throw error
  return readResponse(oauth.platform, response, TokenResponse, { mutates, secrets, report: call.report })
}

function readTokenError(body: unknown): { readonly code: string; readonly description: string } | undefined {
  const { error: code, error_description: said } = tryRead(TokenError, body) ?? {}
  return code === undefined ? undefined : { code, description: typeof said === 'string' ? said : '' }
}

/** Gives the refusal of an expired refresh token its standard code. */
function toInvalidGrant({ expiredRefreshToken }: OAuth2, refusal: PlatformResponse): PlatformResponse {
  const { description = '' } = readTokenError(refusal.body) ?? {}
  const isExpired = expiredRefreshToken?.test(description)
  return isExpired ? { ...refusal, body: { error: 'invalid_grant', error_description: description } } : refusal
}

/** RFC 6749 section 5.2. Only `invalid_grant` says that the sign-in has ended; the other codes are about our app. */
export function classifyOAuthError(
  { id }: PlatformName,
  { status, body }: PlatformResponse,
): PlatformError | undefined {
  const error = readTokenError(body)
  if (error === undefined) return undefined
  const { code, description } = error
  const platformResponse = { status, code, message: description.slice(0, 300) }
  if (code === 'invalid_grant')
    return new PlatformError('auth', 'The platform no longer accepts this sign-in.', {
      rule: `${id}.oauth.invalid_grant`,
      remediation: 'Connect the account again.',
      platformResponse,
    })
  if (status >= 500 || code === 'temporarily_unavailable' || code === 'server_error') return undefined
  return new PlatformError('invalid', `The platform refuses the sign-in: ${code}.`, {
    rule: `${id}.oauth.${code.replaceAll(/[^a-z0-9_]/gi, '_').toLowerCase()}`,
    remediation: "Check the app's id, secret, redirect address and scopes at the platform.",
    platformResponse,
  })
}

/** `reauthAt` is the end of a refresh token that does not renew itself. */
export function readTokens(token: TokenResponse, now: Date, reauthAt: Date | null = null): Tokens {
  return {
    access: token.access_token,
    ...(typeof token.refresh_token === 'string' && { refresh: token.refresh_token }),
    expiresAt: readEnd(token.expires_in, now),
    reauthAt,
  }
}

/** Splits the granted scopes; none if the platform sent another type. */
export function readScopes({ scope }: TokenResponse): string[] {
  return typeof scope === 'string' ? scope.split(/[\s,]+/).filter((name) => name !== '') : []
}

/** The end of a lifetime in seconds that begins now; null without a lifetime. */
export function readEnd(lifetime: unknown, now: Date): Date | null {
  const seconds = Number(lifetime)
  return seconds > 0 ? new Date(now.getTime() + seconds * 1000) : null
}

/** The app's credentials. The accounts slice starts no sign-in without them. */
export function getClientCredentials({ app }: Call): { readonly id: string; readonly secret: string } {
  return { id: app['client_id'] ?? '', secret: app['client_secret'] ?? '' }
}

const encode = (text: string) => encodeURIComponent(text)
