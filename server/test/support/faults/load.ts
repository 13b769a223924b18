import { setTimeout as sleep } from 'node:timers/promises'
import { openWorkspace } from '../../../src/domains/billing/onboarding/service.ts'
import type { Pool } from '../../../src/kit/postgres/db.ts'
import { HANG_MS } from '../hang-timeout.ts'
import { atEnd, type TestContext } from '../harness.ts'

/** One operation of a customer: with a key it is retried until it gets a response, without one it is tried once. */
export interface Operation {
  readonly name: string
  readonly isKeyed: boolean
  readonly path: string
  readonly body: Record<string, unknown>
  /** Cost if the operation returns 200; undefined when it is scripted to fail. */
  readonly cost: number | undefined
  attempts: number
  /** The first 200 that the customer got. */
  acknowledged?: { readonly requestId: string; readonly credits: number; readonly text: string }
  /** Other statuses that were returned. */
  readonly statuses: number[]
  readonly complaints: string[]
}

export interface Load {
  readonly operations: Operation[]
  /** Starts nothing new and waits until everything in progress is done. */
  finish(): Promise<void>
}

export interface Customer {
  readonly workspaceId: string
  readonly liveKey: string
}

/** Opens workspaces with enough credits for any number of calls. */
export async function openCustomers(ctx: TestContext, count: number): Promise<Customer[]> {
  const customers: Customer[] = []
  await ctx.db`create table test_operations (request_id text, operation text)`
  for (let n = 0; n < count; n++) {
    const customer = await openWorkspace(ctx, `Customer ${n}`)
    await ctx.db`select ledger_grant(${customer.workspaceId}, null, ${ctx.ids.next('grant')}, 'pack', 'test', 10000000, null)`
    customers.push(customer)
  }
  return customers
}

/** Starts customers who call all the time. `url` is called before each try, and waits while no server runs. */
export function startLoad(customers: readonly Customer[], clients: number, url: () => Promise<string>): Load {
  const operations: Operation[] = []
  const finishing = new AbortController()
  const over = new AbortController()
  // After a failed test no customer continues to call.
  atEnd(() => over.abort())
  const working = Array.from({ length: clients }, async (_, client) => {
    const { liveKey } = customers[client % customers.length] as Customer
    while (!finishing.signal.aborted && !over.signal.aborted) {
      const operation = newOperation(operations.length)
      operations.push(operation)
      await perform(operation, liveKey, url, over.signal)
    }
  })
  return {
    operations,
    async finish() {
      finishing.abort()
      await Promise.all(working)
    },
  }
}

function newOperation(n: number): Operation {
  const name = `op-${n}`
  const common = { name, isKeyed: n % 5 !== 0, attempts: 0, statuses: [], complaints: [] }
  if (n % 7 === 3) {
    const steps = Array.from({ length: n % 4 }, (_, step) => `s${step}`)
    return { ...common, path: '/v1/demo/steps', body: { steps, operation: name }, cost: steps.length }
  }
  const isFailing = n % 11 === 5
  const find = n % 4
  const body = { operation: name, find, most: 3, wait: n % 30, ...(isFailing && { fail: 'upstream' }) }
  // Half of the calls hold first. Some of the others make a hold on the way.
  const isHeld = n % 2 === 0
  const path = isHeld ? '/v1/demo/find' : '/v1/demo/local'
  return { ...common, path, body: { ...body, hold: n % 6 === 1 }, cost: isFailing ? undefined : find * 5 }
}

const TRANSIENT = new Set([409, 503])

async function perform(
  operation: Operation,
  key: string,
  url: () => Promise<string>,
  over: AbortSignal,
): Promise<void> {
  const { isKeyed, complaints } = operation
  while (!over.aborted) {
    const answer = await attempt(operation, key, await url())
    if (answer?.status === 200 || answer?.status === 502 || !isKeyed) break
    if (answer && !TRANSIENT.has(answer.status)) {
      complaints.push(`answered ${answer.status} ${answer.text}`)
      break
    }
    await sleep(20)
  }
  if (!isKeyed || !operation.acknowledged || Math.random() < 0.7) return
  const again = await attempt(operation, key, await url())
  if (again?.status === 200 && again.text !== operation.acknowledged.text)
    complaints.push('was replayed with another response')
}

/** Returns undefined when no complete response arrived. */
async function attempt(operation: Operation, key: string, url: string) {
  const { name, isKeyed, path, body, complaints } = operation
  operation.attempts++
  try {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(isKeyed && { 'idempotency-key': name }),
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const credits = Number(response.headers.get('x-credits-charged'))
    if (response.status !== 200) {
      operation.statuses.push(response.status)
      if (credits !== 0) complaints.push(`returned ${response.status} and ${credits} credits`)
      return { status: response.status, text }
    }
    const told = { requestId: readRequestId(response), credits, text }
    operation.acknowledged ??= told
    if (told.requestId !== operation.acknowledged.requestId || credits !== operation.acknowledged.credits)
      complaints.push(`got ${JSON.stringify(operation.acknowledged)}, then ${JSON.stringify(told)}`)
    return { status: 200, text }
  } catch {
    return undefined
  }
}

function readRequestId({ headers }: Response): string {
  return headers.get('x-original-request-id') ?? headers.get('x-quoin-request-id') ?? ''
}

/** Lists every disagreement between the customers' responses and the ledger. */
export async function findWrongs(db: Pool, operations: readonly Operation[]): Promise<string[]> {
  const rows = await db<{ request_id: string; operation: string; holds: number; hold: string; credits: number }[]>`
    select request_id, operation, count(distinct hold_id)::int as holds, min(hold_id) as hold, sum(credits)::bigint as credits
    from charges join test_operations using (request_id) group by request_id, operation`
  const refunds = await db<{ hold: string; credits: number }[]>`
    select source_ref as hold, amount as credits from grants where kind = 'refund'`
  const refunded = new Map(refunds.map(({ hold, credits }) => [hold, credits]))
  const bought = await db<{ query: string; credits: number }[]>`select query, credits from purchases`
  const purchases = Map.groupBy(bought, ({ query }) => query)
  const receipts = Map.groupBy(rows, ({ operation }) => operation)
  const wrongs: string[] = []
  for (const operation of operations) {
    const { name, isKeyed, cost, acknowledged, statuses } = operation
    const found = receipts.get(name) ?? []
    const say = (what: string) => wrongs.push(`${name} ${what}: ${JSON.stringify({ ...operation, found })}`)
    for (const complaint of operation.complaints) say(complaint)
    if (found.length > 1 || found.some(({ holds }) => holds !== 1)) say('was charged twice')
    const [receipt] = found
    if (cost === undefined && receipt) say('failed and was charged')
    const isUnanswered = !isKeyed && statuses.length > 0
    if (receipt && receipt.credits !== cost && !isUnanswered) say('was charged a different price')
    const kept = purchases.get(name) ?? []
    const isPaid = receipt !== undefined && receipt.credits > 0
    if (kept.length > (isPaid ? 1 : 0)) say('kept what was not paid for')
    if (kept[0] && kept[0].credits !== receipt?.credits) say('kept a purchase of a different price')
    if (isPaid && !operation.path.endsWith('/steps') && !isUnanswered && kept.length === 0)
      say('lost what was paid for')
    if (receipt && (refunded.get(receipt.hold) ?? 0) !== (isUnanswered ? receipt.credits : 0))
      say('was not refunded as it should be')
    if (acknowledged && receipt?.request_id !== acknowledged.requestId)
      say('was acknowledged, but the charge is missing')
    if (acknowledged && receipt?.credits !== acknowledged.credits) say('was shown a different price')
    if (isKeyed && cost !== undefined && !acknowledged) say('never got a response')
  }
  return wrongs
}

/** Waits until nothing is held and no key waits for a response, within seconds after the last call. */
export async function quiet(db: Pool): Promise<void> {
  const deadline = Date.now() + HANG_MS
  for (;;) {
    const [left] = await db<[{ holds: number; claims: number; held: number }]>`
      select (select count(*)::int from holds) as holds, (select sum(held)::int from wallets) as held,
        (select count(*)::int from idempotency_keys where status is null) as claims`
    if (left.holds + left.held + left.claims === 0) return
    if (Date.now() > deadline) throw new Error(`still there: ${JSON.stringify(left)}`)
    await sleep(50)
  }
}
