import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode, Violation } from './errors.ts'
import type { Price } from './price.ts'
import type { Document } from './route.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Shape<S> = S extends TSchema ? Static<S> : undefined

/** What a test key is answered, what the docs show, and what the guard tests start from. */
export interface Example<Input, Reply> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly reply: Reply
  /** Fits the example to the request: echoes ids and input where that helps. */
  readonly echo?: (input: Input, reply: Reply) => Reply | Document<Reply>
  /** What the handler finds wrong with as much as may be sent, for test keys too; yields where others may run. */
  readonly rehearse?: (input: Input) => Generator<undefined, void>
}

/** The contract of one endpoint: route, validation, access, price, docs, test answers and guards are all read from it. */
export interface Endpoint<Input, Reply> {
  /** `<resource>.<verb>`: the operation id, the SDK path, the metric label and the audit name. */
  readonly id: `${string}.${string}`
  readonly method: Method
  readonly path: `/v1/${string}`
  readonly summary: string
  readonly description?: string
  /** `public` needs no key; `write` is refused to read keys; `operator` takes the operator's token and no key. */
  readonly access: 'public' | 'read' | 'write' | 'operator'
  /** With `dry_run: true` in its body it changes nothing: read keys may call it so, and it holds no credits. */
  readonly takesDryRun?: true
  /** Whether keys of scope `profiles` may call it; the service then shows them only what is theirs. */
  readonly scope: 'full' | 'profile'
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  readonly status: 200 | 201 | 202
  readonly reply: TSchema
  /**
   * Where what it made can be read, when that is not its own path and the new id: a path whose names are fields of the reply
   * or parameters. Sent as `Location` with 201 and 202.
   */
  readonly location?: `/v1/${string}`
  /** The reply holds a secret that is shown once: the copy kept for its Idempotency-Key is sealed. */
  readonly showsSecret?: true
  /** Content types it can answer besides JSON. */
  readonly produces?: readonly string[]
  /** It can also send a browser elsewhere. */
  readonly redirects?: true
  /** It answers a `Download` of these types instead of JSON; the handler sees the request's headers in `raw`. */
  readonly streams?: readonly string[]
  /** The codes beyond those that its access, input and price imply. */
  readonly errors: readonly ErrorCode[]
  readonly bodyBytesMax?: number
  /** A call without a body is one with an empty object. */
  readonly isBodyOptional?: true
  /** The handler reads the body as it was sent, with the headers: for callers that sign its very bytes. */
  readonly rawBody?: true
  /** The handler calls the network, so it runs in no transaction: its answer is stored once it has one. */
  readonly callsOut?: true
  /** Refused without an Idempotency-Key. */
  readonly needsIdempotencyKey?: true
  readonly price: Price<Input, Reply>
  readonly example: Example<Input, Reply>
  /** Rules over the whole input that JSON Schema cannot say. Pure, so that test keys meet them too. */
  readonly check?: (input: Input, now: Date) => readonly Violation[]
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of endpoints of every shape
export type AnyEndpoint = Endpoint<any, any>

interface InputOf<P, Q, B> {
  params: Shape<P>
  query: Shape<Q>
  body: Shape<B>
}

type Derived = 'method' | 'path' | 'params' | 'query' | 'body' | 'reply' | 'scope' | 'status' | 'errors' | 'price'

/** Declares an endpoint. Left out, `scope` is `full`, `status` 200 and `price` `free`. */
export function endpoint<
  R extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>({
  route,
  ...spec
}: Omit<Endpoint<InputOf<P, Q, B>, Static<R>>, Derived> & {
  /** `GET /v1/profiles/{id}` */
  readonly route: `${Method} /v1/${string}`
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply: R
  readonly scope?: 'full' | 'profile'
  readonly status?: 200 | 201 | 202
  readonly errors?: readonly ErrorCode[]
  readonly price?: Price<InputOf<P, Q, B>, Static<R>>
}): Endpoint<InputOf<P, Q, B>, Static<R>> {
  const [method, path] = route.split(' ') as [Method, `/v1/${string}`]
  const defaults = { scope: 'full', status: 200, errors: [], price: 'free' }
  return { ...defaults, ...spec, method, path } as unknown as Endpoint<InputOf<P, Q, B>, Static<R>>
}
