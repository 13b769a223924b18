import { type CheckGroup, type CheckResult, type Deployment, failed, ok, skipped } from './check.ts'
import { createKey } from './keys.ts'
import { BURST_TRIED_MAX, sendUntilRefused } from './send-until-refused.ts'

const PARALLEL_CALLS = 20
/** Larger than the limit of most endpoints, which is 1 MiB. */
const LARGE_BYTES = 3_145_728
const PART_BYTES = 65_536
const EARLY_MS = 5000
const PART_TRIES = 3

export const limitChecks: CheckGroup = {
  heading: 'Limits',
  checks: [
    { name: 'rate limit', run: checkHeaders },
    { name: 'refused call', run: checkRefusal },
    { name: 'large body', run: checkLargeBody },
  ],
}

async function checkHeaders(deployment: Deployment): Promise<CheckResult> {
  const { key } = await createKey(deployment, { permission: 'read' })
  const calls = Array.from({ length: PARALLEL_CALLS }, () => deployment.http.send('/v1/profiles', { key }))
  const replies = await Promise.all(calls)
  const quota = Number(/;q=(\d+)/.exec(String(replies[0]?.headers['ratelimit-policy']))?.[1] ?? Number.NaN)
  const left = replies.map(({ headers }) => Number(/;r=(\d+)/.exec(String(headers['ratelimit']))?.[1] ?? Number.NaN))
  if (Number.isNaN(quota) || left.some(Number.isNaN))
    return failed(
      'responses have no RateLimit and RateLimit-Policy headers',
      'Let the proxy pass these response headers on.',
    )
  const lowest = Math.min(...left)
  if (lowest < quota) return ok(`${PARALLEL_CALLS} calls counted down from ${quota} to ${lowest}`)
  return failed(
    `${PARALLEL_CALLS} calls did not count down from ${quota}`,
    'Check that the proxy does not cache responses to calls with a key.',
  )
}

async function checkRefusal(deployment: Deployment): Promise<CheckResult> {
  const { RATE_LIMIT_BURST: burst } = deployment.ctx.config
  if (burst > BURST_TRIED_MAX)
    return skipped(`RATE_LIMIT_BURST is ${burst}; this check makes at most ${BURST_TRIED_MAX} calls at once`)
  const { key } = await createKey(deployment, { permission: 'read' })
  const refusal = await sendUntilRefused(burst, () => deployment.http.send('/v1/profiles', { key, canBeLimited: true }))
  if (!refusal)
    return skipped(`${2 * burst} calls did not reach the limit, which refills faster than calls arrive from here`)
  const seconds = Number(refusal.headers['retry-after'])
  if (seconds >= 1) return ok(`a call beyond the limit got 429 with Retry-After: ${seconds}`)
  return failed('a call beyond the limit got 429 without Retry-After', 'Let the proxy pass this response header on.')
}

/** The server refuses the body by its length, before it arrives. A proxy that collects bodies first passes nothing on. */
async function checkLargeBody({ http, workspace }: Deployment): Promise<CheckResult> {
  const part = { key: workspace.liveKey, bytes: LARGE_BYTES, partBytes: PART_BYTES, waitMs: EARLY_MS }
  const reply = await sendPartAgain(() => http.sendPart('/v1/profiles', part))
  if (reply === 'reset')
    return skipped('the connection was reset before the refusal arrived, as some proxies do when a body is not read')
  if (!reply)
    return failed(
      `a body of ${LARGE_BYTES} bytes was not refused before all of it was sent: the proxy buffers request bodies`,
      'Turn off request buffering in the proxy (nginx: proxy_request_buffering off). Uploads would fill its disk.',
    )
  if (reply.status === 413 && reply.body?.code === 'payload_too_large')
    return ok(`a body of ${LARGE_BYTES} bytes got 413 after its first ${PART_BYTES}`)
  return failed(
    `a body of ${LARGE_BYTES} bytes got ${reply.status}, but not from Quoin`,
    'Raise the limit of the proxy above MEDIA_BYTES_MAX (nginx: client_max_body_size), or uploads fail.',
  )
}

/** The server closes the connection after a refusal, and the reset may overtake the response. */
async function sendPartAgain<T>(send: () => Promise<T>): Promise<T | 'reset'> {
  for (let tries = 0; tries < PART_TRIES; tries++)
    try {
      return await send()
    } catch (error) {
      if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  return 'reset'
}
