import { randomUUID } from 'node:crypto'
import { type CheckGroup, type CheckResult, type Deployment, failed, ok, skipped } from './check.ts'
import type { HttpReply } from './http-client.ts'

export const creditChecks: CheckGroup = {
  heading: 'Credits',
  checks: [
    { name: 'idempotency', run: checkIdempotency },
    { name: 'charge', run: checkCharge },
  ],
}

/** Sources that belong to the server and cost nothing. */
const BUILT_IN = ['directory', 'mail']

const ADVICE = 'Run `quoin-server ledger verify`, and report this to the maintainers.'

interface Credits {
  readonly available: number
  readonly held: number
  readonly spent: number
}

interface Receipt {
  readonly credits: number
  readonly sources: readonly { readonly cost_micros: number }[]
}

async function checkIdempotency({ http, workspace }: Deployment): Promise<CheckResult> {
  const { liveKey: key } = workspace
  const name = `Repeated ${randomUUID()}`
  const call = { method: 'POST', key, body: { name }, headers: { 'idempotency-key': randomUUID() } }
  const [first, second] = [await http.send('/v1/profiles', call), await http.send('/v1/profiles', call)]
  const { body } = await http.send<{ data: { name: string }[] }>('/v1/profiles?limit=100', { key })
  const stored = body.data.filter((profile) => profile.name === name).length
  if (first.status === 201 && second.status === 201 && first.text === second.text && stored === 1)
    return ok('the same write, sent twice with one Idempotency-Key, happened once and got the same response')
  return failed(
    `the same write, sent twice with one Idempotency-Key, got ${first.status} and ${second.status} and happened ${stored} times`,
    'Let the proxy pass the Idempotency-Key header on.',
  )
}

/** Pays for one lookup with the free credits of the temporary workspace, and only where no vendor can be asked. */
async function checkCharge(deployment: Deployment): Promise<CheckResult> {
  const { http, workspace } = deployment
  const { liveKey: key } = workspace
  const before = await readCredits(deployment)
  const paid = await findCharged(deployment)
  if (typeof paid === 'string') return skipped(paid)
  const { call, path, reply } = paid
  const charged = Number(reply.headers['x-credits-charged'])
  const repeated = await http.send(path, call)
  const after = await readCredits(deployment)
  const receipt = await http.send<Receipt>(`/v1/requests/${String(reply.headers['x-request-id'])}`, { key })
  const problems = [
    ...(repeated.text === reply.text ? [] : ['its repetition got another response']),
    ...(after.spent - before.spent === charged ? [] : [`${after.spent - before.spent} credits were spent`]),
    ...(before.available - after.available === charged
      ? []
      : [`the balance fell by ${before.available - after.available}`]),
    ...(after.held === 0 ? [] : [`${after.held} credits are still held`]),
    ...(receipt.body?.credits === charged ? [] : [`the receipt says ${receipt.body?.credits ?? receipt.status}`]),
  ]
  if (problems.length === 0)
    return ok(`a lookup and its repetition cost ${charged} once; response, balance and receipt agree`)
  return failed(`a lookup reported a charge of ${charged}, but ${problems.join(' and ')}`, ADVICE)
}

interface PaidCall {
  readonly path: string
  readonly call: {
    readonly method: string
    readonly key: string
    readonly body: unknown
    readonly headers: Record<string, string>
  }
  readonly reply: HttpReply<unknown>
}

/** Makes the first lookup that only built-in sources answer and that is charged. Returns the reason when there is none. */
async function findCharged({ ctx, http, workspace }: Deployment): Promise<PaidCall | string> {
  const lookups = [
    { action: 'search/companies', body: { limit: 1 } },
    { action: 'search/people', body: { limit: 1 } },
    // A domain that never exists: the verdict is `invalid`, and no mail server is asked.
    { action: 'contacts/verify-email', body: { query: `doctor@${randomUUID()}.invalid` } },
  ]
  for (const { action, body } of lookups) {
    const sources = ctx.sources.list(action)
    if (sources.length === 0 || sources.some(({ id }) => !BUILT_IN.includes(id))) continue
    const path = `/v1/data/${action}`
    const call = { method: 'POST', key: workspace.liveKey, body, headers: { 'idempotency-key': randomUUID() } }
    const reply = await http.send<unknown>(path, call)
    if (Number(reply.headers['x-credits-charged'] ?? 0) > 0) return { path, call, reply }
  }
  return 'no lookup could be charged without a vendor: the directory is empty, and no name server answers or a vendor verifies addresses'
}

async function readCredits({ http, workspace }: Deployment): Promise<Credits> {
  return (await http.send<Credits>('/v1/credits', { key: workspace.liveKey })).body
}
