import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { ReceivedRequest } from './loopback.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: object
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> }
}

interface Description {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, Schema> }
}

/** The description of Mastodon's API is not part of this project. It is used when it is beside it. */
const root = join(import.meta.dirname, '../../../..')
const file = ['..', '../..']
  .map((up) => join(root, up, 'shared/openapi/mastodon-4.7.json'))
  .find((path) => existsSync(path))

export const skip = file === undefined && 'shared/openapi/mastodon-4.7.json is not beside the project'

/** Returns what is wrong with a request according to the description; an empty list when it matches. */
export function readMastodonDescription(): (request: ReceivedRequest) => string[] {
  const description = withOldForms(JSON.parse(readFileSync(file ?? '', 'utf8')))
  const open = (coerceTypes: boolean) =>
    new Ajv2020({ strict: false, allErrors: true, validateFormats: false, coerceTypes }).addSchema(
      description,
      'mastodon',
    )
  // Queries contain only strings, so they are converted to the described types; bodies are not.
  const [lenient, strict] = [open(true), open(false)]
  const compiled = new Map<string, ValidateFunction>()

  function listSchemaErrors(ajv: Ajv2020, name: string, schema: () => object, value: unknown): string[] {
    const validate = compiled.get(name) ?? ajv.compile(schema())
    compiled.set(name, validate)
    return validate(structuredClone(value)) ? [] : [ajv.errorsText(validate.errors, { dataVar: name })]
  }

  return (request) => {
    const method = request.method.toLowerCase()
    const path = findTemplate(description, request.path, method)
    const operation = path && description.paths[path]?.[method]
    const name = `${request.method} ${path ?? request.path}`
    if (!operation) return [`Mastodon describes no ${name}`]
    const pointer = `mastodon#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
    return [
      ...listSchemaErrors(lenient, `${name} query`, () => querySchema(operation, pointer), readQuery(request)),
      ...bodyFaults(operation, request, (type) =>
        listSchemaErrors(
          strict,
          `${name} body`,
          () => bodySchema(description, operation, pointer, type),
          readBody(request),
        ),
      ).map((fault) => `${name}: ${fault}`),
      ...headerFaults(operation, request).map((fault) => `${name}: ${fault}`),
    ]
  }
}

/** Mastodon still takes what it took before, and other servers take only that. The description has only the newer forms. */
// oxlint-disable-next-line typescript/no-explicit-any -- parts of the description that are not typed here
function withOldForms(description: any): Description {
  const { paths } = description
  const { properties } = paths['/api/v1/apps'].post.requestBody.content['application/json'].schema
  properties.redirect_uris = { anyOf: [{ type: 'string' }, properties.redirect_uris] }
  const { content } = paths['/oauth/revoke'].post.requestBody
  content['application/x-www-form-urlencoded'] = content['application/json']
  return description
}

function readBody({ json, bytes }: ReceivedRequest): unknown {
  return json ?? Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
}

function findTemplate({ paths }: Description, path: string, method: string): string | undefined {
  return Object.keys(paths)
    .filter((one) => paths[one]?.[method] && new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
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

function readQuery({ query }: ReceivedRequest): Record<string, string | string[]> {
  const names = [...new Set(query.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const isList = name.endsWith('[]')
      return [name.replace('[]', ''), isList ? query.getAll(name) : (query.get(name) ?? '')]
    }),
  )
}

/** A status with text and media matches two kinds of a `oneOf`, which the description does not intend: here it must match at least one. */
function bodySchema(description: Description, { requestBody }: Operation, pointer: string, type: string): object {
  const path = `${pointer}/requestBody/content/${type.replace('/', '~1')}/schema`
  const schema = (requestBody?.content[type]?.schema ?? {}) as Schema
  const refs = schema.oneOf ? { anyOf: schema.oneOf.map((_, at) => ({ $ref: `${path}/oneOf/${at}` })) } : { $ref: path }
  return { ...refs, propertyNames: { enum: namesIn(description, schema) } }
}

interface Schema {
  readonly $ref?: string
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: object
}

/** The server would ignore a field that is not described. The description allows it, but for us it is a mistake. */
function namesIn(description: Description, { $ref, oneOf = [], allOf = [], properties = {} }: Schema): string[] {
  const named = $ref ? [description.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}] : []
  return [...Object.keys(properties), ...[...oneOf, ...allOf, ...named].flatMap((one) => namesIn(description, one))]
}

function bodyFaults(
  { requestBody }: Operation,
  { headers, bytes }: ReceivedRequest,
  judge: (type: string) => string[],
) {
  if (!requestBody) return bytes.length > 0 ? ['no body is described'] : []
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const described = requestBody.content[type]
  if (!described) return [`${type} is not described`]
  if (type !== 'multipart/form-data') return judge(type)
  const { properties = {}, required = [] } = described.schema as { properties?: object; required?: string[] }
  const sent = [...bytes.toString('latin1').matchAll(/form-data; name="(\w+)"/g)].map(([, field = '']) => field)
  return [
    ...required.filter((field) => !sent.includes(field)).map((field) => `no ${field}`),
    ...sent.filter((field) => !(field in properties)).map((field) => `${field} is not described`),
  ]
}

/** The description wrongly gives `Idempotency-Key` the type object: only the names of headers are checked. */
function headerFaults({ parameters = [] }: Operation, { headers }: ReceivedRequest): string[] {
  const known = parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase())
  const usual = ['accept', 'authorization', 'content-type', 'content-length', 'host', 'connection', 'transfer-encoding']
  usual.push('user-agent')
  return Object.keys(headers)
    .filter((name) => !known.includes(name) && !usual.includes(name))
    .map((name) => `the header ${name} is not described`)
}
