import { type Operations, PLACES } from './operations.gen.ts'
import { ProblemError, unreachable } from './problem.ts'

export type OperationId = keyof Operations
export type Reply<Id extends OperationId> = Operations[Id]['reply']
/** Input of an operation: `params`, `query`, `body` and `file`, as far as it has them. */
export type Input<Id extends OperationId> = Omit<Operations[Id], 'reply'> & VersionedInput
/** The `ETag` that the resource had when it was read: the server refuses to change another version of it. */
interface VersionedInput {
  readonly ifMatch?: string
}
/** Item of a list operation. */
export type Item<Id extends OperationId> = Reply<Id> extends { data: (infer T)[] } ? T : never
/** Operations that need no input may be called without any. */
type Arguments<Id extends OperationId> =
  Partial<Input<Id>> extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions]

export interface CallOptions {
  /** Set where two separate writes can be identical, such as the same text sent twice. */
  readonly idempotencyKey?: string
  /** The price that the user was shown: the server refuses the call if it could cost more. */
  readonly maxCredits?: number
}

export interface Call {
  <Id extends OperationId>(id: Id, ...input: Arguments<Id>): Promise<Reply<Id>>
  /** Runs a metered call and returns what it cost. */
  metered<Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions): Promise<MeteredReply<Reply<Id>>>
}

export interface MeteredReply<T> {
  readonly reply: T
  readonly charged: number
  /** Identifies the receipt; of the first call when this one repeats it. */
  readonly requestId: string
}

export interface ClientOptions {
  /** Base URL of the API; empty for the page's own server. */
  readonly base?: string
  readonly fetch?: typeof fetch
  /** Workspace that every call is about. */
  readonly workspaceId?: () => string | undefined
  /** Token of a portal link, sent instead of the session cookie. */
  readonly token?: string
  /** Called when the session or the link has ended. */
  readonly onSignedOut?: () => void
  /** Asks the user to confirm their identity; resolves to false if they decline. */
  readonly confirmSudo?: () => Promise<boolean>
}

export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Blob
  readonly ifMatch?: string
}

/** Creates the function that calls the API. */
export function createClient(options: ClientOptions = {}): Call {
  const { base = '', fetch: send = (...args) => fetch(...args), confirmSudo, onSignedOut, workspaceId, token } = options
  const pending = new Map<string, string>()

  async function attempt(request: PreparedRequest, { maxCredits }: CallOptions): Promise<ApiResponse> {
    const workspace = workspaceId?.()
    const response = await send(`${base}${request.url}`, {
      method: request.method,
      credentials: token === undefined ? 'same-origin' : 'omit',
      headers: {
        ...request.headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(workspace !== undefined && { 'x-quoin-workspace': workspace }),
        ...(maxCredits !== undefined && { 'x-max-credits': String(maxCredits) }),
      },
      ...(request.body !== undefined && { body: request.body }),
    }).catch((error: unknown) => {
      throw unreachable(error)
    })
    return { body: await readAnswer(response), headers: response.headers }
  }

  async function run(id: OperationId, parts: RequestParts, own: CallOptions = {}): Promise<ApiResponse> {
    const logical = `${id} ${workspaceId?.() ?? ''} ${JSON.stringify(parts)}`
    // A write that is retried after its response was lost is the same write: it keeps its key until it gets a response.
    const key = own.idempotencyKey ?? pending.get(logical) ?? newIdempotencyKey()
    const request = prepare(id, parts, key)
    if (request.method !== 'GET' && !parts.file && own.idempotencyKey === undefined) pending.set(logical, key)
    try {
      const answer = await attempt(request, own)
      pending.delete(logical)
      return answer
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (error.code === 'sudo_required' && (await confirmSudo?.())) return run(id, parts, own)
      if (isFinal(error)) pending.delete(logical)
      if (error.status === 401) onSignedOut?.()
      throw error
    }
  }
  const call = async (id: OperationId, parts: RequestParts = {}, own?: CallOptions) => (await run(id, parts, own)).body
  const metered = async (id: OperationId, parts: RequestParts, own?: CallOptions) =>
    meteredAnswer(await run(id, parts, own))
  return Object.assign(call, { metered }) as Call
}

interface ApiResponse {
  readonly body: unknown
  readonly headers: Headers
}

function meteredAnswer({ body, headers }: ApiResponse): MeteredReply<unknown> {
  return {
    reply: body,
    charged: Number(headers.get('x-credits-charged') ?? 0),
    requestId: headers.get('x-original-request-id') ?? headers.get('x-quoin-request-id') ?? '',
  }
}

interface PreparedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Blob
}

/** Builds the request of a call, without the session's headers. */
export function prepare(
  id: OperationId,
  { params = {}, query = {}, body, file, ifMatch }: RequestParts,
  key?: string,
): PreparedRequest {
  const [method = 'GET', template = ''] = PLACES[id].split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  const isWrite = method !== 'GET'
  const type = file ? file.type || 'application/octet-stream' : 'application/json'
  const content = file ?? (body === undefined ? undefined : JSON.stringify(body))
  return {
    method,
    url: search ? `${path}?${search}` : path,
    headers: {
      accept: 'application/json',
      ...(content !== undefined && { 'content-type': type }),
      ...(isWrite && key !== undefined && { 'idempotency-key': key }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(content !== undefined && { body: content }),
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  const isJson = /[/+]json/.test(type)
  if (response.ok) return isJson ? response.json() : response.blob()
  const requestId = response.headers.get('x-quoin-request-id') ?? undefined
  const body: unknown = isJson ? await response.json() : { detail: await response.text() }
  throw new ProblemError(response.status, body as Record<string, unknown>, requestId)
}

/** Returns true if the write did not happen. After any other error it may have happened, or may still happen. */
function isFinal({ status, code }: ProblemError): boolean {
  return (
    status >= 400 && status < 500 && code !== 'idempotency_in_progress' && code !== 'sudo_required' && status !== 401
  )
}

/** Returns the version of a resource, for `ifMatch`. */
export function toEtag({ updated_at }: { readonly updated_at: string | null }): string {
  return `"${updated_at ?? 'unset'}"`
}

/** Does without `crypto.randomUUID`, which is missing when the portal is opened over plain HTTP on a network. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
