import type { AnyEndpoint } from '../../../src/kit/declare/endpoint.ts'
import { buildUrl } from '../declared-requests.ts'
import type { Reply } from '../harness.ts'
import type { Pair } from './pairs.ts'
import type { Tenant, Write } from './tenant.ts'

/** Each of these for both writes: by key or session, and with their own Idempotency-Key, none, or a common one. */
const SHARED_KEY = 'used-for-everything'
const CALLS = [
  { isSession: false, key: () => crypto.randomUUID() },
  { isSession: true, key: () => crypto.randomUUID() },
  { isSession: false, key: () => undefined },
  { isSession: true, key: () => undefined },
  { isSession: false, key: () => SHARED_KEY },
  { isSession: true, key: () => SHARED_KEY },
]

/** Makes two writes to one resource several times at once and returns our failures: no response may be a 5xx. */
export async function race(tenant: Tenant, pair: Pair): Promise<string[]> {
  const [one, other] = pair
  const writes = await prepareBoth(tenant, pair)
  const replies = await Promise.all(
    CALLS.flatMap(({ isSession, key }) =>
      pair.map(async (endpoint, at): Promise<[AnyEndpoint, Reply]> => {
        const { client, sent } = writes[at] as Write
        const caller = isSession && endpoint.access === 'write' ? tenant.owner.client : client
        const own = key() ?? (endpoint.special.needsIdempotencyKey ? crypto.randomUUID() : undefined)
        const headers = own === undefined ? {} : { 'idempotency-key': own }
        return [endpoint, await caller(endpoint.method, buildUrl(endpoint, sent), sent.body, headers)]
      }),
    ),
  )
  return replies
    .filter(([, { status }]) => status >= 500)
    .map(([{ id }, { status, text }]) => `${one.id} beside ${other.id}: ${id} returned ${status} ${text.slice(0, 400)}`)
}

/** Writes whose preparation closes the workspace, in which nothing else can be prepared. */
const CLOSING = ['operator.reopen_workspace', 'quarantine.take_over', 'quarantine.discard']

async function prepareBoth(tenant: Tenant, [one, other]: Pair): Promise<Write[]> {
  if (one === other) return Array<Write>(2).fill(await tenant.write(one))
  if (CLOSING.indexOf(one.id) <= CLOSING.indexOf(other.id)) return [await tenant.write(one), await tenant.write(other)]
  const second = await tenant.write(other)
  return [await tenant.write(one), second]
}
