import { request } from 'node:http'
import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { type CheckGroup, type CheckResult, failed, ok, type Surroundings, skipped } from './check.ts'

const CERTIFICATE_DAYS_MIN = 10
const DAY_MS = 86_400_000
const CONNECT_MS = 10_000

/** Also run when the server does not respond, because a certificate that is not valid is a reason for that. */
export const tlsChecks: CheckGroup<Surroundings> = {
  heading: 'TLS',
  checks: [
    { name: 'certificate', run: checkCertificate },
    { name: 'redirect', run: checkRedirect },
  ],
}

async function checkCertificate({ url }: Surroundings): Promise<CheckResult> {
  if (url.protocol !== 'https:') return skipped('the public URL is plain HTTP, so there is no certificate')
  const read = await readCertificate(url).catch((error: Error) => error)
  if (read instanceof Error) return skipped(`no TLS connection to ${url.host} (${read.message})`)
  const { problem, validTo } = read
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

async function checkRedirect({ url, signal }: Surroundings): Promise<CheckResult> {
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

/** Returns the host name or address, without the brackets of IPv6. */
export function readHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}
