import { createHash, randomBytes } from 'node:crypto'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- Google's resources have every shape
export type Any = any

/** A request to one of Google's hosts, with its reply. */
export interface GoogleExchange extends ReceivedRequest {
  readonly host: string
  readonly reply: FakeReply
}

export interface GooglePerson {
  readonly sub: string
  readonly email: string
}

interface Grant {
  readonly person: GooglePerson
  readonly scopes: readonly string[]
}

/** An error in Google's format, of google.rpc.Status. */
export class GoogleRefusal extends Error {
  readonly reply: FakeReply
  constructor(status: number, code: string, message: string, more: object = {}) {
    super(message)
    this.reply = { status, body: { error: { code: status, message, status: code, ...more } } }
  }
}

const buildErrorInfo = (reason: string, metadata: object = {}) => ({
  details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com', metadata }],
})
const nonce = () => randomBytes(20).toString('base64url')

export const CLIENT = { client_id: 'client-1.apps.googleusercontent.example', client_secret: 'a google client secret' }
const SIGN_IN_HOSTS = ['accounts.google.com', 'oauth2.googleapis.com', 'openidconnect.googleapis.com']

/** The part of Google that all of its platforms share: sign-in, tokens, quotas, errors. */
export abstract class FakeGoogle {
  readonly faults: PlannedFault[] = []
  readonly exchanges: GoogleExchange[] = []
  readonly access = new Map<string, Grant>()
  readonly refresh = new Map<string, Grant>()
  private readonly codes = new Map<string, Any>()
  /** This many of the next requests exceed the rate of the app. */
  throttled = 0
  /** True while Google has not approved the app. */
  hasNoQuota = false
  /** True for an app in testing, whose refresh tokens end after a week. */
  isInTesting = false
  origin = ''

  protected abstract readonly hosts: readonly string[]
  protected abstract answerApi(request: ReceivedRequest, host: string, grant: Grant): FakeReply

  async start(): Promise<this> {
    this.origin = await serve((request) => this.answer(request), this.faults)
    return this
  }

  /** Each host of Google is a folder of the fake. */
  get origins(): Map<string, string> {
    return new Map([...SIGN_IN_HOSTS, ...this.hosts].map((host) => [`https://${host}`, `${this.origin}/${host}`]))
  }

  /** The person agrees on Google's page; returns the address that their browser is sent to. */
  approve(authorizeUrl: string, email: string, unticked: readonly string[] = []): URL {
    const { searchParams: params } = new URL(authorizeUrl)
    const required = { client_id: CLIENT.client_id, response_type: 'code', access_type: 'offline', prompt: 'consent' }
    for (const [name, value] of Object.entries(required))
      if (params.get(name) !== value) throw new Error(`Google would not accept ${name}=${params.get(name)}`)
    if (params.get('code_challenge_method') !== 'S256') throw new Error('no S256 challenge')
    const code = nonce()
    const scopes = (params.get('scope') ?? '').split(' ').filter((scope) => !unticked.includes(scope))
    this.codes.set(code, {
      person: { sub: createHash('sha256').update(email).digest('hex').slice(0, 21), email },
      scopes,
      challenge: params.get('code_challenge'),
      redirect: params.get('redirect_uri'),
    })
    const back = new URL(params.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({ state: params.get('state') ?? '', code, scope: scopes.join(' ') }).toString()
    return back
  }

  /** Ends all sign-ins of a person, as they can do in their account. */
  withdraw(sub: string): void {
    for (const tokens of [this.access, this.refresh])
      for (const [token, { person }] of tokens) if (person.sub === sub) tokens.delete(token)
  }

  private answer(received: ReceivedRequest): FakeReply {
    const [, host = ''] = received.path.split('/')
    const request = { ...received, path: received.path.slice(host.length + 1) }
    let reply: FakeReply
    try {
      reply = this.answerHost(request, host)
    } catch (error) {
      if (!(error instanceof GoogleRefusal)) throw error
      reply = error.reply
    }
    this.exchanges.push({ ...request, host, reply })
    return reply
  }

  private answerHost(request: ReceivedRequest, host: string): FakeReply {
    if (host === 'oauth2.googleapis.com' && request.path === '/token') return this.answerToken(request)
    if (host === 'oauth2.googleapis.com' && request.path === '/revoke') return this.answerRevoke(request)
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const grant = this.access.get(token)
    if (!grant)
      throw new GoogleRefusal(401, 'UNAUTHENTICATED', `Request had invalid authentication credentials: ${token}`)
    if (host === 'openidconnect.googleapis.com' && request.path === '/v1/userinfo') return userInfo(grant)
    if (this.hasNoQuota || this.throttled > 0) throw this.overQuota()
    return this.answerApi(request, host, grant)
  }

  protected overQuota(): GoogleRefusal {
    if (!this.hasNoQuota) this.throttled--
    const limit = { quota_limit: 'defaultPerMinutePerProject', quota_limit_value: this.hasNoQuota ? '0' : '300' }
    const message = "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute'."
    return new GoogleRefusal(429, 'RESOURCE_EXHAUSTED', message, buildErrorInfo('RATE_LIMIT_EXCEEDED', limit))
  }

  /** Any token ends the consent of the person, and with it all other tokens. */
  private answerRevoke({ method, bytes }: ReceivedRequest): FakeReply {
    const token = new URLSearchParams(bytes.toString('utf8')).get('token') ?? ''
    const grant = this.refresh.get(token) ?? this.access.get(token)
    if (method !== 'POST' || !grant)
      return { status: 400, body: { error: 'invalid_token', error_description: 'Token expired or revoked' } }
    this.withdraw(grant.person.sub)
    return { status: 200, body: {} }
  }

  private answerToken({ bytes }: ReceivedRequest): FakeReply {
    const form = Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
    const refuse = (error: string, error_description: string) => ({ status: 400, body: { error, error_description } })
    if (form['client_id'] !== CLIENT.client_id || form['client_secret'] !== CLIENT.client_secret)
      return { status: 401, body: { error: 'invalid_client', error_description: 'The OAuth client was not found.' } }
    if (form['grant_type'] === 'refresh_token') {
      const grant = this.refresh.get(form['refresh_token'] ?? '')
      if (!grant) return refuse('invalid_grant', 'Token has been expired or revoked.')
      return { status: 200, body: this.newAccess(grant) }
    }
    const code = this.codes.get(form['code'] ?? '')
    this.codes.delete(form['code'] ?? '')
    const challenge = createHash('sha256')
      .update(form['code_verifier'] ?? '')
      .digest('base64url')
    if (!code || code.challenge !== challenge) return refuse('invalid_grant', `Malformed auth code ${form['code']}.`)
    if (code.redirect !== form['redirect_uri']) return refuse('redirect_uri_mismatch', 'Bad Request')
    const refreshToken = `1//${nonce()}`
    this.refresh.set(refreshToken, code)
    return { status: 200, body: { ...this.newAccess(code), refresh_token: refreshToken, id_token: 'unused' } }
  }

  private newAccess(grant: Grant): object {
    const token = `ya29.${nonce()}`
    this.access.set(token, grant)
    return {
      access_token: token,
      expires_in: 3599,
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
      ...(this.isInTesting && { refresh_token_expires_in: 604_799 }),
    }
  }
}

function userInfo({ person: { sub, email } }: Grant): FakeReply {
  const name = email.split('@')[0]
  return { status: 200, body: { sub, email, email_verified: true, name, picture: `https://example.com/${sub}.png` } }
}

export function assertScope({ scopes }: Grant, ...anyOf: readonly string[]): void {
  if (anyOf.some((scope) => scopes.includes(scope))) return
  throw new GoogleRefusal(
    403,
    'PERMISSION_DENIED',
    'Request had insufficient authentication scopes.',
    buildErrorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
  )
}

/** Google refuses fields that it does not know. */
export function assertFields(value: Any, known: readonly string[], name: string): void {
  for (const field of Object.keys(value ?? {}))
    if (!known.includes(field))
      throw new GoogleRefusal(
        400,
        'INVALID_ARGUMENT',
        `Invalid JSON payload received. Unknown name "${field}" at '${name}'.`,
      )
}

export const invalid = (message: string) => new GoogleRefusal(400, 'INVALID_ARGUMENT', message)
export const notFound = () => new GoogleRefusal(404, 'NOT_FOUND', 'Requested entity was not found.')
export type { Grant as GoogleGrant }
