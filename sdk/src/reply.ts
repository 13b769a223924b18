import type { Answer } from './send.ts'

/** Sends the call; `isRaw` leaves the body of the answer unread. */
type Send<T> = (isRaw: boolean) => Promise<Answer<T>>

/** The promise of a reply. `await` it for the data, or ask for more of the answer. */
export class Reply<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Reply'
  readonly #send: Send<T>
  #answer: Promise<Answer<T>> | undefined

  constructor(send: Send<T>) {
    this.#send = send
  }

  /** Sends the call, once. */
  protected start(): Promise<Answer<T>> {
    return (this.#answer ??= this.#send(false))
  }

  /** A call that is not awaited is sent all the same, unless its raw response was asked for at once. */
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

  /** The data, with the response and what its headers say: the credits charged, the id of the request. */
  withResponse(): Promise<Answer<T>> {
    return this.start()
  }

  /** The response with its body unread, for large files: call it at once, in place of `await`. Errors are thrown all the same. */
  asResponse(): Promise<Response> {
    const answer = (this.#answer ??= this.#send(true))
    return answer.then(({ response }) => response)
  }
}

/** The reply of a list. */
export interface Page {
  readonly data: readonly unknown[] | null
  readonly next_cursor: string | null
}

export type Item<P> = P extends { data: (infer T)[] | null } ? T : never

/** Which page to read: the first has no cursor. */
export interface PageRequest {
  readonly number: number
  readonly cursor?: string
  readonly limit?: number
  /** What the pages before it cost. */
  readonly spent: number
  readonly isRaw?: boolean
}

interface ListSource<P> {
  readonly read: (page: PageRequest) => Promise<Answer<P>>
  /** The limit that the caller gave. */
  readonly limit: number | undefined
  /** Why pages after the first cannot be read. */
  readonly refusal: string | undefined
}

/** The most that one page holds. */
const PAGE_MAX = 100

/** A list: `await` it for its first page, or go over its items with `for await`. It is sent when it is used. */
export class List<P extends Page> extends Reply<P> implements AsyncIterable<Item<P>> {
  readonly #source: ListSource<P>

  constructor(source: ListSource<P>) {
    super((isRaw) => source.read({ number: 0, spent: 0, isRaw }))
    this.#source = source
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item<P>, void, undefined> {
    for await (const { data } of this.pages()) yield* (data ?? []) as Item<P>[]
  }

  /** Page after page. */
  pages(): AsyncGenerator<P, void, undefined> {
    return this.#walk(() => this.#source.limit)
  }

  /** The first items, up to a number: no page is read, or paid, beyond them. */
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
