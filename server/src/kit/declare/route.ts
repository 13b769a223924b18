import type { Readable } from 'node:stream'
import type { Context, Principal } from '../context.ts'
import type { Db } from '../postgres/db.ts'
import type { AnyEndpoint, Endpoint } from './endpoint.ts'
import type { Meter } from './price.ts'

export interface Call {
  readonly principal: Principal
  readonly ctx: Context
  /** The pool, or the transaction that also stores the idempotent answer: write through it and nothing is done twice. */
  readonly db: Db
  readonly requestId: string
  readonly idempotencyKey: string | null
  readonly meter: Meter
  /** The caller's `X-Max-Credits`; a metered call has been refused by it already. */
  readonly maxCredits: number | undefined
  readonly raw: RawRequest
}

/** The request as it came; empty unless the endpoint declares `rawBody` or `streams`. */
export interface RawRequest {
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** An answer that is not JSON, such as a CSV file; `value` is the reply that was asked for, which the meter reads. */
export class Document<Reply = unknown> {
  readonly value: Reply
  readonly contentType: string
  readonly body: string
  readonly fileName: string | undefined
  constructor(value: Reply, { contentType, body, fileName }: { contentType: string; body: string; fileName?: string }) {
    this.value = value
    this.contentType = contentType
    this.body = body
    this.fileName = fileName
  }
}

/** An answer of any length, sent as it is made; for reads, which nobody stores for a retry. */
export class Streamed {
  readonly contentType: string
  readonly chunks: AsyncIterable<string>
  readonly fileName: string | undefined
  constructor(chunks: AsyncIterable<string>, { contentType, fileName }: { contentType: string; fileName?: string }) {
    this.chunks = chunks
    this.contentType = contentType
    this.fileName = fileName
  }
}

/** An answer that sends a browser elsewhere; `value` is what it would have been told. */
export class Redirect<Reply = unknown> {
  readonly value: Reply
  readonly location: string
  constructor(value: Reply, location: string) {
    this.value = value
    this.location = location
  }
}

/** Bytes that are sent as they are read; opened only when somebody wants them, which HEAD does not. */
export class Download {
  readonly status: 200 | 206
  readonly headers: Readonly<Record<string, string>>
  readonly open: () => Promise<Readable>
  constructor(status: 200 | 206, headers: Readonly<Record<string, string>>, open: () => Promise<Readable>) {
    this.status = status
    this.headers = headers
    this.open = open
  }
}

type Handler<E> =
  E extends Endpoint<infer I, infer R>
    ? (call: I & Call) => Promise<R | Document<R> | Redirect<R> | Streamed | Download>
    : never

/** What is known of a call before its body is read. */
export interface Arrival<Input> {
  readonly params: Input extends { params: infer P } ? P : never
  readonly query: Input extends { query: infer Q } ? Q : never
  readonly headers: RawRequest['headers']
  readonly ctx: Context
}

/** Throws when a call that needs no key is refused whatever its body is. */
type Guard<E> = E extends Endpoint<infer I, infer _Reply> ? (arrival: Arrival<I>) => Promise<unknown> : never

export interface Route {
  readonly endpoint: AnyEndpoint
  // oxlint-disable-next-line typescript/no-explicit-any -- `implement` has checked the pair
  readonly guard: ((arrival: any) => Promise<unknown>) | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- `implement` has checked the pair
  readonly handle: (call: any) => Promise<unknown>
}

/** Pairs every endpoint of a contract with the code that answers it; a missing handler does not compile. */
export function implement<C extends Record<string, AnyEndpoint>>(
  contract: C,
  handlers: { [K in keyof C]: Handler<C[K]> },
  guards: { [K in keyof C]?: Guard<C[K]> } = {},
): Route[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    endpoint,
    handle: handlers[name] as Route['handle'],
    guard: guards[name] as Route['guard'],
  }))
}
