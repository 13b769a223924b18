import { setTimeout as sleep } from 'node:timers/promises'
import { Quoin } from '../sdk/src/index.ts'
import type { Balancer } from '../server/test/support/balanced-nodes.ts'
import { atEnd, until } from '../server/test/support/harness.ts'

const EVERY_MS = 50
const SEARCHES_PER_POST = 5

/** A completed metered call, as its caller sees it. */
export interface AnsweredCall {
  /** Id of the request that did the work, also when a retry replayed its response. */
  readonly requestId: string
  readonly credits: number
  readonly attempts: number
}

export interface LoadOptions {
  readonly balancer: Balancer
  readonly apiKey: string
  readonly accountIds: readonly string[]
  /** Defaults to the client's own number. */
  readonly maxRetries?: number
}

/**
 * Searches and posts through our own client, at a steady pace whether earlier calls have completed or not, so that a gap in the
 * responses is a gap of the servers. The client retries failures with the same Idempotency-Key, on the node that is next.
 */
export class SteadyLoad {
  readonly client: Quoin
  readonly calls: AnsweredCall[] = []
  /** Ids of posts by content. */
  readonly posts = new Map<string, string>()
  /** Calls that failed after all retries. */
  readonly failures: Error[] = []
  /** Number of responses by status and code; `0` stands for no response. */
  readonly seen = new Map<string, number>()
  /** Duration of the longest single attempt. */
  longestMs = 0
  readonly #options: LoadOptions
  readonly #answeredAt: number[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #pace: Promise<void>
  readonly #end = new AbortController()
  #isStopped = false

  constructor(options: LoadOptions) {
    this.#options = options
    const { apiKey, maxRetries } = options
    this.client = new Quoin({ apiKey, baseURL: 'http://balancer', maxRetries, fetch: this.#fetch })
    this.#pace = this.#run()
    // An aborted test leaves calls that no test waits for.
    atEnd(() => {
      this.#isStopped = true
      this.#end.abort()
    })
  }

  /** Waits until `count` more calls have completed. */
  async answered(count: number): Promise<void> {
    const wanted = this.#answeredAt.length + count
    await until(`${count} more answers`, () => this.#answeredAt.length >= wanted)
  }

  /** Returns the longest time without a completed call between two times, by `performance.now()`. */
  longestGapMs(from: number, to: number): number {
    const inside = this.#answeredAt.filter((at) => at > from && at < to)
    const before = this.#answeredAt.findLast((at) => at <= from) ?? from
    const times = [before, ...inside, this.#answeredAt.find((at) => at >= to) ?? to]
    return Math.max(...times.slice(1).map((at, n) => at - (times[n] ?? at)))
  }

  /** Starts no more calls, and waits for those that run. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#pace
    await Promise.all(this.#running)
  }

  async #run(): Promise<void> {
    for (let n = 0; !this.#isStopped; n++) {
      this.#start(this.#search())
      if (n % SEARCHES_PER_POST === 0) this.#start(this.#post(n / SEARCHES_PER_POST))
      await sleep(EVERY_MS)
    }
  }

  #start(work: Promise<void>): void {
    const running = work
      .then(
        () => void this.#answeredAt.push(performance.now()),
        (error: Error) => void this.failures.push(error),
      )
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #search(): Promise<void> {
    const body = { query: 'engineer', limit: 1 }
    const { response, requestId, creditsCharged, attempts } = await this.client.data
      .searchPeople(body, { signal: this.#end.signal })
      .withResponse()
    const worked = response.headers.get('x-original-request-id') ?? requestId ?? ''
    this.calls.push({ requestId: worked, credits: creditsCharged, attempts })
  }

  async #post(n: number): Promise<void> {
    const { accountIds } = this.#options
    const content = `Example post ${n}`
    const targets = [{ account_id: accountIds[n % accountIds.length] ?? '' }]
    const { id } = await this.client.posts.create({ content, targets }, { signal: this.#end.signal })
    this.posts.set(content, id)
  }

  readonly #fetch: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const startedAt = performance.now()
    let answer = '0'
    try {
      const reply = await fetch(`${this.#options.balancer.pick()}${pathname}${search}`, init)
      answer = reply.ok ? String(reply.status) : await describe(reply.clone())
      return reply
    } finally {
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAt)
      this.seen.set(answer, (this.seen.get(answer) ?? 0) + 1)
    }
  }
}

/** Formats an error response, without the ids that differ between responses. */
async function describe(reply: Response): Promise<string> {
  const { code, detail } = (await reply.json().catch(() => ({}))) as { code?: string; detail?: unknown }
  return `${reply.status} ${code}: ${String(detail).replaceAll(/\w+_[0-9A-Z]{26}/g, '*')}`
}
