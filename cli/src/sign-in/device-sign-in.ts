import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionError } from '../../../sdk/src/errors.ts'
import { type Caller, type Login, readConfig, saveLogin } from '../logins.ts'
import { note } from '../output.ts'
import { UsageError } from '../usage-error.ts'
import { openBrowser } from './open-browser.ts'

const CLIENT_ID = 'quoin-cli'
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
const SLOWER_SECONDS = 5
/** An access token is replaced this long before it expires. */
const AHEAD_MS = 60_000

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

interface Device {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly expires_in: number
  readonly interval: number
}

/** Signs in with a browser on any machine (RFC 8628). Returns the settings to store. */
export async function signInWithBrowser(baseUrl: string): Promise<Login> {
  const begun = await post<Device>(baseUrl, 'device_authorization', {})
  if (!('device_code' in begun))
    throw new UsageError(`${baseUrl} does not support signing in with a browser. Use \`quoin login --key\`.`)
  note(`Open ${begun.verification_uri} and enter the code ${begun.user_code}`)
  note('Waiting for you to allow the sign-in. Press Ctrl-C to stop.')
  if (process.stderr.isTTY) openBrowser(begun.verification_uri_complete)
  return toLogin(baseUrl, await pollTokens(baseUrl, begun))
}

async function pollTokens(baseUrl: string, { device_code, interval, expires_in }: Device): Promise<Tokens> {
  const deadline = Date.now() + expires_in * 1000
  for (let seconds = interval; Date.now() < deadline; ) {
    await sleep(seconds * 1000)
    const answer = await pollOnce(baseUrl, device_code)
    if ('access_token' in answer) return answer
    if (answer.error === 'slow_down') seconds += SLOWER_SECONDS
    else if (answer.error !== 'authorization_pending')
      throw new UsageError(`Not signed in: ${answer.error_description ?? answer.error}`)
  }
  throw new UsageError('Not signed in: the code has expired. Run `quoin login` again.')
}

/** A server that cannot be reached for a moment does not end the sign-in. */
async function pollOnce(baseUrl: string, deviceCode: string): Promise<Tokens | OauthFailure> {
  try {
    return await post<Tokens>(baseUrl, 'token', { grant_type: DEVICE_CODE, device_code: deviceCode })
  } catch (error) {
    if (error instanceof ConnectionError) return { error: 'slow_down' }
    throw error
  }
}

/**
 * Returns a `fetch` that sends a valid access token, for a caller who signed in with a browser; undefined for a caller with an
 * API key.
 */
export function createSignedInFetch(caller: Caller): typeof fetch | undefined {
  const { login, apiKey } = caller
  if (login.sign_in === undefined || apiKey !== login.api_key) return undefined
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${await getAccessToken(caller)}`)
    return fetch(input, { ...init, headers })
  }
}

const refreshing = new Map<string, Promise<string>>()

/**
 * Reads the stored token again, because another process may have replaced it. It is refreshed at the server that issued it,
 * whatever `--base-url` says.
 */
async function getAccessToken({ loginName }: Caller): Promise<string> {
  const { api_key: token, base_url: baseUrl, sign_in: signIn } = readConfig().logins[loginName] ?? {}
  if (token === undefined || baseUrl === undefined || signIn === undefined) throw signedOut()
  if (Date.parse(signIn.expires_at) - Date.now() > AHEAD_MS) return token
  const running =
    refreshing.get(loginName) ??
    refresh(baseUrl, loginName, signIn.refresh_token).finally(() => refreshing.delete(loginName))
  refreshing.set(loginName, running)
  return running
}

/**
 * Replaces both tokens. Two processes that do so at the same time get the same refresh token from the server, so it does not
 * matter which of them writes last.
 */
async function refresh(baseUrl: string, loginName: string, refreshToken: string): Promise<string> {
  const answer = await post<Tokens>(baseUrl, 'token', { grant_type: 'refresh_token', refresh_token: refreshToken })
  if (!('access_token' in answer)) throw signedOut()
  saveLogin(loginName, toLogin(baseUrl, answer))
  return answer.access_token
}

function signedOut(): UsageError {
  return new UsageError('Your sign-in has ended. Run `quoin login` to sign in again.')
}

/** Ends the sign-in on the server. Returns false if the server could not be reached. */
export async function signOut(baseUrl: string, { sign_in: signIn }: Login): Promise<boolean> {
  if (signIn === undefined) return true
  try {
    await post(baseUrl, 'revoke', { token: signIn.refresh_token })
    return true
  } catch (error) {
    if (error instanceof ConnectionError) return false
    throw error
  }
}

function toLogin(baseUrl: string, { access_token, refresh_token, expires_in }: Tokens): Login {
  const expires_at = new Date(Date.now() + expires_in * 1000).toISOString()
  return { api_key: access_token, base_url: baseUrl, sign_in: { refresh_token, expires_at } }
}

interface OauthFailure {
  readonly error: string
  readonly error_description?: string
}

async function post<T>(baseUrl: string, path: string, form: Record<string, string>): Promise<T | OauthFailure> {
  const url = `${baseUrl}/oauth/${path}`
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...form })
  const response = await fetch(url, { method: 'POST', body }).catch((error: unknown) => {
    const reason = ((error as Error).cause as Error | undefined)?.message ?? (error as Error).message
    throw new ConnectionError(`POST ${url} failed: ${reason}`, error)
  })
  // A proxy or a server that restarts responds with something else than OAuth does.
  if (response.status === 429 || response.status >= 500)
    throw new ConnectionError(`POST ${url} failed: status ${response.status}`, undefined)
  return response.json().catch(() => ({ error: `status ${response.status}` })) as Promise<T | OauthFailure>
}
