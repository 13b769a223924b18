import type { Context, Mode, Principal } from '../context.ts'
import type { StoredResponse } from '../ledger.ts'
import type { Db } from '../postgres/db.ts'
import type { AnyEndpoint, Endpoint } from './endpoint.ts'
import type { Meter } from './price.ts'
import type { Document, Download, Redirect, ReplyWithCookies, StreamedReply } from './reply.ts'
import type { IfMatch } from './version.ts'

export interface Call {
  readonly principal: Principal
  readonly ctx: Context
  /**
   * The pool, or the transaction that also stores the idempotent response. Handlers write through it, so that nothing is done
   * twice.
   */
  readonly db: Db
  readonly requestId: string
  readonly idempotencyKey: string | null
  /**
   * Response to store together with the work: set for a call with an Idempotency-Key to an endpoint that declares `storesResponse`.
   */
  readonly pendingResponse: PendingResponse | null
  readonly meter: Meter
  /** The caller's `X-Max-Credits`; already enforced for a metered call. */
  readonly maxCredits: number | undefined
  /** Undefined without the header, and for endpoints that are not declared `versioned`. */
  readonly ifMatch: IfMatch | undefined
  readonly raw: RawRequest
  /** The file sent instead of a JSON body; only where the endpoint declares `takesFile`. */
  readonly file: SentFile | undefined
  /** Empty unless the endpoint declares `seesVisitor`. */
  readonly visitor: Visitor
  /** Set for an endpoint that declares `lasts`. */
  readonly lasting: CallLifetime
}

/** An idempotent response that the handler stores in the transaction that does the work. */
export interface PendingResponse {
  readonly mode: Mode
  readonly key: string
  /** Identifies the request. */
  readonly fingerprint: Uint8Array
  readonly requestId: string
  /** Builds the stored response from the handler's result. */
  write(result: unknown): StoredResponse
}

/** Lifetime of a response without an end. */
export interface CallLifetime {
  /**
   * Aborted when the client disconnects, the server stops or the access ends; in the last case the reason is the `ApiError` that
   * refuses the caller.
   */
  readonly signal: AbortSignal
}

/** The calling browser. */
export interface Visitor {
  readonly ip: string
  /** The IP address, or the network of an IPv6 address. */
  readonly network: string
  readonly userAgent: string
  /** The value of the session's cookie. */
  readonly sessionToken: string | undefined
  /** The value of the cookie that identifies a browser in which a user has signed in before. */
  readonly deviceToken: string | undefined
  /** The value of the cookie set when a sign-in at another provider began. */
  readonly flowToken: string | undefined
  /** True when cookies can be limited to HTTPS. */
  readonly isSecure: boolean
  /** The scheme, host and port that the browser shows. */
  readonly origin: string
}

/** An unread file in the body of a request. */
export interface SentFile {
  /** The announced length in bytes; 0 when it is unknown. */
  readonly length: number
  /** Starts reading. The chunks end with an error when the body is incomplete. */
  open(): Promise<{ readonly name: string | null; readonly chunks: AsyncIterable<Buffer> }>
  /** Stops reading. */
  close(): void
  /** Fails the read with this error. */
  cancel(error: Error): void
}

/** The request as received; empty unless the endpoint declares `rawBody` or `streams`. */
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
 * Handler step that refuses a request for its content, before anything in the workspace is read or changed. A test key gets its
 * reply after this step, so it is refused whatever a live key is refused.
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

/** Pairs every endpoint of a contract with its handler; a missing handler does not compile. */
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
