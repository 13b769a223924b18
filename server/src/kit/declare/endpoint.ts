import type { Static, TObject, TSchema } from 'typebox'
import type { PortalPage, Role } from '../context.ts'
import type { ErrorCode, Violation } from './errors.ts'
import type { Price } from './price.ts'
import type { Document } from './reply.ts'
import type { Tool } from './tool.ts'

export type Access = 'public' | 'read' | 'write' | 'user' | 'operator'
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Shape<S> = S extends TSchema ? Static<S> : undefined

/** Reply to a test key, example in the docs and input of the generated guard tests. */
export interface Example<Input, Reply> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly reply: Reply
  /** Adapts the example to the request: repeats ids and input where that helps. */
  readonly echo?: (input: Input, reply: Reply) => Reply | Document<Reply>
}

/** Properties of a few endpoints only. */
interface SpecialCases {
  /** Changes nothing when the body has `dry_run: true`: read keys may call it then, and no credits are held. */
  readonly takesDryRun?: true
  /** Refuses calls without an Idempotency-Key. */
  readonly needsIdempotencyKey?: true
  /**
   * The handler opens its own transaction and stores the idempotent response, `pendingResponse`, in it: for work that is done in
   * batches.
   */
  readonly storesResponse?: true
  /** Treats a missing body as an empty object. */
  readonly isBodyOptional?: true
  /** The handler gets the raw body and the headers, for callers that sign its bytes. */
  readonly rawBody?: true
  /**
   * Of a public endpoint: the handler authenticates the sender by a signature or a secret, so only calls that it refuses count
   * against the address.
   */
  readonly verifiesSender?: true
  /** The body may also be a file, as bytes or as the part `file` of a form. The handler gets it unread, as `file`. */
  readonly takesFile?: true
  /** The reply can also redirect a browser. */
  readonly redirects?: true
  /** Returns a `Download` of these types instead of JSON; the handler sees the request's headers in `raw`. */
  readonly streams?: readonly string[]
  /** With `streams`: serves the part of a file that the header `Range` names, with 206. */
  readonly takesRange?: true
  /** With `streams`: the response has no end. The handler gets `lasting`, which signals when the client or the server ends it. */
  readonly lasts?: true
  /** Sends the reply's version as `ETag`. A write also gets the header `If-Match` as `ifMatch`. */
  readonly versioned?: true
  readonly deprecated?: Deprecation
}

/** Dates are `YYYY-MM-DD`. Between them are at least twelve months. */
interface Deprecation {
  readonly since: string
  readonly until: string
  /** What callers use in its place, as a sentence for the docs. */
  readonly instead: string
}

/** Contract of one endpoint: route, validation, access, price, docs, test replies and guard tests are derived from it. */
export interface Endpoint<Input, Reply> {
  /** `<resource>.<verb>`: the operation id, the SDK path, the metric label and the audit name. */
  readonly id: `${string}.${string}`
  readonly method: Method
  readonly path: `/v1/${string}`
  readonly summary: string
  readonly description?: string
  /**
   * `public` needs no key. `read` and `write` take a key or a session in a workspace, and `write` refuses read keys and viewers.
   * `user` takes a session and no key. `operator` takes the operator's token, or an operator's session that was confirmed
   * recently.
   */
  readonly access: Access
  /** Minimum role of the caller, for sessions and keys. With access `user`, the call then also needs a workspace. */
  readonly role?: Role
  /** Requires a session that confirmed its identity within the last minutes. Keys are exempt. */
  readonly needsSudo?: true
  /**
   * Portal links that may call it: those of this page, or `any`. If absent, no portal link may call it. The service limits what a
   * link can reach.
   */
  readonly ofLink?: PortalPage | 'any'
  /** `profile` admits keys of scope `profiles`; the service then limits them to their profiles. */
  readonly scope: 'full' | 'profile'
  readonly params?: TObject
  /** Unknown parameters are refused unless it declares `additionalProperties`, for URLs that other services build. */
  readonly query?: TObject
  readonly body?: TSchema
  readonly status: 200 | 201 | 202
  readonly reply: TSchema
  /**
   * Path of the created resource, when it is not the endpoint's own path and the new id. Its names are fields of the reply or
   * parameters. Sent as `Location` with 201 and 202.
   */
  readonly location?: `/v1/${string}`
  /** The reply contains a secret that is shown once: the copy stored for its Idempotency-Key is encrypted. */
  readonly showsSecret?: true
  /** Content types it can return besides JSON. */
  readonly produces?: readonly string[]
  /** Codes beyond those that its access, input and price imply. */
  readonly errors: readonly ErrorCode[]
  readonly bodyBytesMax?: number
  /** The handler calls the network, so it runs outside a transaction; its response is stored afterwards. */
  readonly callsOut?: true
  /** The handler gets the calling browser as `visitor`, for signing in and out. */
  readonly seesVisitor?: true
  readonly price: Price<Input, Reply>
  readonly example: Example<Input, Reply>
  /**
   * Offers the endpoint to language models as a tool of /mcp. If absent, the tool `api` can call it unless it streams or shows a
   * secret; `never` hides it from models.
   */
  readonly tool?: Tool | 'never'
  /**
   * Rules over the whole input that JSON Schema cannot express. They are pure, so they apply to test keys too. A retry with the
   * same Idempotency-Key skips them.
   */
  readonly check?: (input: Input, now: Date) => readonly Violation[]
  readonly special: SpecialCases
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of endpoints of every shape
export type AnyEndpoint = Endpoint<any, any>

interface EndpointInput<P, Q, B> {
  params: Shape<P>
  query: Shape<Q>
  body: Shape<B>
}

export function isOpen(query: (TObject & { additionalProperties?: unknown }) | undefined): boolean {
  return Boolean(query?.additionalProperties)
}

type DerivedField =
  | 'method'
  | 'path'
  | 'params'
  | 'query'
  | 'body'
  | 'reply'
  | 'access'
  | 'scope'
  | 'status'
  | 'errors'
  | 'price'
  | 'special'

/**
 * Declares an endpoint. By default GET has access `read` and every other method `write`; scope is `full`, status 200, price
 * `free`.
 */
export function endpoint<
  R extends TSchema,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TSchema | undefined = undefined,
>({
  route,
  ...spec
}: Omit<Endpoint<EndpointInput<P, Q, B>, Static<R>>, DerivedField> & {
  /** `GET /v1/profiles/{id}` */
  readonly route: `${Method} /v1/${string}`
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly reply: R
  readonly access?: Access
  readonly scope?: 'full' | 'profile'
  readonly status?: 200 | 201 | 202
  readonly errors?: readonly ErrorCode[]
  readonly price?: Price<EndpointInput<P, Q, B>, Static<R>>
  readonly special?: SpecialCases
}): Endpoint<EndpointInput<P, Q, B>, Static<R>> {
  const [method, path] = route.split(' ') as [Method, `/v1/${string}`]
  const defaults = {
    access: method === 'GET' ? 'read' : 'write',
    scope: 'full',
    status: 200,
    errors: [],
    price: 'free',
    special: {},
  }
  return { ...defaults, ...spec, method, path } as unknown as Endpoint<EndpointInput<P, Q, B>, Static<R>>
}
