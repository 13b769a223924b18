import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import { newSecret } from '../../../domains/identity/keys/secret.ts'
import { isBlockedAddress } from '../../../kit/net/address.ts'
import { type CheckGroup, type CheckResult, type Deployment, failed, ok, skipped } from './check.ts'
import { BURST_TRIED_MAX, sendUntilRefused } from './send-until-refused.ts'
import { readHost } from './tls.ts'

const SET_TRUST_PROXY =
  'Set TRUST_PROXY to the address that its requests come from; docs/guides/deploying.md lists them.'

const ALTERNATING_CALLS = 80
/** Fewer refusals could be a coincidence. */
const REFUSALS_MIN = 5

export const proxyChecks: CheckGroup = {
  heading: 'Proxy',
  checks: [
    { name: 'metrics', run: checkMetrics },
    { name: 'address of callers', run: checkTrust },
    { name: 'forged address', run: checkForged },
  ],
}

/** The way to the server. The server does not believe a stranger, because its address is not in TRUST_PROXY. */
type Route = 'proxy' | 'stranger' | 'direct' | 'unknown'

/** The server refuses metrics to requests that were forwarded, which shows whether a proxy names the callers. */
async function findRoute({ http }: Deployment): Promise<Route> {
  const { status, text } = await http.send('/metrics')
  if (status === 200) return 'direct'
  if (status !== 404 || !/not served through a proxy/.test(text)) return 'unknown'
  return /not in TRUST_PROXY/.test(text) ? 'stranger' : 'proxy'
}

async function checkMetrics(deployment: Deployment): Promise<CheckResult> {
  if ((await findRoute(deployment)) !== 'direct') return ok('/metrics is not served at the public URL')
  if (isLocal(deployment)) return skipped('the public URL is not on the internet, so /metrics may be read there')
  return failed(
    '/metrics is served at the public URL, so anyone can read it',
    'Block /metrics in the proxy, or let the proxy set X-Forwarded-For.',
  )
}

function isLocal({ url }: Deployment): boolean {
  const host = readHost(url)
  return host === 'localhost' || (isIP(host) !== 0 && isBlockedAddress(host, false))
}

async function checkTrust(deployment: Deployment): Promise<CheckResult> {
  const { TRUST_PROXY: trusted } = deployment.ctx.config
  const route = await findRoute(deployment)
  if (route === 'direct') return skipped('no proxy forwards these requests')
  if (route === 'stranger' || (route === 'proxy' && trusted === undefined)) {
    const setting = trusted === undefined ? 'is not set' : `is ${trusted.join(',')}, which is not its address`
    return failed(
      `a proxy forwards these requests, but TRUST_PROXY ${setting}: all callers count as one address and share its limits`,
      SET_TRUST_PROXY,
    )
  }
  if (trusted === undefined)
    return skipped('a proxy answers /metrics itself, and does not show whether it names callers')
  return ok(`a proxy forwards these requests, and TRUST_PROXY is ${trusted.join(',')}`)
}

/**
 * Uses up the limit for invalid keys under one forged address. If other forged addresses are still admitted, the server believes
 * the header. The limit refills within seconds, and calls with valid keys do not count.
 */
async function checkForged(deployment: Deployment): Promise<CheckResult> {
  const { RATE_LIMIT_ADDRESS_BURST: burst, TRUST_PROXY: trusted } = deployment.ctx.config
  const route = await findRoute(deployment)
  if (route === 'stranger' || (trusted === undefined && route !== 'direct'))
    return skipped(
      'the proxy is not trusted, so X-Forwarded-For is ignored, and this check would use up the limit of all callers',
    )
  if (trusted !== undefined && route === 'direct' && isLocal(deployment))
    return skipped('the URL leads to the server itself, which may trust this machine')
  if (burst > BURST_TRIED_MAX)
    return skipped(`RATE_LIMIT_ADDRESS_BURST is ${burst}; this check makes at most ${BURST_TRIED_MAX} calls at once`)
  const first = forgeAddress()
  const sendAs = (address: string) =>
    deployment.http.send('/v1/profiles', {
      key: newSecret('live').key,
      headers: { 'x-forwarded-for': address },
      canBeLimited: true,
    })
  await sendUntilRefused(burst, () => sendAs(first))
  // Sent alternately: while calls under the first address are refused, the others share its limit unless they are believed.
  const replies = await Promise.all(
    Array.from({ length: ALTERNATING_CALLS }, async (_, at) => {
      const isFirst = at % 2 === 0
      return { isFirst, isRefused: (await sendAs(isFirst ? first : forgeAddress())).status === 429 }
    }),
  )
  const count = (wanted: boolean) => replies.filter(({ isFirst, isRefused }) => isRefused && isFirst === wanted).length
  if (count(false) > 0) return ok('a forged X-Forwarded-For did not change the address that limits count')
  if (count(true) < REFUSALS_MIN)
    return skipped(`${2 * burst} calls did not reach the limit, which refills faster than calls arrive from here`)
  return failed(
    'the server believes a forged X-Forwarded-For, so callers can evade limits and appear under any address',
    'Let the proxy replace the header instead of passing it on (nginx: proxy_set_header X-Forwarded-For $remote_addr), and trust only the proxy in TRUST_PROXY.',
  )
}

/** Returns an address of 198.18.0.0/15, which is reserved for tests of networks: no caller has it. */
function forgeAddress(): string {
  return `198.${18 + randomInt(2)}.${randomInt(256)}.${1 + randomInt(254)}`
}
