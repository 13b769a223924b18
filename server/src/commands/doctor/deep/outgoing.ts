import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckGroup, type CheckResult, type Deployment, failed, ok, skipped } from './check.ts'

/** Every common way to write an address of this machine. */
const LOOPBACK = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost/',
  'https://quoin.localhost/',
]

/** Metadata services of clouds, private networks, and addresses that belong to no one. */
const PRIVATE = [
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://[::ffff:169.254.169.254]/',
  'https://[fd00:ec2::254]/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.0.1/',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
]

/** In the hosts file of most Linux systems; not refused by its text, so the address must be checked when it is reached. */
const LOCAL_NAME = 'ip6-localhost'
const FETCH_MS = 10_000
const POLL_MS = 200
const REFUSED = /not a public address/
const ADVICE =
  'Set QUOIN_ENV=production and do not set OUTBOUND_ALLOW_LOOPBACK. Until then, callers can reach your internal network.'

export const outgoingChecks: CheckGroup = {
  heading: 'Outgoing requests',
  checks: [
    { name: 'private addresses', run: (deployment) => checkUrls(deployment, PRIVATE) },
    { name: 'loopback addresses', run: checkLoopback },
    { name: 'name of a loopback address', run: checkName },
  ],
}

async function checkLoopback(deployment: Deployment): Promise<CheckResult> {
  if (!deployment.ctx.config.allowLoopback) return checkUrls(deployment, LOOPBACK)
  return skipped('they are allowed here, by QUOIN_ENV=development or OUTBOUND_ALLOW_LOOPBACK; never in production')
}

async function checkUrls(deployment: Deployment, urls: readonly string[]): Promise<CheckResult> {
  const tried = urls.flatMap((url) => [
    { url, kind: 'webhook', path: '/v1/webhooks' },
    { url, kind: 'media', path: '/v1/media' },
  ])
  const refused = await Promise.all(tried.map(({ path, url }) => isRefused(deployment, path, url)))
  const accepted = tried.filter((_, at) => !refused[at]).map(({ kind, url }) => `${kind} ${url}`)
  if (accepted.length === 0) return ok(`${urls.length} URLs were refused, for webhooks and for media`)
  return failed(`these were accepted: ${accepted.join(', ')}`, ADVICE)
}

/** Removes what was accepted by mistake before anything is sent there. */
async function isRefused({ http, workspace }: Deployment, path: string, url: string): Promise<boolean> {
  const { liveKey: key } = workspace
  const reply = await http.send<{ id?: string } | undefined>(path, { method: 'POST', key, body: { url } })
  if (reply.body?.id !== undefined) await http.send(`${path}/${reply.body.id}`, { method: 'DELETE', key })
  return reply.status === 422 && REFUSED.test(reply.text)
}

interface Media {
  readonly id: string
  readonly status: string
  readonly error?: { readonly message: string }
}

async function checkName(deployment: Deployment): Promise<CheckResult> {
  const { ctx, http, workspace, signal } = deployment
  if (ctx.config.allowLoopback) return skipped('loopback is allowed here')
  const { liveKey: key } = workspace
  const url = `https://${LOCAL_NAME}/doctor.png`
  const { body, status } = await http.send<Media>('/v1/media', { method: 'POST', key, body: { url } })
  if (status !== 201) return ok(`a URL of ${LOCAL_NAME} was refused at once (${status})`)
  let media = body
  const deadline = performance.now() + FETCH_MS
  while (media.status !== 'failed' && performance.now() < deadline) {
    await sleep(POLL_MS, undefined, { signal })
    media = (await http.send<Media>(`/v1/media/${body.id}`, { key })).body
  }
  await http.send(`/v1/media/${body.id}`, { method: 'DELETE', key })
  if (media.status !== 'failed')
    return skipped(
      `the download from ${LOCAL_NAME} is still tried after ${FETCH_MS / 1000} s: the server does not know the name, or background work is not running`,
    )
  if (REFUSED.test(media.error?.message ?? '')) return ok(`a download from ${LOCAL_NAME} was refused when it connected`)
  if (/has no address|resolve/.test(media.error?.message ?? ''))
    return skipped(`the server does not know the name ${LOCAL_NAME}`)
  return failed(`a download from ${LOCAL_NAME} ended with: ${media.error?.message}`, ADVICE)
}
