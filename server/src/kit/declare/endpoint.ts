import type { Static, TObject, TSchema } from 'typebox'
import type { PortalPage, Role } from '../context.ts'
import type { ErrorCode, Violation } from './errors.ts'
import type { Price } from './price.ts'
import type { Document } from './reply.ts'
import type { Tool } from './tool.ts'

export type Access = 'public' | 'read' | 'write' | 'user' | 'operator'
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Shape<S> = S extends TSchema ? Static<S> : undefined

/** The answer to a test key, the example of the docs, and the start of the guard tests. */
export interface Example<Input, Reply> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly reply: Reply
  /** Fits the example to the request: repeats ids and input where that helps. */
  readonly echo?: (input: Input, reply: Reply) => Reply | Document<Reply>
}

/** The contract of one endpoint: route, validation, access, price, docs, test answers and guard tests come from it. */
export interface Endpoint<Input, Reply> {
  /** `<resource>.<verb>`: the operation id, the SDK path, the metric label and the audit name. */
  readonly id: `${string}.${string}`
  readonly method: Method
  readonly path: `/v1/${string}`
  readonly summary: string
  readonly description?: string
  /**
   * `public` needs no key; `read` and `write` take a key or a session in a workspace, and `write` refuses read keys and viewers; `user`
   * takes a session and no key; `operator` takes the operator's token, or the session of an operator who proved it lately.
   */
  readonly access: Access
  /** The least role that the caller needs, a session or a key. With access `user` it also makes the call one in a workspace. */
  readonly role?: Role
  /** A session needs to have proved who it is within the last minutes. It does not bind keys. */
  readonly needsSudo?: true
  /** The page of portal links that may call it, or `any` of them; no link may call the others. The service limits what a link reaches. */
  readonly ofLink?: PortalPage | 'any'
  /** With `dry_run: true` in its body it changes nothing: read keys may call it then, and no credits are held. */
  readonly takesDryRun?: true
  /** Whether keys of scope `profiles` may call it; the service then limits them to their profiles. */
  readonly scope: 'full' | 'profile'
  readonly params?: TObject
  /** Other parameters are refused unless it declares `additionalProperties`, as where others write the URL. */
  readonly query?: TObject
  readonly body?: TSchema
  readonly status: 200 | 201 | 202
  readonly reply: TSchema
  /**
   * Where the created resource can be read, when that is not the endpoint's own path and the new id: a path whose names are fields of
   * the reply or parameters. Sent as `Location` with 201 and 202.
   */
  readonly location?: `/v1/${string}`
  /** The reply contains a secret that is shown once: the copy stored for its Idempotency-Key is sealed. */
  readonly showsSecret?: true
  /** Content types it can answer besides JSON. */
  readonly produces?: readonly string[]
  /** It can also send a browser elsewhere. */
  readonly redirects?: true
  /** It answers a `Download` of these types instead of JSON; the handler sees the request's headers in `raw`. */
  readonly streams?: readonly string[]
  /** With `streams`: it serves the part of a file that the header `Range` names, with 206. */
  readonly takesRange?: true
  /** With `streams`: its answer has no end. The handler gets `lasting`, which says when the client or the server ends it. */
  readonly lasts?: true
  /** Codes beyond those that its access, input and price imply. */
  readonly errors: readonly ErrorCode[]
  readonly bodyBytesMax?: number
  /** A call without a body is one with an empty object. */
  readonly isBodyOptional?: true
  /** The handler gets the body as it was sent, with the headers: for callers that sign its bytes. */
  readonly rawBody?: true
  /** Of a public endpoint: the handler knows the sender by a signature or a secret, so only calls that it refuses count against the address. */
  readonly verifiesSender?: true
  /** The body may also be a file, as bytes or as the part `file` of a form. The handler gets it unread, as `file`. */
  readonly takesFile?: true
  /** The handler calls the network, so it runs outside of a transaction; its answer is stored afterwards. */
  readonly callsOut?: true
  /**
   * The handler opens its own transaction, and stores in it the idempotent answer that it gets as `pendingAnswer`: for work that is
   * done in batches.
   */
  readonly storesAnswer?: true
  /** The handler sees the browser that calls, as `visitor`: for what signs in and out. */
  readonly seesVisitor?: true
  /** Refused without an Idempotency-Key. */
  readonly needsIdempotencyKey?: true
  readonly price: Price<Input, Reply>
  readonly example: Example<Input, Reply>
  /**
   * Offers it to language models as a tool of /mcp. Left out, the tool `api` can call it unless it streams or shows a secret; `never`
   * keeps it from models.
   */
  readonly tool?: Tool | 'never'
  /**
   * Rules over the whole input that JSON Schema cannot express. Pure, so that they hold for test keys too. A retry with the same
   * Idempotency-Key is not refused by them.
   */
  readonly check?: (input: Input, now: Date) => readonly Violation[]
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

/** Declares an endpoint. Left out, GET has access `read` and every other method `write`; scope is `full`, status 200, price `free`. */
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
}): Endpoint<EndpointInput<P, Q, B>, Static<R>> {
  const [method, path] = route.split(' ') as [Method, `/v1/${string}`]
  const defaults = {
    access: method === 'GET' ? 'read' : 'write',
    scope: 'full',
    status: 200,
    errors: [],
    price: 'free',
  }
  return { ...defaults, ...spec, method, path } as unknown as Endpoint<EndpointInput<P, Q, B>, Static<R>>
}
