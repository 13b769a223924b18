import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Browser } from './harness.ts'

export const REDIRECT = 'http://127.0.0.1:33418/callback'

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
}

/** Rights that a user gives on the consent page. */
export const GIVEN = { permission: 'read_write', monthly_budget: 100 }

/** Acts as an app: registers, sends users to the consent page and exchanges codes, as the protocol describes. */
export function createOauthClient(url: string) {
  async function post(
    path: string,
    form: Record<string, string>,
  ): Promise<{ status: number; body: Tokens & { readonly error?: string } }> {
    const response = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form) })
    return { status: response.status, body: JSON.parse((await response.text()) || '{}') }
  }

  async function register(metadata: object = {}): Promise<{ status: number; body: Record<string, never> }> {
    const response = await fetch(`${url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Example app', redirect_uris: [REDIRECT], ...metadata }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, never> }
  }

  /** Opens the authorization endpoint as a browser does; returns where it leads. */
  async function authorize(parameters: Record<string, string>): Promise<{ status: number; location: URL }> {
    const query = new URLSearchParams({
      response_type: 'code',
      redirect_uri: REDIRECT,
      code_challenge_method: 'S256',
      resource: `${url}/mcp`,
      state: 'state of the app',
      ...parameters,
    })
    const response = await fetch(`${url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' })
    await response.body?.cancel()
    return { status: response.status, location: new URL(response.headers.get('location') ?? 'about:blank') }
  }

  /** Begins a request that is never continued; returns it as the consent page gets it. */
  async function beginRequest(metadata: object = {}): Promise<string> {
    const { body } = await register(metadata)
    const { location } = await authorize({ client_id: String(body['client_id']), code_challenge: 'x'.repeat(43) })
    return location.hash.slice(1)
  }

  /** Goes through consent; returns the code and what its exchange needs. */
  async function getCode(user: Browser, given: object = GIVEN, parameters: Record<string, string> = {}) {
    const clientId = parameters['client_id'] ?? String((await register()).body['client_id'])
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const { location } = await authorize({ client_id: clientId, code_challenge: challenge, ...parameters })
    const allowed = await user('POST', '/v1/oauth-requests:allow', { request: location.hash.slice(1), ...given })
    assert.equal(allowed.status, 200, allowed.text)
    const back = new URL(allowed.body.redirect_url)
    return { clientId, verifier, back, code: back.searchParams.get('code') ?? '' }
  }

  const exchange = (code: string, clientId: string, verifier: string, more: Record<string, string> = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      code_verifier: verifier,
      redirect_uri: REDIRECT,
      ...more,
    })

  const refresh = (token: string, clientId: string, more: Record<string, string> = {}) =>
    post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...more })

  /** Connects the app; returns its tokens. */
  async function connect(user: Browser, given: object = GIVEN, parameters: Record<string, string> = {}) {
    const { clientId, verifier, code } = await getCode(user, given, parameters)
    const { status, body } = await exchange(code, clientId, verifier)
    assert.equal(status, 200, JSON.stringify(body))
    return { clientId, tokens: body }
  }

  return { post, register, authorize, beginRequest, getCode, exchange, refresh, connect }
}
