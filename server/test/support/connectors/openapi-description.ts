import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { findDescription } from './description-file.ts'
import type { FakeReply, ReceivedRequest } from './loopback.ts'

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly explode?: boolean
  readonly schema: { readonly type?: string }
}

interface Content {
  readonly content?: Record<string, { readonly schema: object }>
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Record<string, Content>
}

interface Description {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly parameters: Record<string, Parameter> }
}

/** An OpenAPI description that a platform publishes. It is not part of this project. */
interface DescriptionFile {
  readonly file: string
  /** What the addresses have before the described paths. */
  readonly prefix: string
}

/** False, or why tests against a description are skipped. */
export function skipWithout(file: string): string | false {
  return findDescription(file) === undefined && `shared/openapi/${file} is not beside the project`
}

/** Returns what is wrong with a request, and with the fake's reply to it if it is given, according to the description. */
export function readDescription({
  file,
  prefix,
}: DescriptionFile): (exchange: { request: ReceivedRequest; reply?: FakeReply }) => string[] {
  const description = JSON.parse(readFileSync(findDescription(file) ?? '', 'utf8'), withNull) as Description
  const open = (coerceTypes: boolean | 'array') =>
    new Ajv({ strict: false, allErrors: true, validateFormats: false, coerceTypes }).addSchema(description, 'api')
  // Queries contain only strings, so they are converted to the described types; bodies are not.
  const [lenient, strict] = [open('array'), open(false)]
  const compiled = new Map<string, ValidateFunction>()

  function listSchemaErrors(ajv: Ajv, name: string, schema: () => object, value: unknown): string[] {
    const validate = compiled.get(name) ?? ajv.compile(schema())
    compiled.set(name, validate)
    return validate(structuredClone(value)) ? [] : [ajv.errorsText(validate.errors, { dataVar: name })]
  }

  return ({ request, reply }) => {
    const method = request.method.toLowerCase()
    const path = findTemplate(description, request.path.replace(prefix, ''), method)
    const operation = path === undefined ? undefined : description.paths[path]?.[method]
    const name = `${request.method} ${path ?? request.path}`
    if (!operation || path === undefined) return [`${file} describes no ${name}`]
    const pointer = `api#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
    const parameters = (operation.parameters ?? []).map((one) => resolve(description, one))
    const status = operation.responses[String(reply?.status)] ? String(reply?.status) : 'default'
    const answered = reply && operation.responses[status]?.content?.['application/json']
    const at = (place: string) => ({ $ref: `${pointer}/${place}/content/application~1json/schema` })
    return [
      ...listSchemaErrors(lenient, `${name} query`, () => querySchema(parameters), readQuery(request, parameters)),
      ...(request.json === undefined
        ? []
        : listSchemaErrors(strict, `${name} body`, () => at('requestBody'), request.json)),
      ...(operation.requestBody?.content?.['application/json'] || request.json === undefined
        ? []
        : [`${name}: no JSON body is described`]),
      ...(answered ? listSchemaErrors(strict, `${name} ${status}`, () => at(`responses/${status}`), reply.body) : []),
    ]
  }
}

/** OpenAPI 3.0 says `nullable` where JSON Schema lists the type null. Some descriptions name a value twice. */
function withNull(name: string, value: { nullable?: unknown; type?: unknown } | null): unknown {
  if (name === 'enum' && Array.isArray(value)) return [...new Set(value)]
  if (value?.nullable !== true || value.type !== undefined) return value
  const { nullable: _, ...schema } = value
  return { anyOf: [schema, { type: 'null' }] }
}

function findTemplate({ paths }: Description, path: string, method: string): string | undefined {
  return Object.keys(paths)
    .filter((one) => paths[one]?.[method] && new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
}

function resolve(description: Description, parameter: Parameter): Parameter {
  const name = parameter.$ref?.split('/').at(-1)
  return (name !== undefined && description.components.parameters[name]) || parameter
}

/** IMPRESSION is in both lists of a `oneOf` of metrics, which the description does not intend: one of them is enough. */
function querySchema(parameters: readonly Parameter[]): object {
  const query = parameters.filter((one) => one.in === 'query')
  const text = JSON.stringify(Object.fromEntries(query.map(({ name, schema }) => [name, schema])))
  return {
    type: 'object',
    properties: JSON.parse(text.replaceAll('"oneOf"', '"anyOf"').replaceAll('"#/', '"api#/')),
    required: query.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

function readQuery({ query }: ReceivedRequest, parameters: readonly Parameter[]): Record<string, string | string[]> {
  return Object.fromEntries(
    [...query].map(([name, value]) => {
      const isList = parameters.find((one) => one.name === name)?.schema.type === 'array'
      return [name, isList ? value.split(',') : value]
    }),
  )
}
