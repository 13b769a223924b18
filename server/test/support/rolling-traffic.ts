import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkInvariants } from '../../src/ledger/verify.ts'
import type { Balancer } from './balanced-nodes.ts'
import { until, type World } from './harness.ts'

/** Callers that create profiles and buy people through a load balancer, each call with one key on as many nodes as it needs. */
export class RollingTraffic {
  readonly #balancer: Balancer
  readonly #key: string
  readonly #stop = new AbortController()
  readonly #statuses = new Map<string, number>()
  readonly #failures: Error[] = []
  readonly #callers: readonly Promise<void>[]
  #done = 0
  #calls = 0
  #retries = 0

  constructor(balancer: Balancer, key: string) {
    this.#balancer = balancer
    this.#key = key
    this.#callers = Array.from({ length: 4 }, (_, n) => this.#callOn(n))
  }

  async waitForCalls(count: number): Promise<void> {
    const from = this.#calls
    await until(`${count} more calls`, () => this.#calls >= from + count)
  }

  /** Ends the traffic, and asserts that every call succeeded and was done once. */
  async assertAllDoneOnce({ db, workspaceId }: Pick<World, 'db' | 'workspaceId'>): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#callers)
    assert.deepEqual(this.#failures, [])
    const seen = JSON.stringify([...this.#statuses])
    for (const status of this.#statuses.keys()) assert.match(status, /^(0|200|201|409|503)$/, seen)
    const [made] = await db`select count(*) from profiles where workspace_id = ${workspaceId}`
    const [charged] = await db`select count(distinct request_id) from charges where workspace_id = ${workspaceId}`
    assert.equal(Number(made?.['count']) + Number(charged?.['count']), this.#done)
    assert.deepEqual(await checkInvariants(db), [])
    assert.ok(this.#retries < this.#calls / 10, `${this.#retries} retries of ${this.#calls} calls: ${seen}`)
  }

  async #callOn(n: number): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const work =
        n % 2 === 0
          ? this.#call('/v1/profiles', { name: 'Example' })
          : this.#call('/v1/data/search/people', { limit: 1 })
      await work.catch((error: unknown) => this.#failures.push(error as Error))
      this.#calls++
      await sleep(10)
    }
  }

  /** Calls with the same Idempotency-Key on whichever node is ready, as often as a client would try. */
  async #call(path: string, body: unknown): Promise<void> {
    const headers = {
      authorization: `Bearer ${this.#key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    let last = ''
    for (let attempt = 0; attempt < 8; attempt++) {
      if (attempt > 0) {
        this.#retries++
        await sleep(50 * 2 ** attempt)
      }
      const reply = await fetch(`${this.#balancer.pick()}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      }).catch(() => undefined)
      last = reply ? `${reply.status} ${await reply.text()}` : 'no answer'
      const status = String(reply?.status ?? 0)
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
      if (reply?.ok) return void this.#done++
    }
    throw new Error(`${path} failed for good: ${last}`)
  }
}
