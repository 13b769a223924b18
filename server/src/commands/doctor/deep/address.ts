import { request } from 'node:http'
import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { API_VERSION } from '../../../http/openapi/document.ts'
import { type CheckGroup, type CheckResult, type Deployment, failed, ok, skipped } from './check.ts'

const CERTIFICATE_DAYS_MIN = 10
const DAY_MS = 86_400_000
const CLOCK_SKEW_MS_MAX = 2000
const CONNECT_MS = 10_000

export const addressChecks: CheckGroup = {
  heading: 'Address and TLS',
  checks: [
    { name: 'version', run: checkVersion },
    { name: 'certificate', run: checkCertificate },
    { name: 'redirect', run: checkRedirect },
    { name: 'security headers', run: checkHeaders },
    { name: 'clock', run: checkClock },
  ],
}

/** Returns the reason why the server cannot be checked; undefined when it is ready. */
export async function findUnreachable({ http, url }: Pick<Deployment, 'http' | 'url'>): Promise<string | undefined> {
  try {
    const { status, text } = await http.send('/readyz')
    if (status === 200) return undefined
    return `${url.href} is not ready: /readyz returned ${status} ${text.slice(0, 200)}`.trim()
  } catch (error) {
    return `${url.href} does not respond (${(error as Error).message})`
  }
}

async function checkVersion({ http }: Deployment): Promise<CheckResult> {
  const { status, body } = await http.send<{ info?: { title?: string; version?: string } } | undefined>('/openapi.json')
  const version = body?.info?.version
  if (version === API_VERSION) return ok(`the server describes API ${version}, as this command does`)
  return failed(
    version === undefined
      ? `/openapi.json returned ${status} without a version, so another program may respond here`
      : `the server describes API ${version}, but this command is of ${API_VERSION}`,
    'Let the proxy pass every path to Quoin, and run this command with the version of the server.',
  )
}

async function checkCertificate({ url }: Deployment): Promise<CheckResult> {
  if (url.protocol !== 'https:') return skipped('the public URL is plain HTTP, so there is no certificate')
  const { problem, validTo } = await readCertificate(url)
  if (problem) return failed(`the certificate is not valid (${problem})`, 'Install a certificate that browsers trust.')
  const days = Math.floor((validTo.getTime() - Date.now()) / DAY_MS)
  if (days >= CERTIFICATE_DAYS_MIN) return ok(`valid, with ${days} days left`)
  return failed(`only ${days} days left`, 'Renew it, and check why it was not renewed automatically.')
}

function readCertificate(url: URL): Promise<{ problem: string | undefined; validTo: Date }> {
  const host = readHost(url)
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(url.port || 443),
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
    })
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('the connection timed out')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { valid_to: validTo }: PeerCertificate = socket.getPeerCertificate()
      const problem = socket.authorized ? undefined : String(socket.authorizationError)
      socket.end()
      resolve({ problem, validTo: new Date(validTo) })
    })
  })
}

async function checkRedirect({ url, signal }: Deployment): Promise<CheckResult> {
  if (url.protocol !== 'https:') return skipped('the public URL is plain HTTP')
  if (url.port !== '') return skipped('the public URL names a port, so plain HTTP would have another one')
  const plain = `http://${url.host}/`
  let seen: { status: number; location: string }
  try {
    seen = await requestPlain(plain, signal)
  } catch {
    return ok(`nothing responds at ${plain}`)
  }
  const { status, location } = seen
  if (status >= 300 && status < 400 && location.startsWith('https://')) return ok(`${plain} leads to HTTPS (${status})`)
  return failed(
    `${plain} returned ${status} instead of a redirect, so keys may be sent without encryption`,
    'Redirect port 80 to HTTPS in the proxy, as deploy/nginx/quoin.conf does.',
  )
}

function requestPlain(url: string, signal: AbortSignal): Promise<{ status: number; location: string }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]) })
    call.once('error', reject)
    call.once('response', (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' })
    })
    call.end()
  })
}

async function checkHeaders({ http, url }: Deployment): Promise<CheckResult> {
  const api = await http.send('/v1/public/pricing')
  const page = await http.send('/docs', { headers: { accept: 'text/html' } })
  const wanted = [
    ['x-content-type-options', api.headers],
    ...(url.protocol === 'https:' ? [['strict-transport-security', api.headers] as const] : []),
    ['content-security-policy', page.headers],
    ['x-frame-options', page.headers],
    ['referrer-policy', page.headers],
  ] as const
  const missing = wanted.filter(([name, headers]) => headers[name] === undefined).map(([name]) => name)
  if (missing.length === 0) return ok(`${wanted.map(([name]) => name).join(', ')} arrive`)
  return failed(`${missing.join(', ')} do not arrive`, 'Let the proxy pass these response headers on.')
}

/** The header has whole seconds. */
async function checkClock({ http }: Deployment): Promise<CheckResult> {
  const startedAt = Date.now()
  const { headers } = await http.send('/healthz')
  const skew = Date.parse(headers.date ?? '') + 500 - (startedAt + Date.now()) / 2
  if (Number.isNaN(skew)) return skipped('responses have no Date header')
  const seconds = Math.max(0, Math.abs(skew) / 1000 - 0.5).toFixed(1)
  if (Math.abs(skew) <= CLOCK_SKEW_MS_MAX + 500)
    return ok(`the server's clock is at most ${seconds} s from this machine's`)
  return failed(
    `the server's clock is ${seconds} s from this machine's`,
    'Synchronise both with NTP: signatures and expiry depend on it.',
  )
}

/** Returns the host name or address, without the brackets of IPv6. */
export function readHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}
