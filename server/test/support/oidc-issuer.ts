import { createHash, createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { answers, startReceiver } from './receiver.ts'

/** A person at the provider, and the defects of its next response. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

export interface Faults {
  /** Replaces claims of the ID token. */
  readonly claims?: Record<string, unknown>
  /** Signs with a key that the provider does not publish. */
  readonly isForged?: boolean
  /** Omits the person's claims from the token, so that they come from the user info endpoint. */
  readonly hasBareToken?: boolean
  readonly tokenStatus?: number
}

const CLIENT = { id: 'quoin', secret: 'client secret for tests' }

/** Starts a small OpenID Connect provider on loopback. It enforces PKCE, its secret and single use of a code. */
export async function startIssuer() {
  const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [own, foreign] = [pair(), pair()]
  const codes = new Map<string, { person: Person; nonce: string; challenge: string; redirectUri: string }>()
  const tokens = new Map<string, Person>()
  let faults: Faults = {}
  let isDown = false
  const requests: string[] = []

  const receiver = await startReceiver((response, { path, headers, body }) => {
    const { pathname } = new URL(path, 'http://issuer')
    requests.push(pathname)
    const send = (status: number, value: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (isDown) return void response.destroy()
    if (pathname === '/.well-known/openid-configuration') return send(200, metadata(receiver.url))
    if (pathname === '/jwks') {
      const jwk = own.publicKey.export({ format: 'jwk' })
      return send(200, { keys: [{ ...jwk, kid: 'own', alg: 'RS256', use: 'sig' }] })
    }
    if (pathname === '/userinfo') {
      const person = tokens.get(String(headers['authorization']).replace('Bearer ', ''))
      return person ? send(200, person) : send(401, {})
    }
    if (pathname !== '/token') return answers.status(404)(response, { path, headers, body, at: 0 }, undefined as never)
    const form = new URLSearchParams(body)
    const asked = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`).toString('base64')}`
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (headers['authorization'] !== basic) return send(401, { error: 'invalid_client' })
    if (!asked || asked.challenge !== challenge || asked.redirectUri !== form.get('redirect_uri'))
      return send(400, { error: 'invalid_grant' })
    if (faults.tokenStatus) return send(faults.tokenStatus, { error: 'server_error' })
    const access = createHmac('sha256', 'access').update(String(tokens.size)).digest('hex')
    tokens.set(access, asked.person)
    const { sub, ...person } = asked.person
    const at = Math.floor(Date.now() / 1000)
    const claims = {
      iss: receiver.url,
      aud: CLIENT.id,
      sub,
      iat: at,
      exp: at + 300,
      nonce: asked.nonce,
      ...(!faults.hasBareToken && person),
      ...faults.claims,
    }
    const key = createPrivateKey((faults.isForged ? foreign : own).privateKey.export({ type: 'pkcs8', format: 'pem' }))
    send(200, { access_token: access, token_type: 'Bearer', expires_in: 300, id_token: jwt(claims, key) })
  })

  return {
    url: receiver.url,
    requests,
    env: {
      OIDC_ISSUER: receiver.url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example ID',
    },
    set: (next: Faults) => void (faults = next),
    setDown: (next: boolean) => void (isDown = next),
    /** Signs the person in on the provider's page. Returns the URL that the browser is redirected to. */
    signIn(authorizeUrl: string, person: Person): URL {
      const { origin, pathname, searchParams: asked } = new URL(authorizeUrl)
      if (origin !== receiver.url || pathname !== '/authorize') throw new Error(`Not at the provider: ${authorizeUrl}`)
      const get = (name: string) => asked.get(name) ?? ''
      if (get('client_id') !== CLIENT.id || get('response_type') !== 'code' || get('code_challenge_method') !== 'S256')
        throw new Error(`A bad request: ${authorizeUrl}`)
      const code = `code-${codes.size}-${Math.random()}`
      const redirectUri = get('redirect_uri')
      codes.set(code, { person, nonce: get('nonce'), challenge: get('code_challenge'), redirectUri })
      const back = new URL(redirectUri)
      back.search = String(new URLSearchParams({ code, state: get('state'), iss: receiver.url }))
      return back
    },
  }
}

function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
  }
}

function jwt(claims: object, key: ReturnType<typeof createPrivateKey>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', kid: 'own', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
