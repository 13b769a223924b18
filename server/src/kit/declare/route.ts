import type { Context, Mode, Principal } from '../context.ts'
import type { StoredAnswer } from '../ledger.ts'
import type { Db } from '../postgres/db.ts'
import type { AnyEndpoint, Endpoint } from './endpoint.ts'
import type { Meter } from './price.ts'
import type { Document, Download, Redirect, ReplyWithCookies, StreamedReply } from './reply.ts'

export interface Call {
  readonly principal: Principal
  readonly ctx: Context
  /** The pool, or the transaction that also stores the idempotent answer. Write through it, so that nothing is done twice. */
  readonly db: Db
  readonly requestId: string
  readonly idempotencyKey: string | null
  /** Of a call with an Idempotency-Key to an endpoint that declares `storesAnswer`: what to store with the work. */
  readonly pendingAnswer: PendingAnswer | null
  readonly meter: Meter
  /** The caller's `X-Max-Credits`; already enforced for a metered call. */
  readonly maxCredits: number | undefined
  readonly raw: RawRequest
  /** The file that is being sent instead of a JSON body; only where the endpoint declares `takesFile`. */
  readonly file: SentFile | undefined
  /** Unknown unless the endpoint declares `seesVisitor`. */
  readonly visitor: Visitor
  /** Of an endpoint that declares `lasts`. */
  readonly lasting: CallLifetime
}

/** An idempotent answer that the handler stores in the transaction that does the work. */
export interface PendingAnswer {
  readonly mode: Mode
  readonly key: string
  /** Identifies the request. */
  readonly fingerprint: Uint8Array
  readonly requestId: string
  /** Writes the answer for what the handler will return. */
  write(result: unknown): StoredAnswer
}

/** For an answer without an end. */
export interface CallLifetime {
  /** Aborted when the client is gone, the server stops or the access ends; its reason is then the `ApiError` that refuses the caller. */
  readonly signal: AbortSignal
}

/** The browser that calls. */
export interface Visitor {
  readonly ip: string
  /** The address, or the network of an IPv6 address. */
  readonly network: string
  readonly userAgent: string
  /** The value of the session's cookie. */
  readonly sessionToken: string | undefined
  /** The value of the cookie by which a browser is known that a user has signed in with. */
  readonly deviceToken: string | undefined
  /** The value of the cookie that a sign-in at another provider began with. */
  readonly flowToken: string | undefined
  /** Whether cookies can be kept to HTTPS. */
  readonly isSecure: boolean
  /** The scheme, host and port that the browser shows. */
  readonly origin: string
}

/** A file in the body of a request, unread. */
export interface SentFile {
  /** The bytes that were announced; 0 when that is not known. */
  readonly length: number
  /** Starts to read it. The bytes end with an error when the body is not complete. */
  open(): Promise<{ readonly name: string | null; readonly chunks: AsyncIterable<Buffer> }>
  /** Reads no further. */
  close(): void
  /** Ends the reading with an error. */
  cancel(error: Error): void
}

/** The request as it came; empty unless the endpoint declares `rawBody` or `streams`. */
export interface RawRequest {
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

type Handler<E> =
  E extends Endpoint<infer I, infer R>
    ? (call: I & Call) => Promise<R | Document<R> | Redirect<R> | ReplyWithCookies<R> | StreamedReply | Download>
    : never

/** A request before its body is read. */
export interface RequestHead<Input> {
  readonly params: Input extends { params: infer P } ? P : never
  readonly query: Input extends { query: infer Q } ? Q : never
  readonly headers: RawRequest['headers']
  readonly ctx: Context
}

/** Refuses a public call by its head, before its body is read. */
type Guard<E> = E extends Endpoint<infer I, infer _Reply> ? (head: RequestHead<I>) => Promise<unknown> : never

/**
 * The step of a handler that refuses a request for its content, before anything of the workspace is read or changed. A test key gets
 * its answer after this step, so it is refused what a live key is refused.
 */
type Check<E> = E extends Endpoint<infer I, infer _Reply> ? (call: I & Call) => unknown : never

export interface Route {
  readonly endpoint: AnyEndpoint
  // oxlint-disable-next-line typescript/no-explicit-any -- `implement` has checked the pair
  readonly check: ((call: any) => unknown) | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- `implement` has checked the pair
  readonly guard: ((head: any) => Promise<unknown>) | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- `implement` has checked the pair
  readonly handle: (call: any) => Promise<unknown>
}

/** Pairs every endpoint of a contract with the code that answers it; a missing handler does not compile. */
export function implement<C extends Record<string, AnyEndpoint>>(
  contract: C,
  handlers: { [K in keyof C]: Handler<C[K]> },
  { guards = {}, checks = {} }: Steps<C> = {},
): Route[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    endpoint,
    handle: handlers[name] as Route['handle'],
    guard: guards[name as keyof C] as Route['guard'],
    check: checks[name as keyof C] as Route['check'],
  }))
}

interface Steps<C> {
  readonly guards?: { [K in keyof C]?: Guard<C[K]> }
  readonly checks?: { [K in keyof C]?: Check<C[K]> }
}
