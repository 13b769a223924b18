import assert from 'node:assert/strict'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { callbacks } from '../../src/domains/data/vendor-callbacks/contract.ts'
import { insertTicket } from '../../src/domains/data/vendor-callbacks/sql.ts'
import { endpoints } from '../../src/http/catalogue.ts'
import { listErrorCodes } from '../../src/http/openapi/access.ts'
import { openapi } from '../../src/http/openapi/document.ts'
import type { AnyEndpoint } from '../../src/kit/declare/endpoint.ts'
import { ERRORS, type ErrorCode } from '../../src/kit/declare/errors.ts'
import { sha256 } from '../../src/kit/hash.ts'
import { isName } from '../../src/kit/name.ts'
import { drawSample, fitting, type Schema } from './arbitrary.ts'
import type { Client, Reply, World } from './harness.ts'

/** A valid request of a declaration and its possible responses, for tests over the whole catalogue. */
export interface EndpointRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Returns the declared example, with missing parts generated from the schema. */
export function goodRequest(endpoint: AnyEndpoint): EndpointRequest {
  const { example } = endpoint
  return {
    params: { ...strings(endpoint.params), ...example.params },
    query: { ...strings(endpoint.query), ...example.query },
    body: endpoint.body && (example.body ?? drawSample(fitting(endpoint.body as Schema))),
  }
}

/** Opens a ticket with the token of the declared example: without it the body of a callback is not read. */
export async function openExampleTicket({ ctx }: Pick<World, 'ctx'>): Promise<void> {
  const { token = '' } = callbacks.b2bEmail.example.params ?? {}
  const created_at = ctx.clock.now()
  const deadline_at = new Date(created_at.getTime() + 900_000)
  await insertTicket(ctx.db, {
    source: 'example',
    ticket: 'example',
    token_hash: sha256(token),
    created_at,
    deadline_at,
  })
}

function strings(schema: unknown): Record<string, string> {
  if (!schema) return {}
  const { properties = {} } = schema as Schema
  const needed = requiredFields(schema)
  return Object.fromEntries(
    needed.map((name) => [name, String(drawSample(fitting(properties[name] ?? { type: 'string' })))]),
  )
}

/** Lists the fields that a caller must send: defaults fill in the others. */
export function requiredFields({ properties = {}, required = [] }: Schema): string[] {
  return required.filter((name) => properties[name]?.default === undefined)
}

export function buildUrl(endpoint: AnyEndpoint, { params, query }: Pick<EndpointRequest, 'params' | 'query'>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

export async function send(client: Client, endpoint: AnyEndpoint, sent: EndpointRequest, headers = {}): Promise<Reply> {
  const key = endpoint.special.needsIdempotencyKey && { 'idempotency-key': crypto.randomUUID() }
  const reply = await client(endpoint.method, buildUrl(endpoint, sent), sent.body, { ...key, ...headers })
  assertDeclared(endpoint, reply)
  return reply
}

const replies = new Map<AnyEndpoint, ValidateFunction>()
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('name', isName)
const { components } = openapi(endpoints, 'http://127.0.0.1')
const isProblem = ajv.compile({ $ref: '#/components/schemas/Problem', components })
const isInvalid = ajv.compile({ $ref: '#/components/schemas/HTTPValidationError', components })

/** Checks a reply against the declaration: a success fits the schema and has no other fields, an error is a documented one. */
export function assertDeclared(endpoint: AnyEndpoint, reply: Reply): void {
  const { status, headers, body } = reply
  const says = shown(reply, endpoint.id)
  assert.ok(headers.get('x-request-id'), `${says}: no X-Request-Id`)
  if (endpoint.price !== 'free') {
    assert.match(headers.get('x-credits-charged') ?? '', /^\d+$/, `${says}: no X-Credits-Charged`)
    assert.ok(headers.get('x-price-book'), `${says}: no X-Price-Book`)
  }
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (isSuccess(endpoint, status) && endpoint.special.streams)
    return assert.ok(
      endpoint.special.streams.some((one) => isOfType(type, one)),
      `${says}: the declaration does not list ${type}`,
    )
  if (status === endpoint.status && endpoint.produces?.includes(type)) return
  if (status === endpoint.status) return assertFits(replyValidator(endpoint), body, says)
  assertProblem(reply)
  assert.ok(listErrorCodes(endpoint).includes(body.code), `${says}: the declaration does not list ${body.code}`)
}

function isSuccess({ status, special }: AnyEndpoint, answered: number): boolean {
  return answered === status || (answered === 206 && special.takesRange === true)
}

/** `image/png` is of the types `image/*` and `*\/*`; JSON is no file. */
function isOfType(type: string, declared: string): boolean {
  const pattern = declared.replaceAll('*', '[\\w.+-]+')
  return type !== 'application/json' && new RegExp(`^${pattern}$`).test(type)
}

/** Checks an error against its published format: RFC 9457, or FastAPI's for a 422. */
export function assertProblem(reply: Reply): void {
  const { status, headers, body } = reply
  const says = shown(reply, 'the API')
  assertFits(status === 422 ? isInvalid : isProblem, body, says)
  const type = headers.get('content-type') ?? ''
  assert.match(type, status === 422 ? /^application\/json/ : /^application\/problem\+json/, says)
  assert.equal(body.request_id, headers.get('x-request-id'), says)
  assert.equal(ERRORS[body.code as ErrorCode].status, status, says)
  if (status !== 422) assert.equal(body.status, status, says)
}

function shown({ status, text }: Reply, who: string): string {
  return `${who} answered ${status} ${text.slice(0, 600)}`
}

function assertFits(validate: ValidateFunction, body: unknown, says: string): void {
  assert.ok(validate(body), `${says}\nwhich does not fit its schema: ${ajv.errorsText(validate.errors)}`)
}

function replyValidator(endpoint: AnyEndpoint): ValidateFunction {
  const known = replies.get(endpoint) ?? ajv.compile(closed(endpoint.reply) as Schema)
  replies.set(endpoint, known)
  return known
}

/** Returns the same schema without room for undeclared fields. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (schema === null || typeof schema !== 'object') return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isObject = 'properties' in inner && inner['type'] === 'object'
  return isObject ? { additionalProperties: false, ...inner } : inner
}

/** Lists the branches of a body: one, or those of a union. */
export function listBodyBranches(body: unknown): Schema[] {
  const schema = body as Schema
  return [...(schema.anyOf ?? schema.oneOf ?? [schema])]
}

/** Lists the properties of each part that a schema bounds, with the part's name in `loc`. */
export function listProperties(
  endpoint: AnyEndpoint,
): { part: 'params' | 'query' | 'body'; name: string; schema: Schema }[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const shapes = endpoint[part] ? listBodyBranches(endpoint[part]) : []
    if (shapes.length !== 1) return []
    return Object.entries(shapes[0]?.properties ?? {}).map(([name, schema]) => ({ part, name, schema }))
  })
}

/** Returns the example request of an endpoint with another value for one property. */
export function withValue(
  endpoint: AnyEndpoint,
  part: 'params' | 'query' | 'body',
  name: string,
  value: unknown,
): EndpointRequest {
  const good = goodRequest(endpoint)
  return { ...good, [part]: { ...(good[part] as object), [name]: value } }
}
