import type { Answer } from './send.ts'

/** Sends the call. `isRaw` leaves the response body unread. */
type Send<T> = (isRaw: boolean) => Promise<Answer<T>>

/** Promise of a response. `await` it for the data, or use a method for more of the response. */
export class Reply<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Reply'
  readonly #send: Send<T>
  #answer: Promise<Answer<T>> | undefined

  constructor(send: Send<T>) {
    this.#send = send
  }

  /** Sends the call at most once. */
  protected start(): Promise<Answer<T>> {
    return (this.#answer ??= this.#send(false))
  }

  /** Creates a reply that is sent even if it is not awaited, unless its raw response is requested at once. */
  static soon<T>(send: Send<T>): Reply<T> {
    const reply = new Reply(send)
    queueMicrotask(() => void reply.start())
    return reply
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.start()
      .then(({ data }) => data)
      .then(onData, onError)
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.start()
      .then(({ data }) => data)
      .finally(onEnd)
  }

  /** Returns the data with the response, the credits charged, the request id and other header values. */
  withResponse(): Promise<Answer<T>> {
    return this.start()
  }

  /** Returns the response with its body unread, for large files. Call it at once, instead of `await`. Errors are still thrown. */
  asResponse(): Promise<Response> {
    const answer = (this.#answer ??= this.#send(true))
    return answer.then(({ response }) => response)
  }
}

/** One page of a list. */
export interface Page {
  readonly data: readonly unknown[] | null
  readonly next_cursor: string | null
}

export type Item<P> = P extends { data: (infer T)[] | null } ? T : never

/** Page to read. The first page has no cursor. */
export interface PageRequest {
  readonly number: number
  readonly cursor?: string
  readonly limit?: number
  /** Cost of the previous pages. */
  readonly spent: number
  readonly isRaw?: boolean
}

interface ListSource<P> {
  readonly read: (page: PageRequest) => Promise<Answer<P>>
  /** Page size that the caller passed. */
  readonly limit: number | undefined
  /** Reason why pages after the first cannot be read. */
  readonly refusal: string | undefined
}

/** Maximum page size. */
const PAGE_MAX = 100

/** A list. `await` it for the first page, or iterate over its items with `for await`. The request is sent on first use. */
export class List<P extends Page> extends Reply<P> implements AsyncIterable<Item<P>> {
  readonly #source: ListSource<P>

  constructor(source: ListSource<P>) {
    super((isRaw) => source.read({ number: 0, spent: 0, isRaw }))
    this.#source = source
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item<P>, void, undefined> {
    for await (const { data } of this.pages()) yield* (data ?? []) as Item<P>[]
  }

  /** Iterates over the pages. */
  pages(): AsyncGenerator<P, void, undefined> {
    return this.#walk(() => this.#source.limit)
  }

  /** Returns up to `most` items. Reads and pays for no page beyond them. */
  async toArray(most: number): Promise<Item<P>[]> {
    const items: Item<P>[] = []
    const { limit = PAGE_MAX } = this.#source
    if (most > 0)
      for await (const { data } of this.#walk(() => Math.min(limit, most - items.length))) {
        items.push(...((data ?? []) as Item<P>[]))
        if (items.length >= most) break
      }
    return items
  }

  async *#walk(getLimit: () => number | undefined): AsyncGenerator<P, void, undefined> {
    const { read, refusal } = this.#source
    if (refusal) throw new TypeError(refusal)
    let cursor: string | null | undefined
    let spent = 0
    for (let number = 0; cursor !== null; number++) {
      const limit = getLimit()
      const { data, creditsCharged } = await read({ number, spent, ...(cursor && { cursor }), ...(limit && { limit }) })
      yield data
      spent += creditsCharged
      cursor = data.next_cursor
    }
  }
}
