import type { AnyEndpoint } from '../server/src/kit/endpoint.ts'

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Schema {
  $ref?: string
  properties?: Record<string, unknown>
}

interface Operation {
  operationId: string
  parameters: (Media & { name: string; in: string })[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

export interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** What Specmatic cannot judge, and why. */
const EXCLUDED: Readonly<Record<string, string>> = {
  'credits.ledger':
    'an entry has a free-form detail with pairs of an id and a number; it takes all items of a list for the same type',
}

/**
 * The description as Specmatic can test it:
 * - Without Idempotency-Key: it makes keys of one letter up, which meet again on another request, and that is rightly a 422.
 * - With examples that have a name: those alone tell it which request belongs to which answer, and so which ids exist.
 * - Where an endpoint has rules over the whole input, which no schema says, with only those fields of the body that the
 *   example shows: it varies each field by itself.
 */
export function forSpecmatic(description: Description, endpoints: readonly AnyEndpoint[]): Description {
  const copy = structuredClone(description)
  const isRuled = (id: string) => endpoints.some((endpoint) => endpoint.id === id && endpoint.check)
  for (const [path, methods] of Object.entries(copy.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (EXCLUDED[operation.operationId]) delete methods[method]
      operation.parameters = operation.parameters.filter(({ name }) => name !== 'Idempotency-Key')
      const bodies = Object.values(operation.requestBody?.content ?? {})
      if (isRuled(operation.operationId)) for (const body of bodies) keepExampleFields(copy, body)
      const answers = Object.values(operation.responses).flatMap(({ content = {} }) => Object.values(content))
      for (const media of [...operation.parameters, ...bodies, ...answers]) nameExample(media)
    }
    if (Object.keys(methods).length === 0) delete copy.paths[path]
  }
  return copy
}

function nameExample(media: Media): void {
  if (media.example === undefined) return
  media.examples = { declared: { value: media.example } }
  delete media.example
}

function keepExampleFields({ components }: Description, { schema, example }: Media): void {
  const named = schema?.$ref ? components.schemas[schema.$ref.replace('#/components/schemas/', '')] : schema
  if (!named?.properties || example === null || typeof example !== 'object') return
  named.properties = Object.fromEntries(Object.entries(named.properties).filter(([name]) => name in example))
}

/** As Specmatic writes them: `GET /v1/profiles/(id:string)`. */
export function operationsOf({ paths }: Description): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, '($1:string)')}`),
  )
}
