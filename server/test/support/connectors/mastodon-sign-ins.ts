import { createHash, randomBytes } from 'node:crypto'
import type { FakeReply, ReceivedRequest } from './loopback.ts'
import type { ServerKind } from './mastodon-kinds.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape
type Any = any

export interface Person {
  readonly id: string
  readonly username: string
  /** With the server, for people of other servers. */
  readonly acct: string
  displayName?: string
  followers: number
  suspended: boolean
}

interface Token {
  readonly person: Person
  readonly scopes: readonly string[]
  readonly app: Any
}

export class Refusal extends Error {
  readonly reply: FakeReply
  constructor(status: number, error: string, more: object = {}, headers: Record<string, string> = {}) {
    super(error)
    this.reply = { status, body: { error, ...more }, headers }
  }
}

const nonce = () => randomBytes(20).toString('base64url')
const ok = (body: unknown): FakeReply => ({ status: 200, body })

/** Apps, sign-ins and tokens of a server. */
export class FakeSignIns {
  readonly kind: ServerKind
  readonly tokens = new Map<string, Token>()
  readonly apps = new Map<string, Any>()
  readonly codes = new Map<string, Any>()

  constructor(kind: ServerKind) {
    this.kind = kind
  }

  /** A person approves the authorization; returns the redirect back to us. */
  approve(address: string, person: Person): URL {
    const { searchParams: query, pathname } = new URL(address)
    const app = this.apps.get(query.get('client_id') ?? '')
    const back = query.get('redirect_uri') ?? ''
    const scopes = (query.get('scope') ?? '').split(' ')
    const isRight =
      pathname === '/oauth/authorize' &&
      query.get('response_type') === 'code' &&
      app?.redirect_uris.includes(back) &&
      scopes.every((scope) => app.scopes.includes(scope)) &&
      query.get('code_challenge_method') === 'S256'
    if (!isRight) throw new Error(`The server shows an error instead of the question: ${address}`)
    const code = nonce()
    this.codes.set(code, { app, back, scopes, challenge: query.get('code_challenge'), person })
    const url = new URL(back)
    url.searchParams.set('code', code)
    url.searchParams.set('state', query.get('state') ?? '')
    return url
  }

  register({ client_name, redirect_uris, scopes = 'read' }: Any): FakeReply {
    if (!client_name || !redirect_uris?.length) throw new Refusal(422, "Validation failed: Name can't be blank")
    if (typeof redirect_uris !== 'string' && !this.kind.readsAnyBody)
      throw new Refusal(400, 'Bad Request: json: cannot unmarshal array into Go struct field of type string')
    const app = {
      client_id: nonce(),
      client_secret: nonce(),
      name: client_name,
      redirect_uris: [redirect_uris].flat(),
      scopes: scopes.split(' '),
    }
    this.apps.set(app.client_id, app)
    return ok(app)
  }

  exchange({ grant_type, code, client_id, client_secret, redirect_uri, code_verifier }: Any): FakeReply {
    const app = this.apps.get(client_id)
    if (!app || app.client_secret !== client_secret)
      throw new Refusal(401, 'invalid_client', { error_description: 'Client authentication failed.' })
    const grant = this.codes.get(code)
    const challenge = createHash('sha256').update(String(code_verifier)).digest('base64url')
    const isRight = grant_type === 'authorization_code' && grant?.app === app && grant.back === redirect_uri
    if (!isRight || (this.kind.checksChallenge && challenge !== grant.challenge))
      throw new Refusal(400, 'invalid_grant', { error_description: 'The provided authorization grant is invalid.' })
    this.codes.delete(code)
    const token = nonce()
    this.tokens.set(token, { person: grant.person, scopes: grant.scopes, app })
    return ok({ access_token: token, token_type: 'Bearer', scope: grant.scopes.join(' '), created_at: 1 })
  }

  revoke({ json, bytes }: ReceivedRequest): FakeReply {
    const form = new URLSearchParams(json === undefined ? bytes.toString('utf8') : '')
    const params = json && this.kind.readsAnyBody ? json : Object.fromEntries(form)
    if (!params.token || !params.client_id)
      throw new Refusal(400, 'invalid_request', { error_description: 'token not set' })
    const app = this.apps.get(params.client_id)
    const token = this.tokens.get(params.token)
    if (app?.client_secret !== params.client_secret || (token && token.app !== app))
      throw new Refusal(403, 'unauthorized_client', {
        error_description: 'You are not authorized to revoke this token',
      })
    this.tokens.delete(params.token)
    return ok({})
  }

  authorize({ headers }: ReceivedRequest, scope: string): Person {
    const token = this.tokens.get((headers.authorization ?? '').replace('Bearer ', ''))
    if (!token) throw new Refusal(401, 'The access token is invalid')
    const isAllowed = token.scopes.includes(scope) || token.scopes.includes(scope.split(':')[0] ?? '')
    if (!isAllowed) throw new Refusal(403, 'This action is outside the authorized scopes')
    return token.person
  }
}
