import { addPartial, isOverMaxCredits } from './errors.ts'
import type { ListResult } from './list-result.ts'
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
  readonly cursor?: string | null
  readonly limit?: number | undefined
  /** Cost of the previous pages. */
  readonly spent: number
  readonly isRaw?: boolean
}

interface ListSource<P> {
  readonly read: (page: PageRequest) => Promise<Answer<P>>
  /** Page size that the caller passed. */
  readonly limit: number | undefined
  readonly isPriced: boolean
  readonly idempotencyKey: string | undefined
  /** Reason why pages after the first cannot be read. */
  readonly refusal: string | undefined
}

/** Maximum page size. */
const PAGE_MAX = 100

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

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
    return this.#walk(this.#begin())
  }

  /** Returns up to `most` items, or fewer if `maxCredits` allows no more. Reads and pays for no page beyond them. */
  async toArray(most: number): Promise<Item<P>[]> {
    return (await this.collect(most)).items
  }

  /** Reads items like `toArray`. The result also has their cost, and tells whether `maxCredits` ended the list. */
  async collect(most = Infinity): Promise<ListResult<Item<P>>> {
    const result = this.#begin()
    try {
      if (most > 0) for await (const _ of this.#walk(result, most)) if (result.items.length >= most) break
    } catch (error) {
      if (!result.isCapped) throw error
    }
    return result
  }

  #begin(): Mutable<ListResult<Item<P>>> {
    const { idempotencyKey } = this.#source
    return { items: [], creditsCharged: 0, nextCursor: null, isCapped: false, idempotencyKey }
  }

  /** Reads page after page and adds each to the result. Items of a free list are added only if `most` is given. */
  async *#walk(result: Mutable<ListResult<Item<P>>>, most?: number): AsyncGenerator<P, void, undefined> {
    const { read, refusal, isPriced, limit: pageSize } = this.#source
    if (refusal) throw new TypeError(refusal)
    for (let number = 0; number === 0 || result.nextCursor !== null; number++) {
      const { items, creditsCharged: spent, nextCursor: cursor } = result
      const limit = most === undefined ? pageSize : Math.min(pageSize ?? PAGE_MAX, most - items.length)
      const { data, creditsCharged } = await read({ number, cursor, limit, spent }).catch((error: unknown) => {
        if (number === 0 || !isPriced) throw error
        result.isCapped = isOverMaxCredits(error)
        throw addPartial(error, result)
      })
      if (isPriced || most !== undefined) items.push(...((data.data ?? []) as Item<P>[]))
      result.creditsCharged += creditsCharged
      result.nextCursor = data.next_cursor
      yield data
    }
  }
}
