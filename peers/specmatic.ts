import type { AnyEndpoint } from '../server/src/kit/declare/endpoint.ts'

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Schema {
  $ref?: string
  type?: unknown
  properties?: unknown
  additionalProperties?: unknown
}

interface Operation {
  operationId: string
  security?: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

type Parameter = Media & { name: string; $ref?: string }

export interface Description {
  paths: Record<string, Record<string, Operation>>
  webhooks?: unknown
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    securitySchemes?: Record<string, unknown>
  }
}

/** Returns why Specmatic cannot call an endpoint, or undefined when it can. */
export function whyExcluded({ access, special, params, query, body }: AnyEndpoint): string | undefined {
  if (access === 'operator') return "the operator's calls know no test mode: they would act, on ids that do not exist"
  if (access === 'user') return 'it takes a session, which knows no test mode'
  if (special.rawBody) return 'its body is signed by another service'
  if (special.streams) return 'it answers a file of any type, which Specmatic cannot compare'
  if (access === 'public' && (params ?? query ?? body))
    return 'calls without a key know no test mode: they ask for what exists, by names that cannot be made up'
  return undefined
}

/**
 * Adapts the description of these endpoints to what Specmatic can test:
 * - Without sessions: Specmatic does not support cookies and calls with a key.
 * - Without webhooks: Specmatic only calls servers.
 * - Without Idempotency-Key: Specmatic generates keys of one letter, which repeat on another request and rightly return 422.
 * - With named examples: only those link a request to its response, and so tell Specmatic which ids exist.
 * - With one type per response: Specmatic does not know which parameter requests CSV.
 * - With any value where a response is free-form: Specmatic expects all items of a list in it to have one type.
 */
export function forSpecmatic(description: Description, endpoints: readonly AnyEndpoint[]): Description {
  const copy = structuredClone(description)
  delete copy.components.securitySchemes?.['session']
  delete copy.webhooks
  for (const [path, methods] of Object.entries(copy.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (endpoints.some(({ id }) => id === operation.operationId)) adapt(operation, copy.components.parameters)
      else delete methods[method]
    }
    if (Object.keys(methods).length === 0) delete copy.paths[path]
  }
  const sent = new Set<string>()
  for (const { requestBody } of operationsIn(copy)) addReferences(requestBody, copy, sent)
  for (const [name, schema] of Object.entries(copy.components.schemas))
    if (!sent.has(name)) copy.components.schemas[name] = withLooseObjects(schema) as Schema
  return copy
}

function adapt(operation: Operation, named: Description['components']['parameters']): void {
  const left = ['Idempotency-Key', 'X-Quoin-Workspace']
  operation.parameters = operation.parameters.filter(({ name, $ref = '' }) => {
    const shared = named[$ref.replace('#/components/parameters/', '')]
    return !left.includes(shared?.name ?? name)
  })
  operation.security = (operation.security ?? []).filter((way) => !('session' in way))
  const bodies = Object.values(operation.requestBody?.content ?? {})
  const answers = Object.values(operation.responses).flatMap((response) => {
    const json = response.content?.['application/json']
    if (json) response.content = { 'application/json': json }
    return Object.values(response.content ?? {})
  })
  for (const { schema } of answers) if (schema) Object.assign(schema, withLooseObjects(schema))
  for (const media of [...operation.parameters, ...bodies, ...answers]) {
    if (media.example === undefined) continue
    media.examples = { declared: { value: media.example } }
    delete media.example
  }
}

function withLooseObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLooseObjects)
  if (value === null || typeof value !== 'object') return value
  const { type, properties, additionalProperties } = value as Schema
  if (type === 'object' && !properties && additionalProperties === true) return {}
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withLooseObjects(inner)]))
}

/** Adds the names of all schemas that are referenced, directly or through another schema. */
function addReferences(value: unknown, copy: Description, names: Set<string>): void {
  if (value === null || typeof value !== 'object') return
  for (const [key, inner] of Object.entries(value)) {
    const name = key === '$ref' ? nameIn(String(inner)) : undefined
    if (name === undefined) addReferences(inner, copy, names)
    else if (!names.has(name)) addReferences(copy.components.schemas[name], copy, names.add(name))
  }
}

function nameIn(reference: string): string {
  return reference.replace('#/components/schemas/', '')
}

function operationsIn({ paths }: Description): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods))
}

/** Lists operations as Specmatic prints them: `GET /v1/profiles/(id:string)`. */
export function listOperations({ paths }: Description): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, '($1:string)')}`),
  )
}
