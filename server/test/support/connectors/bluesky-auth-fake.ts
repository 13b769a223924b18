import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- claims of every shape
type Any = any

interface AuthSession {
  readonly did: string
  readonly jkt: string
  readonly clientId: string
  readonly clientKid: string | undefined
  access: string
  refresh: string
  expiresMs: number
  readonly used: Set<string>
}

/** A refusal as RFC 6749 writes it. */
export class OAuthRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(code: string, description: string, status = 400) {
    super(description)
    this.code = code
    this.status = status
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64url')
const decode = (part = ''): Any => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
const hash = (text: string) => encode(createHash('sha256').update(text).digest())
const random = (prefix: string) => `${prefix}-${randomBytes(16).toString('hex')}`

/** Throws unless the key signed the text; returns its header and claims. */
function verifyJwt(text: string, selectKey: (header: Any) => JsonWebKey): { header: Any; claims: Any } {
  const [head = '', body = '', signature = ''] = text.split('.')
  const header = decode(head)
  if (header.alg !== 'ES256') throw new Error('alg')
  const key = createPublicKey({ format: 'jwk', key: selectKey(header) })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('signature')
  return { header, claims: decode(body) }
}

const computeThumbprint = ({ crv, kty, x, y }: JsonWebKey) => hash(JSON.stringify({ crv, kty, x, y }))

/**
 * The authorization server of a data server, with the checks and the responses of @atproto/oauth-provider 0.22.9. Tests
 * store the documents of clients in it: it reads nothing from the network.
 */
export class FakeAuthServer {
  issuer = ''
  readonly clients = new Map<string, Any>()
  readonly sessions = new Set<AuthSession>()
  readonly faults: PlannedFault[] = []
  readonly requests: ReceivedRequest[] = []
  readonly metadata: Record<string, unknown> = {}
  tokenSeconds = 3600
  /** Replaces the subject, the scope or the type of the next tokens. */
  nextTokens: Record<string, unknown> = {}
  /** Refuses every nonce. */
  refusesNonces = false
  /** Repeats the request in every refusal, as some servers do. */
  echoes = false
  private nonces = [random('nonce')]
  private readonly pushed = new Map<string, Any>()
  private readonly codes = new Map<string, Any>()
  private readonly seen = new Set<string>()
  private readonly nowMs: () => number

  constructor(nowMs: () => number) {
    this.nowMs = nowMs
  }

  async start(): Promise<this> {
    this.issuer = await serve((request) => this.handle(request), this.faults)
    return this
  }

  get nonce(): string {
    return this.nonces[0] ?? ''
  }

  /** Makes earlier nonces invalid. */
  rotateNonce(): void {
    this.nonces = [random('nonce')]
  }

  findSession(did: string): AuthSession | undefined {
    return [...this.sessions].findLast((one) => one.did === did)
  }

  /** Signs the person in on the page and allows all scopes; returns the address to which the browser is redirected. */
  approve(url: string, did: string, changes: Record<string, string> = {}): URL {
    const request = this.open(url)
    const code = random('cod')
    this.codes.set(code, { ...request, did })
    return this.back(request, { code, ...changes })
  }

  deny(url: string): URL {
    return this.back(this.open(url), { error: 'access_denied', error_description: 'The user rejected the request' })
  }

  private open(address: string): Any {
    const { origin, pathname, searchParams } = new URL(address)
    const request = this.pushed.get(searchParams.get('request_uri') ?? '')
    if (origin !== this.issuer || pathname !== '/oauth/authorize' || !request) throw new Error('no such request')
    if (searchParams.get('client_id') !== request.client_id) throw new Error('another client')
    if (searchParams.size !== 2) throw new Error('what was pushed is not sent again')
    return request
  }

  private back({ redirect_uri, state }: Any, params: Record<string, string>): URL {
    const url = new URL(redirect_uri)
    url.search = new URLSearchParams({ iss: this.issuer, state, ...params }).toString()
    return url
  }

  private handle(request: ReceivedRequest): FakeReply {
    this.requests.push(request)
    const form = new URLSearchParams(request.bytes.toString('utf8'))
    const headers = { 'dpop-nonce': this.nonce, 'cache-control': 'no-store' }
    try {
      const [status, body] = this.route(request, Object.fromEntries(form))
      return { status, body, headers }
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error
      const description = this.echoes ? request.bytes.toString('utf8') : error.message
      return { status: error.status, body: { error: error.code, error_description: description }, headers }
    }
  }

  private route(request: ReceivedRequest, form: Any): [number, Any] {
    const where = `${request.method} ${request.path}`
    if (where === 'GET /.well-known/oauth-authorization-server') return [200, this.describe()]
    if (request.method === 'GET') return [404, {}]
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') return [415, {}]
    if (where === 'POST /oauth/par') return [201, this.push(request, form)]
    if (where === 'POST /oauth/token') return [200, this.token(request, form)]
    if (where === 'POST /oauth/revoke') return [200, this.revoke(request, form)]
    return [404, {}]
  }

  private describe(): Any {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/oauth/authorize`,
      token_endpoint: `${this.issuer}/oauth/token`,
      revocation_endpoint: `${this.issuer}/oauth/revoke`,
      pushed_authorization_request_endpoint: `${this.issuer}/oauth/par`,
      require_pushed_authorization_requests: true,
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: ['atproto', 'transition:generic'],
      code_challenge_methods_supported: ['S256'],
      dpop_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      ...this.metadata,
    }
  }

  /** RFC 9449, 4.3: the thumbprint of the key that signed the proof. `token` is the one that the request is made with. */
  checkProof({ method, path, headers }: ReceivedRequest, origin: string, token?: string): string {
    let proof: { header: Any; claims: Any }
    try {
      proof = verifyJwt(String(headers['dpop']), ({ jwk }) => jwk)
    } catch (error) {
      throw new OAuthRefusal('invalid_dpop_proof', String(error))
    }
    const { header, claims } = proof
    const isRight =
      header.typ === 'dpop+jwt' &&
      header.jwk.d === undefined &&
      claims.htm === method &&
      claims.htu === `${origin}${path}` &&
      Math.abs(claims.iat - this.nowMs() / 1000) < 190 &&
      claims.ath === (token === undefined ? undefined : hash(token)) &&
      typeof claims.jti === 'string' &&
      !this.seen.has(claims.jti)
    if (!isRight) throw new OAuthRefusal('invalid_dpop_proof', `a wrong proof ${JSON.stringify(proof)}`)
    if (this.refusesNonces || !this.nonces.includes(claims.nonce))
      throw new OAuthRefusal('use_dpop_nonce', 'Authorization server requires nonce in DPoP proof')
    this.seen.add(claims.jti)
    return computeThumbprint(header.jwk)
  }

  /** The client, with the id of its key; throws when it cannot prove that it is the client. */
  private authenticate(form: Any): { client: Any; kid: string | undefined } {
    const id: string = form.client_id ?? ''
    if (id.startsWith('http://localhost?')) {
      const query = new URL(id).searchParams
      const client = { redirect_uris: query.getAll('redirect_uri'), scope: query.get('scope') ?? 'atproto' }
      if (form.client_assertion) throw new OAuthRefusal('invalid_client', 'a loopback client has no key')
      for (const uri of client.redirect_uris)
        if (!/^http:\/\/(127\.0\.0\.1|\[::1\])[:/]/.test(uri)) throw new OAuthRefusal('invalid_client_metadata', uri)
      return { client, kid: undefined }
    }
    const client = this.clients.get(id)
    if (!client) throw new OAuthRefusal('invalid_client_metadata', `Unable to obtain client metadata for "${id}"`)
    this.checkDocument(id, client)
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    try {
      if (form.client_assertion_type !== type) throw new Error('type')
      const { header, claims } = verifyJwt(form.client_assertion, ({ kid }) =>
        client.jwks.keys.find((key: Any) => key.kid === kid),
      )
      const isRight = claims.iss === id && claims.sub === id && claims.aud === this.issuer && claims.jti
      if (!isRight || this.seen.has(claims.jti) || Math.abs(claims.iat - this.nowMs() / 1000) > 60)
        throw new Error('claims')
      this.seen.add(claims.jti)
      return { client, kid: header.kid }
    } catch (error) {
      throw new OAuthRefusal('invalid_client', `Validation of "client_assertion" failed: ${String(error)}`, 401)
    }
  }

  private checkDocument(id: string, client: Any): void {
    const isRight =
      client.client_id === id &&
      client.dpop_bound_access_tokens === true &&
      client.token_endpoint_auth_method === 'private_key_jwt' &&
      client.token_endpoint_auth_signing_alg === 'ES256' &&
      client.application_type === 'web' &&
      client.grant_types.includes('refresh_token') &&
      client.response_types.includes('code') &&
      client.scope.split(' ').includes('atproto') &&
      client.redirect_uris.every((uri: string) => new URL(uri).origin === new URL(id).origin) &&
      client.jwks.keys.every(({ kid, d }: Any) => typeof kid === 'string' && d === undefined)
    if (!isRight) throw new OAuthRefusal('invalid_client_metadata', 'the document is wrong')
  }

  private push(request: ReceivedRequest, form: Any): Any {
    const jkt = this.checkProof(request, this.issuer)
    const { client, kid } = this.authenticate(form)
    if (!client.redirect_uris.includes(form.redirect_uri)) throw new OAuthRefusal('invalid_request', 'redirect_uri')
    if (form.response_type !== 'code' || form.code_challenge_method !== 'S256' || !form.state)
      throw new OAuthRefusal('invalid_request', 'the request is incomplete')
    if (form.scope.split(' ').some((scope: string) => !client.scope.split(' ').includes(scope)))
      throw new OAuthRefusal('invalid_scope', form.scope)
    const uri = `urn:ietf:params:oauth:request_uri:${random('req')}`
    this.pushed.set(uri, { ...form, jkt, kid })
    return { request_uri: uri, expires_in: 299 }
  }

  private token(request: ReceivedRequest, form: Any): Any {
    const jkt = this.checkProof(request, this.issuer)
    const { kid } = this.authenticate(form)
    if (form.grant_type === 'refresh_token') return this.renew(form, jkt, kid)
    const pushed = this.codes.get(form.code)
    this.codes.delete(form.code)
    const isRight =
      pushed?.client_id === form.client_id &&
      pushed?.jkt === jkt &&
      pushed?.kid === kid &&
      pushed?.redirect_uri === form.redirect_uri &&
      pushed?.code_challenge === hash(form.code_verifier ?? '')
    if (form.grant_type !== 'authorization_code' || !isRight) throw new OAuthRefusal('invalid_grant', 'Invalid code')
    const session: AuthSession = {
      did: pushed.did,
      jkt,
      clientId: form.client_id,
      clientKid: kid,
      access: '',
      refresh: '',
      expiresMs: 0,
      used: new Set(),
    }
    this.sessions.add(session)
    return this.issue(session, pushed.scope)
  }

  /** Ends the session when its refresh token was used before, or comes from another key or client. */
  private renew({ refresh_token: token, client_id }: Any, jkt: string, kid: string | undefined): Any {
    const session = [...this.sessions].find(({ refresh, used }) => refresh === token || used.has(token))
    if (!session) throw new OAuthRefusal('invalid_grant', 'Invalid refresh token')
    const isOurs = session.jkt === jkt && session.clientId === client_id && session.clientKid === kid
    if (session.refresh !== token || !isOurs) {
      this.sessions.delete(session)
      throw new OAuthRefusal('invalid_grant', isOurs ? 'Refresh token replayed' : 'another key')
    }
    return this.issue(session, 'atproto transition:generic')
  }

  private issue(session: AuthSession, scope: string): Any {
    if (session.refresh) session.used.add(session.refresh)
    session.access = random('access')
    session.refresh = random('ref')
    session.expiresMs = this.nowMs() + this.tokenSeconds * 1000
    const { access, refresh, did } = session
    const changes = this.nextTokens
    this.nextTokens = {}
    return {
      access_token: access,
      refresh_token: refresh,
      token_type: 'DPoP',
      expires_in: this.tokenSeconds,
      scope,
      sub: did,
      ...changes,
    }
  }

  private revoke(request: ReceivedRequest, { token, ...form }: Any): Any {
    const jkt = this.checkProof(request, this.issuer)
    this.authenticate(form)
    for (const session of this.sessions)
      if (session.jkt === jkt && (session.refresh === token || session.access === token)) this.sessions.delete(session)
    return {}
  }

  /** Returns the DID behind a request to a data server; throws when its token is not valid or not bound to the key of its proof. */
  authorize(request: ReceivedRequest, origin: string): string {
    const token = (request.headers.authorization ?? '').replace('DPoP ', '')
    const jkt = this.checkProof(request, origin, token)
    const session = [...this.sessions].find(({ access }) => access === token)
    if (!session || session.jkt !== jkt) throw new OAuthRefusal('invalid_token', 'Invalid token')
    if (session.expiresMs < this.nowMs()) throw new OAuthRefusal('invalid_token', '"exp" claim timestamp check failed')
    return session.did
  }
}
