import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { GoogleExchange } from '../server/test/support/connectors/google-fake.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: object
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> }
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>
}

interface Description {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Record<string, Record<string, Operation>>
}

export interface GoogleDescription {
  /** True if this description covers the request's host and path. */
  covers(exchange: GoogleExchange): boolean
  /** Returns the faults of the request and of the fake's reply. */
  findFaults(exchange: GoogleExchange): string[]
}

/** Reads Google's own description of an API, to check our requests and the replies of our fake against it. */
export function readGoogleDescription(file: string): GoogleDescription {
  const description = JSON.parse(readFileSync(file, 'utf8')) as Description
  const { host } = new URL(description.servers[0]?.url ?? '')
  const id = `google-${host}`
  const open = (coerceTypes: boolean) =>
    new Ajv({ strict: false, allErrors: true, validateFormats: false, coerceTypes: coerceTypes && 'array' }).addSchema(
      description,
      id,
    )
  // Queries contain only strings, so they are converted to the described types; bodies are not.
  const [lenient, strict] = [open(true), open(false)]
  const compiled = new Map<string, ValidateFunction>()

  function check(ajv: Ajv, name: string, schema: object, value: unknown): string[] {
    const validate = compiled.get(name) ?? ajv.compile(schema)
    compiled.set(name, validate)
    return validate(structuredClone(value)) ? [] : [ajv.errorsText(validate.errors, { dataVar: name })]
  }

  /** Google refuses unknown fields, though its description does not say so. */
  function unknownFields(schema: object | undefined, value: unknown, at: string): string[] {
    if (Array.isArray(value)) return value.flatMap((one) => unknownFields(resolveItems(schema), one, `${at}[]`))
    if (typeof value !== 'object' || value === null) return []
    const { properties } = resolve(schema) as { properties?: Record<string, object> }
    if (!properties) return []
    return Object.entries(value).flatMap(([name, inner]) =>
      name in properties ? unknownFields(properties[name], inner, `${at}.${name}`) : [`${at}.${name} is not described`],
    )
  }

  function resolve(schema: object | undefined): object {
    const { $ref } = (schema ?? {}) as { $ref?: string }
    if ($ref === undefined) return schema ?? {}
    const { components } = description as unknown as { components: { schemas: Record<string, object> } }
    return components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}
  }

  const resolveItems = (schema: object | undefined) => (resolve(schema) as { items?: object }).items

  return {
    covers: (exchange) => exchange.host === host && findTemplate(description, exchange) !== undefined,
    findFaults(exchange) {
      const path = findTemplate(description, exchange)
      const method = exchange.method.toLowerCase()
      const operation = path === undefined ? undefined : description.paths[path]?.[method]
      const name = `${exchange.method} ${path ?? exchange.path}`
      if (path === undefined || !operation) return [`${host} describes no ${name}`]
      const pointer = `${id}#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
      const type = 'application/json'
      const answered = operation.responses['200']?.content?.[type]?.schema
      const answerPointer = `${pointer}/responses/200/content/application~1json/schema`
      // Where the body is described as a file, the resource that comes with it has the schema of the response.
      const isJson = operation.requestBody?.content[type] !== undefined
      const sent = isJson ? operation.requestBody?.content[type]?.schema : operation.requestBody && answered
      const sentPointer = isJson ? `${pointer}/requestBody/content/application~1json/schema` : answerPointer
      const { json, reply } = exchange
      return [
        ...check(lenient, `${name} query`, querySchema(operation, pointer), readQuery(operation, exchange)),
        ...(json !== undefined && !sent ? [`${name} has no body`] : []),
        ...(json !== undefined && sent
          ? [
              ...check(strict, `${name} body`, { $ref: sentPointer }, json),
              ...unknownFields(sent, json, `${name} body`),
            ]
          : []),
        ...(reply.status === 200 && answered
          ? [
              ...check(strict, `${name} reply`, { $ref: answerPointer }, reply.body),
              ...unknownFields(answered, reply.body, `${name} reply`),
            ]
          : []),
      ]
    },
  }
}

/** `{parent}` stands for several segments, such as accounts/1/locations/2. The template with the most fixed text wins. */
function findTemplate({ paths }: Description, { path, method }: GoogleExchange): string | undefined {
  const isMatch = (template: string) =>
    new RegExp(`^${template.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, String.raw`[^:]+`)}$`).test(path)
  return Object.keys(paths)
    .filter((template) => paths[template]?.[method.toLowerCase()] && isMatch(template))
    .toSorted((a, b) => b.replaceAll(/\{\w+\}/g, '').length - a.replaceAll(/\{\w+\}/g, '').length)[0]
}

function querySchema({ parameters = [] }: Operation, pointer: string): object {
  const query = parameters.map((one, at) => ({ ...one, at })).filter((one) => one.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, at }) => [name, { $ref: `${pointer}/parameters/${at}/schema` }])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

/** Reads a query. A list parameter is either repeated or separated by commas. */
function readQuery({ parameters = [] }: Operation, { query }: GoogleExchange): Record<string, string | string[]> {
  const isList = (name: string) =>
    parameters.some((one) => one.name === name && (one.schema as { type?: string }).type === 'array')
  const names = [...new Set(query.keys())]
  return Object.fromEntries(
    names.map((name) => [
      name,
      isList(name) ? query.getAll(name).flatMap((value) => value.split(',')) : (query.get(name) ?? ''),
    ]),
  )
}
