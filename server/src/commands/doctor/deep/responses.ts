import { API_VERSION } from '../../../http/openapi/document.ts'
import { type CheckGroup, type CheckResult, type Deployment, failed, ok, skipped } from './check.ts'

const CLOCK_SKEW_MS_MAX = 2000

export const responseChecks: CheckGroup = {
  heading: 'Responses',
  checks: [
    { name: 'version', run: checkVersion },
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
