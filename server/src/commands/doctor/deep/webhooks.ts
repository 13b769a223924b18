import { type CheckGroup, type CheckResult, type Deployment, failed, ok, skipped } from './check.ts'
import { isSigned, type Receiver, startReceiver } from './receiver.ts'

const FIRST_MS = 20_000
/** The first retry comes after 30 s, give or take 10 %. */
const RETRY_MS = 60_000

/** Nothing is posted, so only the test event is delivered. */
const EVENTS = ['post.failed']

interface Endpoint {
  readonly id: string
  readonly secret: string
}

/** Starts the round trip, so that other checks can run until the delivery is repeated. */
export function startWebhookChecks(deployment: Deployment): CheckGroup {
  const result = checkRoundTrip(deployment)
  result.catch(() => {})
  return { heading: 'Webhooks', checks: [{ name: 'round trip', run: () => result }] }
}

async function checkRoundTrip(deployment: Deployment): Promise<CheckResult> {
  const { ctx, http, workspace, receiver: options } = deployment
  const { liveKey: key } = workspace
  const isLoopback = options.url === undefined
  if (isLoopback && !ctx.config.allowLoopback)
    return skipped('add --receiver with a public https URL that leads to this command')
  await using receiver = await startReceiver(isLoopback ? '127.0.0.1' : undefined, isLoopback ? 0 : options.port)
  const url = options.url ?? `http://127.0.0.1:${receiver.port}/`
  const created = await http.send<Endpoint>('/v1/webhooks', { method: 'POST', key, body: { url, events: EVENTS } })
  if (created.status !== 201)
    return failed(
      `the endpoint ${url} was refused (${created.status}): ${created.text.slice(0, 300)}`,
      'Use an https URL with a public address for --receiver.',
    )
  try {
    await http.send(`/v1/webhooks/${created.body.id}/test`, { method: 'POST', key })
    return await follow(deployment, receiver, { url, secret: created.body.secret })
  } finally {
    await http.send(`/v1/webhooks/${created.body.id}`, { method: 'DELETE', key }).catch(() => {})
  }
}

async function follow(
  { signal }: Deployment,
  receiver: Receiver,
  { url, secret }: { url: string; secret: string },
): Promise<CheckResult> {
  const first = await receiver.wait(0, FIRST_MS, signal)
  if (!first)
    return failed(
      `no delivery reached ${url} within ${FIRST_MS / 1000} s`,
      `Check that background work runs, that outgoing connections are allowed, and that ${url} leads to port ${receiver.port} of this machine.`,
    )
  if (!isSigned(first, secret))
    return failed(
      'the signature of the delivery is wrong',
      'Check that nothing between the server and the URL changes bodies.',
    )
  const second = await receiver.wait(1, RETRY_MS, signal)
  if (!second)
    return failed(
      `a delivery that was refused with 503 was not repeated within ${RETRY_MS / 1000} s`,
      'Check that background work runs: see quoin_webhook_lateness_seconds in /metrics.',
    )
  if (second.headers['webhook-id'] !== first.headers['webhook-id'] || !isSigned(second, secret))
    return failed('the repeated delivery has another id or a wrong signature', 'Report this to the maintainers.')
  return ok('a signed delivery arrived; it was refused with 503, and repeated with the same id')
}
