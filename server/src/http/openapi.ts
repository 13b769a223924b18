import { type Access, type AnyEndpoint, isOpen } from '../kit/declare/endpoint.ts'
import { ERRORS, type ErrorCode } from '../kit/declare/errors.ts'
import { IdempotencyKey, MaxCredits, Range, RequestId, WorkspaceHeader } from '../kit/declare/headers.ts'
import { priceName } from '../kit/declare/price.ts'
import { locationTemplate } from './location.ts'
import { FILE_TYPES } from './sent-file.ts'
import { SESSION_COOKIE } from './visitor.ts'

type Json = Record<string, unknown>

export const API_VERSION = '0.1.0'
/** What the service is, in one sentence. */
export const ABOUT =
  'Social management and paid data lookups behind one key, one credit ledger and one set of signed webhooks.'

/** The OpenAPI 3.1 description, a pure function of the declarations: it needs no server. */
export function openapi(endpoints: readonly AnyEndpoint[], serverUrl: string): Json {
  const schemas: Record<string, Json> = { ...ERROR_SCHEMAS }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint, locationTemplate(endpoint, endpoints), (schema) =>
      reference(schema, schemas),
    )
  }
  const tags = [...new Set(endpoints.map(tagOf))].map((name) => ({
    name,
    description: `The operations \`${name}.*\`.`,
  }))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quoin',
      version: API_VERSION,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Quoin', url: `${serverUrl}/docs` },
    },
    servers: [{ url: serverUrl }],
    tags,
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer <API_KEY>`' },
        operator: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer <QUOIN_OPERATOR_TOKEN>`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            'The cookie that signing in sets, called `__Host-quoin` over HTTPS. Calls that change something must come from the same origin; `X-Quoin-Workspace` names the workspace.',
        },
      },
      schemas,
    },
  }
}

/** Who may call it, in one or two words. */
export function accessOf(endpoint: AnyEndpoint): string {
  return [callersOf(endpoint), ...(isKeyed(endpoint) ? [endpoint.scope] : [])].join(', ')
}

/** `write`, `write+owner`, `user+owner+sudo`: the access, and what binds sessions beyond it; `read+link:webhooks`: which portal links may call it. */
export function callersOf({ access, role, needsSudo, ofLink }: AnyEndpoint): string {
  return [access, ...(role ? [role] : []), ...(needsSudo ? ['sudo'] : []), ...(ofLink ? [`link:${ofLink}`] : [])].join(
    '+',
  )
}

function isKeyed({ access }: AnyEndpoint): boolean {
  return access === 'read' || access === 'write'
}

/** Whether a session calls it in a workspace. */
function isInWorkspace(endpoint: AnyEndpoint): boolean {
  return isKeyed(endpoint) || endpoint.role !== undefined
}

export function tagOf(endpoint: AnyEndpoint): string {
  return endpoint.id.split('.')[0] ?? endpoint.id
}

/** The codes an endpoint can answer: those it declares and those that its access, input and price imply. */
export function errorCodesOf(endpoint: AnyEndpoint): ErrorCode[] {
  const isMutation = endpoint.method !== 'GET'
  const { access } = endpoint
  const isOnce = isMutation && endpoint.access !== 'public'
  const codes = new Set<ErrorCode>(endpoint.errors)
  const imply = (when: boolean, ...implied: ErrorCode[]) => {
    if (when) for (const code of implied) codes.add(code)
  }
  imply(isKeyed(endpoint), 'invalid_api_key', 'out_of_scope', 'test_quota_exceeded')
  imply(access === 'write', 'read_only_key')
  imply(access === 'operator', 'invalid_operator_token', 'role_required')
  imply(access !== 'public', 'invalid_session', 'totp_required')
  imply(isOnce, 'cross_site_request')
  imply(isInWorkspace(endpoint), 'not_a_member', 'workspace_closed', 'validation_error')
  imply(access === 'write' || endpoint.role !== undefined, 'role_required')
  imply(access === 'user' && endpoint.role !== undefined, 'out_of_scope')
  imply(access === 'operator' || Boolean(endpoint.needsSudo), 'sudo_required')
  imply(mayCharge(endpoint), 'insufficient_credits', 'key_budget_exceeded', 'max_credits_exceeded')
  imply(isOnce, 'idempotency_in_progress', 'idempotency_key_reused')
  imply(isOnce || !isOpen(endpoint.query) || Boolean(endpoint.body || endpoint.params), 'validation_error')
  imply(Boolean(endpoint.params), 'not_found')
  imply(
    Boolean(endpoint.body ?? endpoint.rawBody ?? endpoint.takesFile),
    'payload_too_large',
    'bad_request',
    'request_timeout',
  )
  imply(true, 'rate_limited', 'internal', 'unavailable')
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code))
}

const SESSION = { session: [] }
const KEY_OR_SESSION = [{ bearer: [] }, SESSION]
const SECURITY: Record<Access, Json[]> = {
  public: [],
  read: KEY_OR_SESSION,
  write: KEY_OR_SESSION,
  user: [SESSION],
  operator: [{ operator: [] }, SESSION],
}

const FILE_BODIES = Object.fromEntries(
  FILE_TYPES.map((type) => [
    type,
    type === 'multipart/form-data'
      ? {
          schema: {
            type: 'object',
            properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
            required: ['file'],
          },
        }
      : {},
  ]),
)

function operation(endpoint: AnyEndpoint, location: string | undefined, ref: (schema: unknown) => unknown): Json {
  const { body, example } = endpoint
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: endpoint.description ?? `${endpoint.summary}.`,
    tags: [tagOf(endpoint)],
    security: SECURITY[endpoint.access],
    'x-access': accessOf(endpoint),
    'x-price': priceName(endpoint.price),
    parameters: [
      ...parameters('path', endpoint.params, example.params),
      ...parameters('query', endpoint.query, example.query),
      ...headerParameters(endpoint),
    ],
    ...(body && {
      requestBody: {
        required: !endpoint.isBodyOptional,
        content: {
          'application/json': { schema: ref(body), ...(example.body !== undefined && { example: example.body }) },
          ...(endpoint.takesFile && FILE_BODIES),
        },
      },
    }),
    ...(endpoint.takesFile && !body && { requestBody: { required: true, content: FILE_BODIES } }),
    ...(endpoint.rawBody &&
      !body &&
      endpoint.method !== 'GET' && {
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      }),
    responses: {
      [endpoint.status]: {
        description: 'Done.',
        headers: {
          ...replyHeaders(endpoint),
          ...(location && { Location: header(`Where it can be read: \`${location}\`.`, 'string') }),
        },
        content: endpoint.streams
          ? Object.fromEntries(endpoint.streams.map((type) => [type, {}]))
          : {
              'application/json': { schema: ref(endpoint.reply), example: example.reply },
              ...Object.fromEntries((endpoint.produces ?? []).map((type) => [type, { schema: { type: 'string' } }])),
            },
      },
      ...(endpoint.redirects && { 303: { description: 'Go on at `Location`.', headers: replyHeaders(endpoint) } }),
      ...errorResponses(errorCodesOf(endpoint)),
    },
  }
}

function parameters(where: 'path' | 'query', schema: unknown, examples: Readonly<Record<string, string>> = {}): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: where,
    required: where === 'path' || (required.includes(name) && shape['default'] === undefined),
    ...(description !== undefined && { description }),
    ...(examples[name] !== undefined && {
      example: shape['type'] === 'integer' ? Number(examples[name]) : examples[name],
    }),
    schema: shape,
  }))
}

function mayCharge({ price }: AnyEndpoint): boolean {
  return price !== 'free' && price !== 'quote'
}

function named(name: string, description: string, schema: object, required = false): Json {
  return { name, in: 'header', required, description, schema }
}

/** The headers, besides Authorization, that change what a call does. */
export function headerParameters(endpoint: AnyEndpoint): Json[] {
  const list: Json[] = []
  if (endpoint.method !== 'GET' && endpoint.access !== 'public')
    list.push(
      named(
        'Idempotency-Key',
        'A stable string per logical operation: a retry with it answers the original result.',
        IdempotencyKey,
        endpoint.needsIdempotencyKey ?? false,
      ),
    )
  if (isInWorkspace(endpoint))
    list.push(named('X-Quoin-Workspace', 'With a session: the id of the workspace. A key needs none.', WorkspaceHeader))
  if (mayCharge(endpoint))
    list.push(named('X-Max-Credits', 'Refuse the call when it could cost more than this.', MaxCredits))
  if (endpoint.streams) list.push(named('Range', 'Read only this part of the file: `bytes=0-1023`.', Range))
  list.push(
    named('X-Request-Id', 'Your own id of the request, for your logs. One of another form is ignored.', RequestId),
  )
  return list
}

const header = (description: string, type: string) => ({ description, schema: { type } })

function replyHeaders(endpoint: AnyEndpoint): Json {
  return {
    'X-Request-Id': header('The `X-Request-Id` you sent, or ours when you sent none.', 'string'),
    'X-Quoin-Request-Id': header('Our own id of this request: names it in receipts and logs.', 'string'),
    ...(endpoint.price !== 'free' && {
      'X-Credits-Charged': header('What the call cost.', 'integer'),
      'X-Price-Book': header('The price book that priced it.', 'string'),
    }),
    ...(isKeyed(endpoint) && {
      'X-Test-Quota-Limit': header('With a test key: how many calls the workspace has for a UTC day.', 'integer'),
      'X-Test-Quota-Remaining': header('With a test key: how many of them are left today.', 'integer'),
      'X-Test-Quota-Reset': header('With a test key: seconds until the quota starts again, at 00:00 UTC.', 'integer'),
    }),
  }
}

function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const description = group.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' ')
      const [type, name] =
        status === 422 ? ['application/json', 'HTTPValidationError'] : ['application/problem+json', 'Problem']
      return [status, { description, content: { [type]: { schema: { $ref: `#/components/schemas/${name}` } } } }]
    }),
  )
}

/** A schema with a title is defined once, under that name; all uses refer to it. */
function reference(schema: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => reference(item, schemas))
  if (schema === null || typeof schema !== 'object') return schema
  // A field may be called `title` too: only a string is the title of a schema.
  const { title, ...others } = schema as Json
  const rest = typeof title === 'string' || title === undefined ? others : { title, ...others }
  const inner = Object.fromEntries(
    Object.entries(withOptionalDefaults(rest)).map(([key, value]) => [key, reference(value, schemas)]),
  )
  if (typeof title !== 'string') return inner
  const known = schemas[title]
  if (known && JSON.stringify(known) !== JSON.stringify(inner)) throw new Error(`Two schemas are called ${title}`)
  schemas[title] = inner
  return { $ref: `#/components/schemas/${title}` }
}

/** A field with a default need not be sent: validation sets it before it checks what is required. */
function withOptionalDefaults(schema: Json): Json {
  const { required, ...rest } = schema
  if (!Array.isArray(required)) return schema
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const still = required.filter((name: string) => properties[name]?.['default'] === undefined)
  return still.length > 0 ? { ...schema, required: still } : rest
}

const ERROR_SCHEMAS: Record<string, Json> = {
  Problem: {
    type: 'object',
    description: 'RFC 9457. `code` is the contract; further members help where they can.',
    required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
    properties: {
      type: { type: 'string', format: 'uri' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string', enum: Object.keys(ERRORS) },
      request_id: { type: 'string' },
    },
    additionalProperties: true,
  },
  HTTPValidationError: {
    type: 'object',
    required: ['detail', 'code', 'request_id'],
    properties: {
      detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } },
      code: { type: 'string' },
      request_id: { type: 'string' },
    },
  },
  ValidationError: {
    type: 'object',
    required: ['type', 'loc', 'msg'],
    properties: {
      type: { type: 'string' },
      loc: { type: 'array', items: { type: ['string', 'integer'] } },
      msg: { type: 'string' },
      input: { description: 'What was sent there.' },
      ctx: { type: 'object', additionalProperties: true },
    },
  },
}
